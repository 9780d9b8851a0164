#include "report/figures.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "report/example_scores.hpp"

using namespace cchnn;

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

TEST_CASE("a stranger's model name cannot become a command of the plotting script") {
    Scores scores = example_scores();
    scores.submissions[0].label = "a'; system(\"rm x\"); `id`\n@m $(b)";
    const std::string script = error_over_time_figure(scores).script;
    CHECK(contains(script, "title 'a?? system(?rm x?)? ?id???m ?(b)'"));
}

TEST_CASE("figures are written with data and scripts that draw them again") {
    const std::filesystem::path directory = std::filesystem::temp_directory_path() / "cchnn_figures_test";
    std::filesystem::remove_all(directory);
    const std::vector<std::string> failures = write_figures(example_scores(), directory);
    for (const char* name : {"error_over_time", "trajectory"}) {
        CHECK(std::filesystem::exists(directory / (std::string(name) + ".dat")));
        CHECK(std::filesystem::exists(directory / (std::string(name) + ".gp")));
        const std::string svg = file_text(directory / (std::string(name) + ".svg"));
        if (failures.empty()) CHECK(contains(svg, "</svg>"));
    }
    for (const std::string& failure : failures) CHECK(contains(failure, "gnuplot was not found"));
    std::filesystem::remove_all(directory);
}
