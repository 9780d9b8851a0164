#include "report/figures/figures.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/paths/temporary_directory.hpp"
#include "report/drawn_figure.hpp"
#include "report/example_scores.hpp"
#include "report/json_report.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::string file_text(const std::filesystem::path& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

}  // namespace

TEST_CASE("error over time is drawn with a band per submission, without the given initial state") {
    const Figure figure = error_over_time_figure(example_scores());
    CHECK(contains(figure.data, "# time_s p05 median p95 mean\n0.5 5e-05 0.0001 0.0002 0.0001\n1 "));
    CHECK(contains(figure.script, "'error_over_time.dat' index 0 using 1:2:4 with filledcurves"));
    CHECK(contains(figure.script, "title 'good'"));
    CHECK(contains(figure.script, "title 'bad'"));
    CHECK(contains(figure.script, "set xlabel 'time (s)'"));
}

TEST_CASE("a submission without any error is named, not drawn") {
    Scores scores = example_scores();
    scores.submissions[1].error_over_time.p95 = {0, 0, 0};
    const Figure figure = error_over_time_figure(scores);
    CHECK(contains(figure.script, "NaN with lines lw 2.6 lc rgb '#D55E00' title 'bad (no error)'"));
    CHECK(!contains(figure.script, "index 1"));
}

TEST_CASE(
    "a median is drawn where the 95th percentile is infinite, and a submission that never is finite is called so") {
    constexpr double inf = std::numeric_limits<double>::infinity();
    Scores scores = example_scores();
    scores.submissions[0].error_over_time = {
        {0, 0.5, 1}, {0, inf, inf}, {0, 1e-3, 1e-2}, {0, 1e-4, 1e-3}, {0, 0.1, inf}};
    scores.submissions[1].error_over_time.median = scores.submissions[1].error_over_time.p95 = {0, inf, inf};
    const Figure figure = error_over_time_figure(scores);
    CHECK(contains(figure.data, "\n0.5 0.0001 0.001 0.1 NaN\n1 0.001 0.01 NaN NaN\n"));
    CHECK(contains(figure.script, "NaN with lines lw 2.6 lc rgb '#D55E00' title 'bad (not finite)'"));
    const DrawnFigure picture = drawn(figure);
    if (picture.plots.empty()) return;
    REQUIRE(picture.plots.size() == 4);  // a band, the line at 1, two submissions
    REQUIRE(picture.plots[2].lines.size() == 1);
    CHECK(picture.plots[2].lines[0].size() == 2);
    CHECK(picture.plots[3].lines.empty());
}

TEST_CASE("the axis of constraint violation begins at the rounding of coordinates where a curve lies below it") {
    Scores scores = example_scores();
    for (SubmissionScores& s : scores.submissions) s.violation_over_time = s.error_over_time;
    CHECK(!contains(violation_over_time_figure(scores).script, "rounding"));
    scores.submissions[0].violation_over_time.p05 = {0, 1e-19, 1e-18};
    const std::string script = violation_over_time_figure(scores).script;
    CHECK(contains(script, "set yrange [2.22044605e-15:2]\nplot"));  // 10 * 2^-52 (1 m)^2; twice the largest
    CHECK(contains(script, "below 2.2e-15: rounding"));
}

TEST_CASE("a trajectory is drawn in the plane, and in three dimensions as x and z") {
    Scores scores = example_scores();
    const Figure plane = trajectory_figure(scores);
    CHECK(contains(plane.data, "\n0.5 1 0\n"));
    CHECK(contains(plane.data, "\n1 NaN NaN\n"));  // where the prediction is not finite
    CHECK(contains(plane.script, "set ylabel 'y (m)'"));
    scores.truth.dimension = 3;
    scores.shown.x = {{1, 2, 3, 4, 5, 6, 7, 8, 9}, {1, 2, 3, 4, 5, 6, 7, 8, 9}, {1, 2, 3, 4, 5, 6, 7, 8, 9}};
    const Figure space = trajectory_figure(scores);
    CHECK(contains(space.data, "\n0 1 3\n0.5 4 6\n1 7 9\n"));
    CHECK(contains(space.script, "set ylabel 'z (m)'"));
}

TEST_CASE("the distribution of errors rises to 1") {
    Scores scores = example_scores();
    scores.submissions[0].relative_error = {3e-4, 1e-4, 2e-4, 4e-4};
    CHECK(error_distribution_figure(scores).data.starts_with(
        "# relative_error share\n0.0001 0.25\n0.0002 0.5\n0.0003 0.75\n0.0004 1\n"));
}

TEST_CASE("a row's name takes two lines when it is long, and ends in dots when it is longer") {
    Scores scores = example_scores();
    scores.submissions[0].label = "truth, without Link bob2-bob3 and Link bob1-bob2";
    scores.submissions[1].label = std::string(90, 'x') + "\"; `id`";
    const std::string script = relative_error_figure(scores).script;
    CHECK(contains(
        script, "(\"truth, without Link bob2-bob3 and\\nLink bob1-bob2\" 0, \"" + std::string(73, 'x') + "...\" 1)"));
}

TEST_CASE("violation over tolerance is fitted by a power law where there are three tolerances") {
    Scores scores = example_scores();
    CHECK(!violation_by_rtol_figure(scores));
    for (const double rtol : {1e-3, 1e-5, 1e-7}) {
        scores.submissions.push_back(example_submission("r", scores.choices, 2 * std::pow(rtol, 0.8)));
        scores.submissions.back().rtol = rtol;
    }
    const auto figure = violation_by_rtol_figure(scores);
    REQUIRE(figure);
    CHECK(contains(figure->script, "1*x**0.8 with lines"));
    CHECK(contains(figure->script, "title 'power law with exponent 0.8'"));
}

TEST_CASE("a stranger's model name cannot become a command of the plotting script") {
    Scores scores = example_scores();
    scores.submissions[0].label = "a'; system(\"rm x\"); `id`\n@m $(b)";
    const std::string script = error_over_time_figure(scores).script;
    CHECK(contains(script, "title 'a?; system(?rm x?); ?id??@m $(b)'"));
}

TEST_CASE("pictures have no title, names keep their signs, and a curve below rounding is called so") {
    Scores scores = example_scores();
    scores.submissions[0].label = "R&D <net> #1";
    for (SubmissionScores& s : scores.submissions) s.violation_over_time = s.error_over_time;
    ErrorOverTime& low = scores.submissions[1].violation_over_time;
    low.p05 = low.median = low.p95 = low.mean = {0, 1e-17, 1e-17};
    for (const Figure& figure : figures_of(scores)) {
        CHECK(!contains(figure.script, "set title"));
        CHECK_MESSAGE(contains(figure.script, "# Caption: 'chain_pendulum_1"), figure.script);
    }
    CHECK(contains(error_over_time_figure(scores).script, "title 'R&D <net> #1'"));
    CHECK(contains(violation_over_time_figure(scores).script, "title 'bad (below rounding)'"));
}

TEST_CASE("pictures are drawn as SVG and PDF in the width and font of a paper") {
    FigureStyle style;
    style.width = 8.6;
    CHECK(parse_font("Helvetica,9", style) == "");
    CHECK(style.font_size == 9);
    CHECK(parse_font("Times New Roman", style) == "");
    CHECK(style.font == "Times New Roman");
    for (const char* wrong : {"", ",9", "a'b,9", "Helvetica,x", "Helvetica,0", "Helvetica,9pt"})
        CHECK(parse_font(wrong, style).starts_with("must be a font and a size in points"));
    if (std::system("command -v gnuplot > /dev/null 2>&1") != 0) return;
    const TemporaryDirectory directory("figures");
    CHECK(write_figures({error_over_time_figure(example_scores())}, directory.path(), {}, style).empty());
    CHECK(contains(file_text(directory.path() / "error_over_time.svg"), "width=\"325\" height=\"190\""));
    const std::string pdf = file_text(directory.path() / "error_over_time.pdf");
    CHECK(is_report(pdf, ReportFormat::pdf));
    CHECK(contains(pdf, "MediaBox [ 0 0 243 142 ]"));  // pt: 8.6 cm by 5.03 cm
    CHECK(write_figures({error_over_time_figure(example_scores())}, directory.path(), {}, style).empty());  // ours
    std::ofstream(directory.path() / "error_over_time.pdf") << "%PDF-1.5 of an author";
    CHECK_THROWS_AS(write_figures({error_over_time_figure(example_scores())}, directory.path(), {}, style), IoError);
}

TEST_CASE("gnuplot counts no block without numbers: a curve behind one without an error is its own") {
    Scores scores = example_scores();
    scores.submissions[0].error_over_time.p95 = {0, 0, 0};
    const Figure figure = error_over_time_figure(scores);
    CHECK(contains(figure.script, "title 'good (no error)'"));
    CHECK(contains(figure.script, "index 0 using 1:3 with lines lw 2.6 lc rgb '#D55E00' title 'bad'"));
    CHECK(contains(figure.data, "# 'good'\n# 'bad'\n# time_s"));
}

TEST_CASE("a submission that is not finite anywhere has no curve, and is not called free of error") {
    Scores scores = example_scores();
    scores.submissions[1].energy_over_time.median =
        scores.submissions[1].energy_over_time.p95 = {0, INFINITY, INFINITY};
    CHECK(contains(energy_over_time_figure(scores).script, "title 'bad (not finite)'"));
}

TEST_CASE("perfect predictions of a motion at rest have every figure, drawn without a complaint") {
    Scores scores = example_scores();
    for (SubmissionScores& s : scores.submissions) {
        for (ErrorOverTime* curve : {&s.error_over_time, &s.energy_over_time})
            curve->p05 = curve->median = curve->p95 = curve->mean = {0, 0, 0};
        s.relative_error = {0, 0};
        s.violation_over_time = s.energy_over_time;
        for (MetricScore& m : s.metrics) m = example_metric(m.metric, 0);
    }
    for (double rtol : {1e-3, 1e-5, 1e-7}) {
        scores.submissions.push_back(scores.submissions[0]);
        scores.submissions.back().rtol = rtol;
    }
    scores.shown.x.assign(scores.submissions.size() + 1, {0, -1, 0, -1, 0, -1});
    std::vector<Figure> figures = figures_of(scores);
    CHECK(figures.size() == 7);
    CHECK(contains(figures[0].script, "set yrange [1e-17:1]"));
    CHECK(contains(figures[1].script, "set xrange [-0.5:0.5]\nset yrange [-1.5:-0.5]"));
    const cchnn::TemporaryDirectory directory("figures");
    const std::vector<std::string> failures = write_figures(figures, directory.path(), {});
    if (!failures.empty() && contains(failures.front(), "was not found")) return;
    CHECK(failures.empty());
    for (const Figure& figure : figures) {
        CAPTURE(figure.name);
        CHECK(contains(file_text(directory.path() / (figure.name + ".svg")), "</svg>"));
        const std::string again =
            "cd '" + directory.path().string() + "' && gnuplot " + figure.name + ".gp 2> said.txt";
        CHECK(std::system(again.c_str()) == 0);
        CHECK(file_text(directory.path() / "said.txt") == "");
    }
}

TEST_CASE("scores that are all the same have axes of some extent: gnuplot draws them without a complaint") {
    Scores scores = example_scores();
    for (SubmissionScores& submission : scores.submissions) {
        submission.relative_error = {1e-16, 1e-16};  // the floor of a perfect prediction
        submission.metrics.front() = example_metric(submission.metrics.front().metric, 1e-16);
        submission.metrics.front().summary.geometric_mean_ci95 = Interval{1e-16, 1e-16};
    }
    const cchnn::TemporaryDirectory directory("figures");
    const std::vector<Figure> figures{relative_error_figure(scores), error_distribution_figure(scores)};
    const std::vector<std::string> failures = write_figures(figures, directory.path(), {});
    if (!failures.empty() && contains(failures.front(), "was not found")) return;
    for (const Figure& figure : figures) {
        const std::string again =
            "cd '" + directory.path().string() + "' && gnuplot " + figure.name + ".gp 2> said.txt";
        CHECK(std::system(again.c_str()) == 0);
        CHECK(file_text(directory.path() / "said.txt") == "");
    }
}

TEST_CASE("brackets of a name stay in titles, keys and rows") {
    Scores scores = example_scores();
    scores.submissions[0].label = "net[3]";
    scores.truth.node_labels = {"top[3]"};
    CHECK(contains(trajectory_figure(scores).script, ": path of top[3]'"));
    CHECK(contains(trajectory_figure(scores).script, "title 'net[3]'"));
    CHECK(contains(relative_error_figure(scores).script, "(\"net[3]\" 0, "));
    const DrawnFigure figure = drawn(trajectory_figure(scores));
    if (!figure.plots.empty()) CHECK(figure.plots[1].title == "net[3]");
}

TEST_CASE("figures are written with data and scripts that draw them again") {
    const std::filesystem::path directory = std::filesystem::temp_directory_path() / "cchnn_figures_test";
    std::filesystem::remove_all(directory);
    const std::vector<std::string> failures = write_figures(figures_of(example_scores()), directory, {});
    for (const char* name :
         {"error_over_time", "energy_over_time", "error_distribution", "relative_error", "trajectory"}) {
        CHECK(std::filesystem::exists(directory / (std::string(name) + ".dat")));
        CHECK(std::filesystem::exists(directory / (std::string(name) + ".gp")));
        const std::string svg = file_text(directory / (std::string(name) + ".svg"));
        if (failures.empty()) CHECK(contains(svg, "</svg>"));
    }
    for (const std::string& failure : failures) CHECK(contains(failure, "gnuplot was not found"));
    std::filesystem::remove_all(directory);
}

TEST_CASE("a band is drawn from the 5th to the 95th percentile in the JSON, and its line at the median") {
    Scores scores = example_scores();
    SubmissionScores& submission = scores.submissions[0];
    scores.submissions.resize(1);
    // mean, p05, median, p95, none of them in the middle of two others
    submission.error_over_time = {{0, 0.5, 1}, {0, 3e-4, 6e-3}, {0, 2e-4, 3e-3}, {0, 1e-5, 2e-4}, {0, 9e-4, 8e-3}};
    const DrawnFigure figure = drawn(error_over_time_figure(scores));
    if (figure.plots.empty()) return;
    const auto json = nlohmann::json::parse(json_report(scores))["submissions"][0]["error_over_time"];
    REQUIRE(figure.plots.size() == 3);  // band, the line at 1, median
    REQUIRE(figure.plots[0].areas.size() == 1);
    REQUIRE(figure.plots[2].lines.size() == 1);
    const Polyline &band = figure.plots[0].areas[0], &median = figure.plots[2].lines[0];
    const auto has = [&](const Polyline& line, double time, double value) {
        return std::any_of(line.begin(), line.end(), [&](const Pixels& p) {
            return std::abs(p[0] - figure.across.pixel_of(time)) < a_pixel &&
                   std::abs(p[1] - figure.up.pixel_of(value)) < a_pixel;
        });
    };
    for (std::size_t k : {1u, 2u}) {
        CHECK(has(band, json["times"][k], json["p05"][k]));
        CHECK(has(band, json["times"][k], json["p95"][k]));
        CHECK(has(median, json["times"][k], json["median"][k]));
        CHECK(!has(band, json["times"][k], json["median"][k]));
    }
    CHECK(median.size() == 2);
}

TEST_CASE("a path is drawn where the bodies are") {
    Scores scores = example_scores();
    scores.submissions.resize(1);
    scores.shown.x = {{0, -1, 1, 0, 0, -0.5}, {0, -1, 0.9, 0.2, 0.3, -0.7}};
    const DrawnFigure figure = drawn(trajectory_figure(scores));
    if (figure.plots.empty()) return;
    REQUIRE(figure.plots.size() == 3);  // truth, prediction, start
    for (std::size_t i : {0u, 1u}) {
        REQUIRE(figure.plots[i].lines.size() == 1);
        for (std::size_t k = 0; k < 3; ++k) {
            CHECK(std::abs(figure.plots[i].lines[0][k][0] - figure.across.pixel_of(scores.shown.x[i][2 * k])) <
                  a_pixel);
            CHECK(std::abs(figure.plots[i].lines[0][k][1] - figure.up.pixel_of(scores.shown.x[i][2 * k + 1])) <
                  a_pixel);
        }
    }
    REQUIRE(figure.plots[2].points.size() == 1);
    CHECK(std::abs(figure.plots[2].points[0][0] - figure.across.pixel_of(0)) < a_pixel);
    CHECK(std::abs(figure.plots[2].points[0][1] - figure.up.pixel_of(-1)) < a_pixel);
}
