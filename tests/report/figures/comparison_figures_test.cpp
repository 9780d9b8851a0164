#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "report/drawn_figure.hpp"
#include "report/example_scores.hpp"
#include "report/json_report.hpp"

// Drawn by gnuplot, read back from the SVG, compared with the JSON of the same scores.

using namespace cchnn;
using namespace cchnn_test;

namespace {

MetricScore& error_of(SubmissionScores& submission) { return submission.metrics.front(); }

struct Whisker {
    double across, low, high;  // pixels; low is the lower end of the interval, further down
};

// Upright lines of a plot without those of its boxes.
std::vector<Whisker> whiskers_of(const DrawnPlot& plot) {
    std::vector<Whisker> whiskers;
    for (const Polyline& line : plot.lines)
        if (line.size() == 2 && line[0][0] == line[1][0])
            whiskers.push_back({line[0][0], std::max(line[0][1], line[1][1]), std::min(line[0][1], line[1][1])});
    return whiskers;
}

}  // namespace

TEST_CASE(
    "each geometric mean of the picture stands where the JSON has it, and its bar from end to end of the interval") {
    Scores scores = example_scores();
    scores.submissions.insert(scores.submissions.begin() + 1, scores.submissions[1]);
    error_of(scores.submissions[0]).summary.geometric_mean_ci95 = Interval{4e-5, 5e-4};
    error_of(scores.submissions[1]).summary.geometric_mean =
        std::numeric_limits<double>::infinity();  // has a row, no point
    error_of(scores.submissions[2]).summary.geometric_mean_ci95 = Interval{0.07, 0.12};
    const DrawnFigure figure = drawn(relative_error_figure(scores));
    if (figure.plots.empty()) return;
    const auto json = nlohmann::json::parse(json_report(scores));
    REQUIRE(figure.plots.size() == 3);
    CHECK(figure.plots[1].points.empty());
    for (const std::size_t i : {0u, 2u}) {
        const DrawnPlot& plot = figure.plots[i];
        const auto& error = json["submissions"][i]["metrics"]["relative_error"];
        const double row = figure.up.ticks[i].first;  // that of its name
        REQUIRE(plot.points.size() == 1);
        CHECK(std::abs(plot.points[0][0] - figure.across.pixel_of(error["geometric_mean"])) < a_pixel);
        CHECK(std::abs(plot.points[0][1] - row) < a_pixel);
        REQUIRE(!plot.lines.empty());
        const auto [low, high] = std::minmax({plot.lines[0][0][0], plot.lines[0][1][0]});
        CHECK(std::abs(low - figure.across.pixel_of(error["geometric_mean_ci95"][0])) < a_pixel);
        CHECK(std::abs(high - figure.across.pixel_of(error["geometric_mean_ci95"][1])) < a_pixel);
    }
}

TEST_CASE("bars of a violation over tolerance end where the interval does") {
    Scores scores = example_scores();
    scores.submissions.clear();
    for (const double rtol : {1e-3, 1e-5, 1e-7}) {
        scores.submissions.push_back(example_submission("r", scores.choices, 2 * std::pow(rtol, 0.8)));
        scores.submissions.back().rtol = rtol;
    }
    const auto asked = violation_by_rtol_figure(scores);
    REQUIRE(asked);
    const DrawnFigure figure = drawn(*asked);
    if (figure.plots.empty()) return;
    const auto json = nlohmann::json::parse(json_report(scores));
    const DrawnPlot& plot = figure.plots.back();
    REQUIRE(plot.points.size() == 3);
    const std::vector<Whisker> whiskers = whiskers_of(plot);
    for (const auto& submission : json["submissions"]) {
        const auto& rmse = submission["metrics"]["constraint_rmse"];
        const std::size_t i = static_cast<std::size_t>(&submission - &json["submissions"][0]);
        const double across = figure.across.pixel_of(*scores.submissions[i].rtol);
        const auto whisker = std::find_if(whiskers.begin(), whiskers.end(),
                                          [&](const Whisker& w) { return std::abs(w.across - across) < a_pixel; });
        REQUIRE(whisker != whiskers.end());
        CHECK(std::abs(whisker->low - figure.up.pixel_of(rmse["geometric_mean_ci95"][0])) < a_pixel);
        CHECK(std::abs(whisker->high - figure.up.pixel_of(rmse["geometric_mean_ci95"][1])) < a_pixel);
        CHECK(std::any_of(plot.points.begin(), plot.points.end(), [&](const Pixels& p) {
            return std::abs(p[0] - across) < a_pixel &&
                   std::abs(p[1] - figure.up.pixel_of(rmse["geometric_mean"])) < a_pixel;
        }));
    }
}

TEST_CASE("the distribution is drawn as the share of trajectories with at most this error") {
    Scores scores = example_scores();
    scores.submissions.resize(1);
    scores.submissions[0].relative_error = {3e-4, 1e-4, 2e-4, 7e-4};
    const DrawnFigure figure = drawn(error_distribution_figure(scores));
    if (figure.plots.empty()) return;
    REQUIRE(figure.plots.size() == 1);
    const auto corner = [&](double error, double share) {
        for (const Polyline& line : figure.plots[0].lines)
            for (const Pixels& p : line)
                if (std::abs(p[0] - figure.across.pixel_of(error)) < a_pixel &&
                    std::abs(p[1] - figure.up.pixel_of(share)) < a_pixel)
                    return true;
        return false;
    };
    // The lower and the upper corner of a step, at the error of a trajectory.
    CHECK((corner(2e-4, 0.25) && corner(2e-4, 0.5)));
    CHECK((corner(3e-4, 0.5) && corner(3e-4, 0.75)));
    CHECK((corner(7e-4, 0.75) && corner(7e-4, 1)));
    CHECK(!corner(3e-4, 1));
}
