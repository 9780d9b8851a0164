#include "report/figures/figures.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <set>

#include "contains_text.hpp"
#include "report/example_scores.hpp"
#include "report/page/drawn_chart.hpp"
#include "scratch_directory.hpp"
#include "stories/story_fixture.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

std::vector<Figure> figures_in(const Scores& scores) { return figures_of(scores, std::nullopt, Units{}); }

Figure figure_called(const Scores& scores, const std::string& name) {
    for (const Figure& figure : figures_in(scores))
        if (figure.name == name) return figure;
    FAIL("no figure " << name);
    return {};
}

ReadChart drawn(const Figure& figure) { return read_chart(figure_svg(figure, {}), figure.name); }

bool has_converter() { return std::system("command -v rsvg-convert > /dev/null 2>&1") == 0; }

}  // namespace

TEST_CASE("figures are the charts of a page and the path of the last node, each under its own name") {
    std::set<std::string> names;
    Scores scores = example_scores();
    scores.models = {{"good", {0}, false, scores.submissions[0].metrics},
                     {"bad", {1}, false, scores.submissions[1].metrics}};
    for (const Figure& figure : figures_in(scores)) {
        CHECK(names.insert(figure.name).second);
        CHECK(figure.chart.id == figure.name);
    }
    for (const char* name :
         {"trajectory", "error_over_time", "relative_error", "error_distribution", "energy_over_time"})
        CHECK_MESSAGE(names.contains(name), name);
}

TEST_CASE("a path is drawn where the bodies are, as long across as up, and begins at a mark") {
    Scores scores = example_scores();
    scores.submissions.resize(1);
    scores.shown.x = {{0, -1, 1, 0, 0, -0.5}, {0, -1, 0.9, 0.2, 0.3, -0.7}};
    const Figure figure = figure_called(scores, "trajectory");
    CHECK(figure.chart.across == "x (m)");
    CHECK(figure.chart.up == "y (m)");
    const ReadChart chart = drawn(figure);
    REQUIRE(chart.series.size() == 3);  // reference, prediction, start
    for (const std::size_t s : {0u, 1u}) {
        REQUIRE(chart.series[s].lines.size() == 1);
        for (std::size_t k = 0; k < 3; ++k) {
            CHECK(std::abs(chart.series[s].lines[0][k].across - chart.across.pixel_of(scores.shown.x[s][2 * k])) < 0.1);
            CHECK(std::abs(chart.series[s].lines[0][k].down - chart.up.pixel_of(scores.shown.x[s][2 * k + 1])) < 0.1);
        }
    }
    CHECK(chart.across.pixel_of(1) - chart.across.pixel_of(0) ==
          doctest::Approx(chart.up.pixel_of(0) - chart.up.pixel_of(1)).epsilon(1e-3));
    REQUIRE(chart.series[2].marks.size() == 1);
    CHECK(std::abs(chart.series[2].marks[0].across - chart.across.pixel_of(0)) < 0.1);
    CHECK(std::abs(chart.series[2].marks[0].down - chart.up.pixel_of(-1)) < 0.1);
}

TEST_CASE("a path in space is drawn in x and z, on a line over time, and has a gap where it is not finite") {
    Scores scores = example_scores();
    scores.submissions.resize(1);
    constexpr double lost = std::numeric_limits<double>::quiet_NaN();
    scores.truth.dimension = 3;
    scores.shown.x = {{1, 2, 3, 4, 5, 6, 7, 8, 9}, {1, 2, 3, lost, lost, lost, 7, 8, 9}};
    const Figure space = figure_called(scores, "trajectory");
    CHECK(space.chart.up == "z (m)");
    CHECK(space.chart.series[0].x == std::vector<double>{1, 4, 7});
    CHECK(space.chart.series[0].y == std::vector<double>{3, 6, 9});
    CHECK(drawn(space).series[1].lines.empty());  // no two points in a row
    CHECK(figures_of(scores, std::nullopt, Units{"au", "kg", "day"})[0].chart.up == "z (au)");
    scores.truth.dimension = 1;
    scores.shown.x = {{1, 2, 3}, {1, 2, 3}};
    const Figure line = figure_called(scores, "trajectory");
    CHECK(line.chart.across == "time (s)");
    CHECK(line.chart.series[0].x == std::vector<double>{0, 0.5, 1});
    // A body at rest has axes of some extent.
    scores.shown.x = {{2, 2, 2}, {2, 2, 2}};
    CHECK(std::isfinite(drawn(figure_called(scores, "trajectory")).up.pixel_of(2)));
}

TEST_CASE("the numbers of a figure are a row for each point, with labels in quotes and nothing where none is finite") {
    Scores scores = example_scores();
    scores.submissions[0].label = "a \"good\" one";
    scores.submissions[0].error_over_time = {
        {0, 0.5, 1}, {0, 3e-4, 6e-3}, {0, 2e-4, 3e-3}, {0, 1e-5, 2e-4}, {0, 9e-4, INFINITY}};
    const std::string csv = figure_csv(figure_called(scores, "error_over_time"));
    CHECK(csv.starts_with("series,x,y,low,high\n\"a \"\"good\"\" one\",0.5,0.0002,1e-05,0.0009\n"));
    CHECK(contains_text(csv, "\"a \"\"good\"\" one\",1,0.003,0.0002,\n"));
}

TEST_CASE("pictures have no title, the width and the font of a paper, and light colours alone") {
    const Figure figure = figure_called(example_scores(), "error_over_time");
    FigureStyle style;
    style.width = 8.6;
    CHECK(parse_font("Helvetica,9", style) == "");
    CHECK(style.font_size == 9);
    const std::string svg = figure_svg(figure, style);
    CHECK(contains_text(svg, " width=\"8.6cm\""));
    CHECK(contains_text(svg, "viewBox=\"0 0 352 "));  // 13 pixels are 9 pt: 8.6 cm are 352
    CHECK(contains_text(svg, "font-family: \"Helvetica\""));
    CHECK(contains_text(svg, "<desc>Drawn by cchnn-eval "));
    CHECK_FALSE(contains_text(svg, "prefers-color-scheme"));
    CHECK_FALSE(contains_text(svg, "var(--"));
    CHECK_FALSE(contains_text(svg, ">" + figure.chart.title + "<"));
    CHECK(is_report(svg, ReportFormat::picture));
    style.width = 3;  // the narrowest, with letters of a poster: still a picture
    style.font_size = 100;
    CHECK(contains_text(figure_svg(figure, style), "viewBox=\"0 0 240 "));
    CHECK(parse_font("Times New Roman", style) == "");
    CHECK(style.font == "Times New Roman");
    for (const char* wrong : {"", ",9", "a'b,9", "Helvetica,x", "Helvetica,0", "Helvetica,9pt"})
        CHECK(parse_font(wrong, style).starts_with("must be a font and a size in points"));
}

TEST_CASE("a stranger's model name is text of a picture, whatever it contains") {
    Scores scores = example_scores();
    scores.submissions[0].label = "R&D <script>alert(1)</script> \"#1\"";
    for (const Figure& figure : figures_in(scores)) CHECK_FALSE(contains_text(figure_svg(figure, {}), "<script"));
    CHECK(contains_text(figure_svg(figure_called(scores, "error_over_time"), {}), "R&amp;D &lt;script&gt;"));
}

TEST_CASE("an axis of constraint violation says where it begins, if curves go below rounding") {
    Scores scores = example_scores();
    for (SubmissionScores& s : scores.submissions) s.violation_over_time = s.error_over_time;
    CHECK_FALSE(contains_text(figure_called(scores, "violation_over_time").chart.up, "rounding"));
    scores.submissions[0].violation_over_time.p05 = {0, 1e-19, 1e-18};
    CHECK(contains_text(figure_called(scores, "violation_over_time").chart.up,
                        "; below 2.2e-15: rounding"));  // 10 * 2^-52 m^2
}

TEST_CASE("violation over tolerance is fitted by a power law") {
    Scores scores = example_scores();
    scores.submissions.clear();
    for (const double rtol : {1e-3, 1e-5, 1e-7}) {
        scores.submissions.push_back(example_submission("r", scores.choices, 2 * std::pow(rtol, 0.8)));
        scores.submissions.back().rtol = rtol;
    }
    const Figure figure = figure_called(scores, "violation_by_rtol");
    REQUIRE(figure.chart.series.size() == 2);
    CHECK(figure.chart.series[0].label == "power law with exponent 0.8");
    for (std::size_t k = 0; k < 3; ++k)
        CHECK(figure.chart.series[0].y[k] == doctest::Approx(figure.chart.series[1].y[k]).epsilon(1e-9));
}

TEST_CASE("each figure is written as numbers, SVG and PDF, and an author's files are not replaced") {
    const ScratchDirectory scratch;
    const std::vector<Figure> figures = figures_in(example_scores());
    const std::vector<std::string> failures = write_figures(figures, scratch.path(), {});
    CHECK(write_figures(figures, scratch.path(), {}) == failures);  // over its own
    for (const Figure& figure : figures) {
        CAPTURE(figure.name);
        CHECK(is_report(bytes_of(scratch / (figure.name + ".csv")), ReportFormat::figure));
        CHECK(bytes_of(scratch / (figure.name + ".svg")).ends_with("</svg>\n"));
        CHECK(std::filesystem::exists(scratch / (figure.name + ".pdf")) == has_converter());
    }
    if (!has_converter()) {
        CHECK(failures.size() == figures.size());
        CHECK(
            contains_text(failures.front(), "rsvg-convert was not found; install it and run: rsvg-convert -f pdf -o "));
        return;
    }
    CHECK(failures.empty());
    CHECK(is_report(bytes_of(scratch / "error_over_time.pdf"), ReportFormat::pdf));
    std::ofstream(scratch / "error_over_time.pdf") << "%PDF-1.5 of an author";
    CHECK_THROWS_AS(write_figures(figures, scratch.path(), {}), IoError);
}
