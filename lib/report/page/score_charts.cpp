#include "report/page/score_charts.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "core/counted.hpp"
#include "core/number_text.hpp"
#include "report/tables/comparison_report.hpp"
#include "report/tables/text_table.hpp"

namespace cchnn {

namespace {

bool belongs_to(const Scores& scores, std::size_t submission, const std::function<bool(const ModelScores&)>& wanted) {
    return std::ranges::any_of(scores.models, [&](const ModelScores& model) {
        return wanted(model) && std::ranges::count(model.members, submission) > 0;
    });
}

}  // namespace

bool is_reference(const Scores& scores, std::size_t submission) {
    return belongs_to(scores, submission, [](const ModelScores& model) { return model.reference; });
}

namespace {

// What is conserved is at rounding in a naive forecast that stands still or repeats a motion: this stretches no axis.
void let_models_rule(Chart& chart, const Scores& scores) {
    for (std::size_t i = 0; i < chart.series.size(); ++i)
        chart.series[i].reference = belongs_to(scores, i, [](const ModelScores& model) { return !model.ranked(); });
}

std::string chart_id(const std::string& place, const char* name) { return place.empty() ? name : place + "-" + name; }

// A curve with its band, without t = 0, where the state is given.
ChartSeries series_of(const std::string& label, std::size_t style, const ErrorOverTime& curve) {
    ChartSeries series{label, style};
    for (std::size_t k = 0; k < curve.times.size(); ++k) {
        if (curve.times[k] == 0) continue;
        series.add(curve.times[k], curve.median[k], curve.p05[k], curve.p95[k]);
    }
    return series;
}

// The label of a curve, with the reason if it cannot be drawn.
std::string curve_label(const std::string& label, const ErrorOverTime& curve) {
    bool zero = true, finite = false;
    for (std::size_t k = 0; k < curve.times.size(); ++k) {
        if (curve.times[k] == 0) continue;
        zero = zero && curve.median[k] == 0;
        finite = finite || (curve.median[k] > 0 && std::isfinite(curve.median[k]));
    }
    return printable(label) + (finite ? "" : zero ? " (no error)" : " (not finite)");
}

// `curve` is the member of the scores that is drawn: error, energy error or violation over time.
Chart over_time(const Scores& scores, const std::string& id, const std::string& title, const std::string& up,
                const std::string& time_unit, ErrorOverTime SubmissionScores::*curve) {
    Chart chart{Chart::Kind::curves,
                id,
                title,
                "",
                "time (" + time_unit + ")",
                up,
                scores.truth.dt * (scores.truth.samples - 1)};
    chart.note = scores.truth.trajectories == 1
                     ? "Of one trajectory."
                     : "Median and 5-95 % band over " + trajectories_text(scores.truth.trajectories) + ".";
    for (std::size_t i = 0; i < scores.submissions.size(); ++i) {
        const SubmissionScores& s = scores.submissions[i];
        chart.series.push_back(series_of(curve_label(s.label, s.*curve), i, s.*curve));
        chart.series.back().reference = is_reference(scores, i);
    }
    return chart;
}

// Adds a mark with its interval to a chart of rows.
void add_bar(ChartSeries& series, double row, const Summary& summary) {
    const Interval none{std::nan(""), std::nan("")}, ends = summary.geometric_mean_ci95.value_or(none);
    series.add(summary.geometric_mean, row, ends.low, ends.high);
}

// One row for each model, the best first.
Chart means(const Scores& scores, const std::string& id) {
    Chart chart{Chart::Kind::rows,    id, "Relative error, geometric mean with its 95 % interval", "",
                "relative error Err", ""};
    for (const RankedModel& ranked : models_by_error(scores)) {
        const ModelScores& model = scores.models[ranked.model];
        ChartSeries series{printable(model.label), model.members.front()};
        series.reference = model.reference;
        add_bar(series, to_double(chart.rows.size()), model.metrics.front().summary);
        chart.rows.push_back(series.label);
        chart.series.push_back(std::move(series));
    }
    return chart;
}

Chart distribution(const Scores& scores, const std::string& id) {
    Chart chart{Chart::Kind::steps,
                id,
                "Distribution of the relative error over trajectories",
                "The share of trajectories with at most this error.",
                "relative error of a trajectory",
                "share of trajectories"};
    chart.shares = true;
    for (std::size_t i = 0; i < scores.submissions.size(); ++i) {
        ChartSeries series{printable(scores.submissions[i].label), i};
        series.reference = is_reference(scores, i);
        for (const auto& [error, share] : error_distribution(scores.submissions[i].relative_error))
            series.add(error, share);
        chart.series.push_back(std::move(series));
    }
    return chart;
}

// The rank histogram of ensembles (Hamill 2001), each frequency relative to that of a flat histogram. Ensembles
// with many members are gathered into at most 50 columns.
std::optional<Chart> rank_histogram(const Scores& scores, const std::string& id) {
    constexpr std::size_t most_columns = 50;
    Chart chart{
        Chart::Kind::steps,
        id,
        "Rank histogram of ensembles",
        "How often the reference has each rank among the members, 1 as often as all others. Higher at both ends: "
        "too little spread. Higher in the middle: too much. Higher at one end: a bias.",
        "share of the members below the reference",
        "frequency",
        1};
    for (std::size_t i = 0; i < scores.submissions.size(); ++i) {
        const SubmissionScores& s = scores.submissions[i];
        if (!s.ensemble || s.ensemble->members < 2) continue;
        ChartSeries series{printable(s.label), i};
        const std::vector<EnsembleSummary::Rank>& ranks = s.ensemble->ranks;
        const std::size_t together = (ranks.size() + most_columns - 1) / most_columns;
        for (std::size_t first = 0; first < ranks.size(); first += together) {
            const std::size_t end = std::min(first + together, ranks.size());
            double share = 0;
            for (std::size_t r = first; r < end; ++r) share += ranks[r].share;
            const double all = to_double(ranks.size());
            series.add(to_double(first) / all, share * all / to_double(end - first));
        }
        series.add(1, series.y.back());
        chart.series.push_back(std::move(series));
    }
    return chart.series.empty() ? std::nullopt : std::optional(chart);
}

// The largest median of all curves; infinity if one is not finite.
double largest_of(const Chart& chart) {
    double most = 0;
    for (const ChartSeries& s : chart.series)
        for (const double y : s.y) most = std::isfinite(y) ? std::max(most, y) : INFINITY;
    return most;
}

// The fit y = factor x^exponent, by least squares of the logarithms of positive values. Fewer than two different
// abscissas give NaN, which draws no line.
ChartSeries power_law(const ChartSeries& of) {
    double n = 0, x = 0, y = 0, xx = 0, xy = 0;
    for (std::size_t k = 0; k < of.x.size(); ++k) {
        if (!(of.y[k] > 0)) continue;
        const double a = std::log(of.x[k]), b = std::log(of.y[k]);
        n += 1;
        x += a;
        y += b;
        xx += a * a;
        xy += a * b;
    }
    const double exponent = (n * xy - x * y) / (n * xx - x * x), factor = std::exp((y - exponent * x) / n);
    ChartSeries law{"power law with exponent " + short_number(exponent, 3), 1};
    for (const double abscissa : of.x) law.add(abscissa, factor * std::pow(abscissa, exponent));
    return law;
}

// One curve through the reference rollouts of at least three tolerances.
std::optional<Chart> by_tolerance(const Scores& scores, const std::string& id) {
    const std::map<double, Summary> violations = violations_by_rtol(scores, &Summary::geometric_mean);
    if (violations.size() < 3) return std::nullopt;
    Chart chart{Chart::Kind::curves,
                id,
                "Constraint violation and tolerance",
                "Geometric mean with its 95 % interval.",
                "relative tolerance of a step",
                "constraint RMSE, Phi (m²)"};
    ChartSeries series{"reference rollouts", 0};
    for (const auto& [rtol, summary] : violations) {
        const double mean = summary.geometric_mean;
        const Interval ends = summary.geometric_mean_ci95.value_or(Interval{mean, mean});
        series.add(rtol, mean, ends.low, ends.high);
    }
    chart.series = {power_law(series), std::move(series)};
    return chart;
}

}  // namespace

// The charts of one system's section, each with an id that begins with `id`. The floor is the estimated error
// of the reference over time.
std::vector<Chart> score_charts(const Scores& scores, const std::optional<ErrorOverTime>& floor, const std::string& id,
                                const std::string& time_unit) {
    std::vector<Chart> charts{over_time(scores, chart_id(id, "error_over_time"), "Relative error over time",
                                        "relative error Err", time_unit, &SubmissionScores::error_over_time)};
    if (floor) {
        const ChartSeries curve = series_of("", 0, *floor);
        charts[0].floor_x = curve.x;
        charts[0].floor_y = curve.y;
    }
    if (scores.models.size() > 1) charts.push_back(means(scores, chart_id(id, "relative_error")));
    charts.push_back(distribution(scores, chart_id(id, "error_distribution")));
    if (!scores.submissions.front().nrmse_over_time.times.empty())
        charts.push_back(over_time(scores, chart_id(id, "nrmse_over_time"), "NRMSE over time", "NRMSE", time_unit,
                                   &SubmissionScores::nrmse_over_time));
    charts.push_back(over_time(scores, chart_id(id, "energy_over_time"), "Energy error over time",
                               "|H − H'| / max kinetic energy", time_unit, &SubmissionScores::energy_over_time));
    let_models_rule(charts.back(), scores);
    if (!scores.submissions.front().violation_over_time.times.empty()) {
        Chart chart = over_time(scores, chart_id(id, "violation_over_time"), "Constraint violation over time",
                                "RMS of Phi (m²)", time_unit, &SubmissionScores::violation_over_time);
        let_models_rule(chart, scores);
        chart.least = rounding_of_constraints(scores);
        if (const double most = largest_of(chart); most < chart.least) {
            chart.series.clear();
            chart.note = "At rounding: at most " + short_number(most, 2) + " m².";
        } else if (chart.below_least())
            chart.note += " What lies below the axis is rounding of the coordinates, below " +
                          short_number(chart.least, 2) + " m².";
        charts.push_back(std::move(chart));
    }
    if (auto chart = rank_histogram(scores, chart_id(id, "rank_histogram"))) charts.push_back(std::move(*chart));
    if (auto chart = by_tolerance(scores, chart_id(id, "violation_by_rtol"))) charts.push_back(std::move(*chart));
    return charts;
}

// A model has one series with a mark in the row of each system.
Chart systems_chart(const Comparison& comparison) {
    Chart chart{Chart::Kind::rows,
                "systems",
                "Relative error of each model on each system",
                "Geometric mean over trajectories and training seeds, with its 95 % interval.",
                "relative error Err",
                ""};
    for (const Scores& scores : comparison.systems) {
        const double row = to_double(chart.rows.size());
        chart.rows.push_back(scores.truth.system);
        for (const ModelScores& model : scores.models) {
            const std::string label = printable(model.label);
            auto found = std::ranges::find_if(chart.series, [&](const auto& s) { return s.label == label; });
            if (found == chart.series.end())
                found = chart.series.insert(found, ChartSeries{label, chart.series.size()});
            found->reference = model.reference;
            add_bar(*found, row, model.metrics.front().summary);
        }
    }
    return chart;
}

std::vector<std::pair<double, double>> error_distribution(std::vector<double> errors) {
    constexpr std::size_t most_steps = 400;
    std::ranges::sort(errors);
    const std::size_t count = errors.size(), stride = count / most_steps + 1;
    std::vector<std::pair<double, double>> steps;
    for (std::size_t i = 0; i < count; ++i)
        if (i % stride == 0 || i + 1 == count) steps.emplace_back(errors[i], to_double(i + 1) / to_double(count));
    return steps;
}

std::map<double, Summary> violations_by_rtol(const Scores& scores, double Summary::*shown) {
    std::map<double, Summary> found;
    for (const SubmissionScores& submission : scores.submissions)
        for (const MetricScore& score : submission.metrics)
            if (submission.rtol && score.metric.kind == Metric::Kind::constraint_rmse &&
                std::isfinite(score.summary.*shown))
                found.emplace(*submission.rtol, score.summary);
    return found;
}

double rounding_of_constraints(const Scores& scores) {
    double largest = 0;
    if (!scores.shown.x.empty())
        for (const double x : scores.shown.x.front()) largest = std::max(largest, std::fabs(x));
    if (!(largest > 0)) largest = 1;
    return 10 * std::numeric_limits<double>::epsilon() * largest * largest;
}

}  // namespace cchnn
