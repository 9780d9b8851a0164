#include "report/page/score_charts.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "contains_text.hpp"
#include "report/example_scores.hpp"
#include "report/json_report.hpp"
#include "report/page/drawn_chart.hpp"
#include "report/page/html_report.hpp"
#include "report/tables/comparison_report.hpp"

// Drawn by the page, read back from its SVG, compared with tables and JSON of the same scores.

using namespace cchnn;
using namespace cchnn_test;
using Json = nlohmann::json;

namespace {

Summary& error_of(SubmissionScores& submission) { return submission.metrics.front().summary; }

// Intervals of different widths on both sides, so that no end can stand for another one.
Scores interval_scores() {
    Scores scores = example_scores();
    error_of(scores.submissions[0]).geometric_mean = 1e-4;
    error_of(scores.submissions[0]).geometric_mean_ci95 = Interval{4e-5, 5e-4};
    error_of(scores.submissions[1]).geometric_mean = 0.09;
    error_of(scores.submissions[1]).geometric_mean_ci95 = Interval{0.07, 0.12};
    scores.models = {{"good", {0}, false, scores.submissions[0].metrics},
                     {"bad", {1}, false, scores.submissions[1].metrics}};
    return scores;
}

Comparison interval_comparison() {
    Scores first = interval_scores(), second = first;
    second.truth.system = "gyroscope";
    second.models[0].metrics[0].summary.geometric_mean = 3e-3;
    second.models[0].metrics[0].summary.geometric_mean_ci95 = Interval{1e-3, 4e-3};
    second.models[1].metrics[0].summary.geometric_mean_ci95 = std::nullopt;  // one trajectory
    return {{first, second}, {}, {}};
}

// "9.00e-02 [7.00e-02, 1.20e-01]" of a table: its numbers.
std::vector<double> numbers_of_cell(const std::string& cell) {
    std::vector<double> numbers;
    static const std::regex number("[0-9.]+e[-+][0-9]+|[0-9.]+");
    for (std::sregex_iterator match(cell.begin(), cell.end(), number), end; match != end; ++match)
        numbers.push_back(std::stod(match->str()));
    return numbers;
}

// The row of a ranked table and the column with the geometric mean.
std::vector<double> ranked_numbers(const Scores& scores, const std::string& model) {
    const TextTable table = comparison_tables(scores).front().table;
    const auto column = std::find(table.headings.begin(), table.headings.end(), "relative error [95 %]");
    REQUIRE(column != table.headings.end());
    for (const auto& row : table.rows)
        if (row.front() == model)
            return numbers_of_cell(row[static_cast<std::size_t>(column - table.headings.begin())]);
    FAIL("no row");
    return {};
}

void check_bar(const ReadChart& chart, const ReadSeries& series, std::size_t mark, std::size_t whisker,
               const std::vector<double>& numbers) {
    REQUIRE(numbers.size() == 3);
    REQUIRE(series.marks.size() > mark);
    REQUIRE(series.whiskers.size() > whisker);
    const ChartLine& bar = series.whiskers[whisker];
    CHECK(std::abs(series.marks[mark].across - chart.across.pixel_of(numbers[0])) < svg_rounding);
    CHECK(std::abs(bar[0].across - chart.across.pixel_of(numbers[1])) < svg_rounding);
    CHECK(std::abs(bar[1].across - chart.across.pixel_of(numbers[2])) < svg_rounding);
    CHECK(std::abs(bar[0].down - series.marks[mark].down) < 1);  // a triangle stands on its row
}

}  // namespace

TEST_CASE("marks and whiskers of a score page stand where its ranked table has the mean and the ends of its interval") {
    const Scores scores = interval_scores();
    const ReadChart chart = read_chart(html_report(scores), "s0-relative_error");
    REQUIRE(chart.across.logarithmic);
    REQUIRE(chart.rows == std::vector<std::string>{"good", "bad"});
    REQUIRE(chart.series.size() == 2);
    for (const std::size_t i : {0u, 1u}) {
        CHECK(chart.series[i].name == chart.rows[i]);
        CHECK(std::abs(chart.series[i].marks.at(0).down - chart.up.pixel_of(static_cast<double>(i))) < svg_rounding);
        check_bar(chart, chart.series[i], 0, 0, ranked_numbers(scores, chart.rows[i]));
    }
}

TEST_CASE("marks and whiskers of a comparison page are those of each system's ranked table, without interval none") {
    const Comparison comparison = interval_comparison();
    const ReadChart chart = read_chart(html_comparison(comparison), "systems");
    REQUIRE(chart.rows == std::vector<std::string>{"chain_pendulum_1", "gyroscope"});
    REQUIRE(chart.series.size() == 2);
    for (const std::size_t s : {0u, 1u})
        check_bar(chart, chart.series[0], s, s, ranked_numbers(comparison.systems[s], "good"));
    check_bar(chart, chart.series[1], 0, 0, ranked_numbers(comparison.systems[0], "bad"));
    CHECK(chart.series[1].marks.size() == 2);
    CHECK(chart.series[1].whiskers.size() == 1);
    for (const ReadSeries& series : chart.series)  // each system in its row, never in the other one's
        for (const std::size_t s : {0u, 1u})
            CHECK(std::abs(series.marks[s].down - chart.up.pixel_of(static_cast<double>(s))) <
                  0.4 * (chart.up.pixel_of(1) - chart.up.pixel_of(0)));
}

TEST_CASE("reference rollouts do not stretch the axis of all systems: they are parked at its edge with their numbers") {
    Comparison comparison = interval_comparison();
    for (Scores& scores : comparison.systems)
        scores.models[0].reference = true;  // 1e-4 and 3e-3, the model from 0.07 on
    const Chart chart = systems_chart(comparison);
    CHECK(chart_frame(chart).across.low() > 4e-3);
    const std::string svg = chart_svg(chart);
    CHECK(contains_text(svg, "below the axis: 0.0001<"));
    CHECK(contains_text(svg, "below the axis: 0.003<"));
}

TEST_CASE("naive forecasts that conserve energy to rounding do not stretch its axis, worse ones do") {
    Scores scores = interval_scores();
    const auto energy = [&](double naive) {
        scores.submissions[0].energy_over_time = {
            {0, 0.5, 1}, {0, naive, naive}, {0, naive, naive}, {0, naive, naive}, {0, naive, naive}};
        scores.submissions[1].energy_over_time = {
            {0, 0.5, 1}, {0, 0.01, 0.02}, {0, 0.01, 0.02}, {0, 0.01, 0.02}, {0, 0.01, 0.02}};
        const auto charts = score_charts(scores, std::nullopt, "", "s");
        return chart_frame(*std::find_if(charts.begin(), charts.end(),
                                         [](const Chart& c) { return c.id == "energy_over_time"; }))
            .up;
    };
    CHECK(energy(1e-14).low() < 1e-13);  // a model's
    scores.models[0].naive = "persistence";
    CHECK(energy(1e-14).low() > 1e-3);
    CHECK(energy(3).high() > 3);
}

TEST_CASE("a key says which mark is which model, and there is none where each row has the name of its model") {
    const auto keys = [](const Chart& chart) {
        const std::string svg = chart_html(chart).text();
        std::size_t count = 0;
        for (std::size_t at = 0; (at = svg.find("<g class=\"key", at)) != std::string::npos; ++at) ++count;
        return count;
    };
    const auto charts = score_charts(interval_scores(), std::nullopt, "s0", "s");
    const auto means =
        std::find_if(charts.begin(), charts.end(), [](const Chart& c) { return c.id == "s0-relative_error"; });
    REQUIRE(means != charts.end());
    CHECK(keys(*means) == 0);
    CHECK(keys(systems_chart(interval_comparison())) == 2);
    CHECK(keys(charts.front()) == 2);  // curves
}

TEST_CASE("curves over time are the medians and bands of the JSON, from the first sample after t = 0 on") {
    Scores scores = interval_scores();
    scores.submissions[1].error_over_time = {
        {0, 0.5, 1}, {0, 0.2, 0.3}, {1e-16, 0.01, 0.1}, {1e-16, 0.005, 0.02}, {1e-16, 0.3, 0.9}};
    scores.submissions[0].error_over_time = {
        {0, 0.5, 1}, {0, 0.2, 0.3}, {1e-16, 0.001, 0.02}, {1e-16, 0.0005, 0.002}, {1e-16, 0.03, 0.09}};
    const auto json = Json::parse(json_report(scores));
    const ReadChart chart = read_chart(html_report(scores), "s0-error_over_time");
    REQUIRE(chart.series.size() == 2);
    REQUIRE(chart.up.logarithmic);
    CHECK(chart.up.ticks.front().second > 1e-5);  // t = 0 stretches no axis
    for (const std::size_t i : {0u, 1u}) {
        const Json& curve = json["submissions"][i]["error_over_time"];
        REQUIRE(chart.series[i].lines.size() == 1);
        const ChartLine &line = chart.series[i].lines[0], &band = chart.series[i].bands.at(0);
        REQUIRE(line.size() == 2);
        REQUIRE(band.size() == 4);
        for (const std::size_t k : {0u, 1u}) {
            CHECK(std::abs(line[k].across - chart.across.pixel_of(curve["times"][k + 1])) < svg_rounding);
            CHECK(std::abs(line[k].down - chart.up.pixel_of(curve["median"][k + 1])) < svg_rounding);
            CHECK(std::abs(band[k].down - chart.up.pixel_of(curve["p95"][k + 1])) < svg_rounding);
            CHECK(std::abs(band[3 - k].down - chart.up.pixel_of(curve["p05"][k + 1])) < svg_rounding);
        }
    }
}

TEST_CASE("the floor of the truth is drawn where the error bounds are") {
    const Scores scores = interval_scores();
    const ErrorOverTime floor{{0, 0.5, 1}, {}, {1e-17, 2e-4, 3e-3}, {0, 1e-4, 1e-3}, {0, 1e-3, 1e-2}};
    const Chart chart = score_charts(scores, floor, "s0", "s").front();
    const ReadChart drawn = read_chart(chart_html(chart).text(), "s0-error_over_time");
    REQUIRE(drawn.floor.size() == 1);
    REQUIRE(drawn.floor[0].size() == 2);
    for (const std::size_t k : {0u, 1u}) {
        CHECK(std::abs(drawn.floor[0][k].down - drawn.up.pixel_of(floor.median[k + 1])) < svg_rounding);
        CHECK(std::abs(drawn.floor[0][k].across - drawn.across.pixel_of(floor.times[k + 1])) < svg_rounding);
    }
    CHECK(contains_text(chart_html(chart).text(), "estimated error of the reference solution, median"));
    CHECK(score_charts(scores, std::nullopt, "s0", "s").front().floor_x.empty());
}

TEST_CASE("a floor far below all curves takes none of the range: a strip at the edge, with its level in words") {
    const Scores scores = interval_scores();
    const ErrorOverTime floor{{0, 0.5, 1}, {}, {1e-17, 2e-12, 3e-11}, {0, 1e-12, 1e-11}, {0, 1e-11, 1e-10}};
    const auto axis = [&](const std::optional<ErrorOverTime>& with) {
        const ReadChart drawn =
            read_chart(chart_html(score_charts(scores, with, "s0", "s").front()).text(), "s0-error_over_time");
        return drawn.up.pixel_of(1e-4);
    };
    CHECK(std::abs(axis(floor) - axis(std::nullopt)) < svg_rounding);
    const std::string svg = chart_html(score_charts(scores, floor, "s0", "s").front()).text();
    CHECK(contains_text(svg, "floor-area"));
    CHECK_FALSE(contains_text(svg, "floor-line"));
    CHECK(contains_text(svg, "estimated error of the reference: at most 3e-11"));
}

TEST_CASE("NRMSE over time has a chart where it was computed") {
    Scores scores = interval_scores();
    const auto has_chart = [&] {
        const auto charts = score_charts(scores, std::nullopt, "s0", "s");
        return std::any_of(charts.begin(), charts.end(),
                           [](const Chart& chart) { return chart.id == "s0-nrmse_over_time"; });
    };
    for (SubmissionScores& s : scores.submissions) s.nrmse_over_time = {};
    CHECK(!has_chart());
    for (SubmissionScores& s : scores.submissions)
        s.nrmse_over_time = {{0, 0.5, 1}, {}, {0, 0.1, 0.4}, {0, 0.05, 0.2}, {0, 0.3, 0.9}};
    CHECK(has_chart());
}

TEST_CASE("constraint violation below the rounding of coordinates stretches no axis, and the figure says so") {
    Scores scores = interval_scores();
    scores.submissions[0].violation_over_time = {
        {0, 0.5, 1}, {}, {1e-19, 1e-18, 2e-17}, {1e-19, 1e-19, 1e-18}, {1e-19, 1e-17, 4e-16}};
    scores.submissions[1].violation_over_time = {
        {0, 0.5, 1}, {}, {1e-19, 1e-6, 1e-5}, {1e-19, 1e-7, 1e-6}, {1e-19, 1e-5, 1e-4}};
    const auto violation = [&] {
        for (const Chart& chart : score_charts(scores, std::nullopt, "s0", "s"))
            if (chart.id == "s0-violation_over_time") return chart;
        FAIL("no chart of constraints");
        return Chart{};
    };
    const auto json = Json::parse(chart_json(violation()));
    CHECK(json["up"]["low"] > 5e-8);  // the smallest that is more than rounding, 1e-7, and some room
    CHECK(json["up"]["low"] < 1e-7);
    CHECK(json["series"][0]["y"][0] == 1e-18);  // a reader who points sees the number
    // 10 * 2^-52 (1 m)^2
    CHECK(contains_text(violation().note, "rounding of the coordinates, below 2.2e-15 m²"));
    scores.submissions[0].violation_over_time = scores.submissions[1].violation_over_time;
    CHECK_FALSE(contains_text(violation().note, "rounding"));
}

TEST_CASE("a chart of rounding alone is a sentence with its largest value") {
    Scores scores = interval_scores();
    for (SubmissionScores& s : scores.submissions)
        s.violation_over_time = {{0, 0.5, 1}, {}, {1e-19, 1e-18, 2e-16}, {1e-19, 1e-19, 1e-18}, {1e-19, 1e-17, 4e-16}};
    const std::string page = html_report(scores);
    CHECK(contains_text(page, "At rounding: at most 2e-16 m²."));
    CHECK_FALSE(contains_text(page, "id=\"chart-s0-violation_over_time\""));
    scores.submissions[1].violation_over_time.median[2] = INFINITY;  // worse than rounding
    CHECK_FALSE(contains_text(html_report(scores), "At rounding: at most"));
}

TEST_CASE("a reference rollout stretches no axis below the models, and has its number under the chart") {
    Scores scores = interval_scores();
    scores.submissions[1].error_over_time = {{0, 0.5, 1}, {}, {0, 0.01, 0.1}, {0, 0.005, 0.02}, {0, 0.3, 0.9}};
    scores.submissions[0].error_over_time = {{0, 0.5, 1}, {}, {0, 1e-8, 2e-7}, {0, 1e-9, 1e-8}, {0, 1e-7, 1e-6}};
    const auto chart = [&] { return score_charts(scores, std::nullopt, "s0", "s").front(); };
    CHECK(chart_frame(chart()).up.low() < 1e-8);  // a model may be as good as it likes
    scores.models[0].reference = true;
    CHECK(chart_frame(chart()).up.low() > 1e-3);
    CHECK(contains_text(chart_svg(chart()), "below the axis: good, at most 2e-07"));
    const Chart means = score_charts(scores, std::nullopt, "s0", "s").at(1);
    REQUIRE(means.id == "s0-relative_error");
    CHECK(contains_text(chart_svg(means), "below the axis: 0.0001"));
    scores.models[1].reference = true;  // only reference rollouts: they rule the axis
    CHECK(chart_frame(chart()).up.low() < 1e-8);
}

TEST_CASE("names stand at the ends of their curves, in their order, and never on each other") {
    const Scores scores = interval_scores();
    const std::string svg = chart_svg(score_charts(scores, std::nullopt, "s0", "s").front());
    static const std::regex name("class=\"name\" x=\"([0-9.]+)\" y=\"([0-9.]+)\"");
    std::vector<double> heights;
    for (std::sregex_iterator match(svg.begin(), svg.end(), name), end; match != end; ++match)
        heights.push_back(std::stod((*match)[2]));
    REQUIRE(heights.size() == 2);
    CHECK(heights[1] - heights[0] > 13);  // letters of 13 px
}

TEST_CASE("the distribution of a page is drawn as the share of trajectories with at most this error") {
    Scores scores = interval_scores();
    scores.submissions.resize(1);
    scores.models.resize(1);
    scores.submissions[0].relative_error = {3e-4, 1e-4, 2e-4, 7e-3};
    const ReadChart chart = read_chart(html_report(scores), "s0-error_distribution");
    REQUIRE(chart.series.at(0).lines.size() == 1);
    const auto corner = [&](double error, double share) {
        return std::any_of(chart.series[0].lines[0].begin(), chart.series[0].lines[0].end(), [&](const ChartPixel& p) {
            return std::abs(p.across - chart.across.pixel_of(error)) < svg_rounding &&
                   std::abs(p.down - chart.up.pixel_of(share)) < svg_rounding;
        });
    };
    CHECK((corner(2e-4, 0.25) && corner(2e-4, 0.5)));
    CHECK((corner(3e-4, 0.5) && corner(3e-4, 0.75)));
    CHECK((corner(7e-3, 0.75) && corner(7e-3, 1)));
    CHECK(!corner(3e-4, 1));
}

TEST_CASE("a rank histogram is drawn relative to a flat one, and only of ensembles") {
    Scores scores = interval_scores();
    CHECK_FALSE(contains_text(html_report(scores), "Rank histogram"));
    EnsembleSummary ensemble;
    ensemble.members = 3;
    for (const double share : {0.5, 0.25, 0.125, 0.125}) ensemble.ranks.push_back({share});
    scores.submissions[1].ensemble = ensemble;
    const ReadChart chart = read_chart(html_report(scores), "s0-rank_histogram");
    REQUIRE(chart.series.size() == 1);
    REQUIRE(chart.series[0].lines.size() == 1);
    const auto corner = [&](double place, double frequency) {
        return std::any_of(chart.series[0].lines[0].begin(), chart.series[0].lines[0].end(), [&](const ChartPixel& p) {
            return std::abs(p.across - chart.across.pixel_of(place)) < svg_rounding &&
                   std::abs(p.down - chart.up.pixel_of(frequency)) < svg_rounding;
        });
    };
    CHECK((corner(0, 2) && corner(0.25, 2)));
    CHECK((corner(0.25, 1) && corner(0.5, 1)));
    CHECK((corner(0.5, 0.5) && corner(1, 0.5)));
    CHECK(!corner(0.75, 1));
}

TEST_CASE("perfect predictions and such that never are finite have charts that say so") {
    Scores scores = interval_scores();
    scores.submissions[0].error_over_time = {{0, 0.5, 1}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    scores.submissions[1].error_over_time = {
        {0, 0.5, 1}, {0, INFINITY, INFINITY}, {0, INFINITY, INFINITY}, {0, 1e-3, 1e-2}, {0, INFINITY, INFINITY}};
    error_of(scores.submissions[0]).geometric_mean = 0;
    error_of(scores.submissions[0]).geometric_mean_ci95 = Interval{0, 0};
    scores.models[0].metrics = scores.submissions[0].metrics;
    const std::string page = html_report(scores);
    CHECK(contains_text(page, ">good (no error)</text>"));
    CHECK(contains_text(page, ">bad (not finite)</text>"));
    CHECK(read_chart(page, "s0-error_over_time").series[0].lines.empty());
    CHECK(read_chart(page, "s0-relative_error").series[0].marks.empty());
    CHECK(read_chart(page, "s0-relative_error").series[1].marks.size() == 1);
}

TEST_CASE("a page's script is given the numbers that the tables have, for a reader who points") {
    const auto json = Json::parse(chart_json(systems_chart(interval_comparison())));
    CHECK(json["rows"] == Json::parse(R"(["chain_pendulum_1", "gyroscope"])"));
    CHECK(json["series"][0]["label"] == "good");
    CHECK(json["series"][0]["x"] == Json::parse("[1e-4, 3e-3]"));
    CHECK(json["series"][0]["low"] == Json::parse("[4e-5, 1e-3]"));
    CHECK(json["series"][1]["high"] == Json::parse("[0.12, null]"));
}

TEST_CASE("constraint violation over tolerance has a curve through the rollouts of three tolerances, none of two") {
    Scores scores = interval_scores();
    const auto has = [&] {
        const auto charts = score_charts(scores, std::nullopt, "s0", "s");
        return std::any_of(charts.begin(), charts.end(), [](const Chart& c) { return c.id == "s0-violation_by_rtol"; });
    };
    scores.submissions.clear();
    for (const double rtol : {1e-3, 1e-5, 1e-7}) {
        CHECK((scores.submissions.empty() || !has()));
        scores.submissions.push_back(example_submission("r", scores.choices, 2 * std::pow(rtol, 0.8)));
        scores.submissions.back().rtol = rtol;
        scores.models = {{"r", {0}, true, scores.submissions[0].metrics}};
    }
    CHECK(has());
}
