#include "report/text_report.hpp"

#include <algorithm>

#include "report/text_table.hpp"

namespace cchnn {
namespace {

using Kind = Metric::Kind;

std::string value_text(const Metric& metric, double value) {
    return metric.kind == Kind::valid_time ? time_text(value) : error_text(value);
}

std::string with_interval(const Metric& metric, double value, const std::optional<Interval>& interval) {
    std::string text = value_text(metric, value);
    if (interval) text += " [" + value_text(metric, interval->low) + ", " + value_text(metric, interval->high) + "]";
    return text;
}

std::string title(const std::string& text) { return "\n" + text + "\n"; }

// A name may be long: the numbers matter more.
std::string row_name(const SubmissionScores& submission) {
    const std::string name = printable(submission.label);
    return name.size() <= 40 ? name : name.substr(0, 37) + "...";
}

std::string heading(const Scores& scores) {
    const TruthInfo& truth = scores.truth;
    return printable(truth.path) + ": " + truth.system + ", " + std::to_string(truth.trajectories) + " trajectories of " +
           std::to_string(truth.samples) + " samples, 0 .. " + time_text(truth.dt * (truth.samples - 1)) + " s\n";
}

std::string relative_error_table(const Scores& scores, std::size_t width) {
    TextTable table{{"", "mean [95 %]", "geometric mean [95 %]", "median", "diverged", "5 % .. 95 %"}, {}};
    for (const SubmissionScores& submission : scores.submissions) {
        const MetricScore& score = submission.metrics.front();
        const Summary& s = score.summary;
        table.rows.push_back({row_name(submission), with_interval(score.metric, s.mean, s.mean_ci95),
                              with_interval(score.metric, s.geometric_mean, s.geometric_mean_ci95), error_text(s.median),
                              std::to_string(submission.diverged.trajectories),
                              error_text(s.p05) + " .. " + error_text(s.p95)});
    }
    return title("Relative error, geometric mean over time; over trajectories:") + table.text(width);
}

// Columns are the metrics that `wanted` picks, each the mean over trajectories.
template <class Wanted, class Heading>
std::string metric_table(const Scores& scores, std::size_t width, const std::string& caption, Wanted wanted,
                         Heading heading_of) {
    TextTable table{{""}, {}};
    for (const MetricScore& score : scores.submissions.front().metrics)
        if (wanted(score.metric)) table.headings.push_back(heading_of(score.metric));
    if (table.headings.size() == 1) return "";
    for (const SubmissionScores& submission : scores.submissions) {
        table.rows.push_back({row_name(submission)});
        for (const MetricScore& score : submission.metrics) {
            if (!wanted(score.metric)) continue;
            const bool short_form = score.metric.kind == Kind::error_at_step;
            std::string cell = with_interval(score.metric, score.summary.mean,
                                             short_form ? std::nullopt : score.summary.mean_ci95);
            if (score.metric.kind == Kind::valid_time) cell += " (" + std::to_string(score.censored) + ")";
            table.rows.back().push_back(cell);
        }
    }
    return title(caption) + table.text(width);
}

bool is_energy(const Metric& m) { return m.kind == Kind::energy_error || m.kind == Kind::energy_error_scaled; }

bool is_constraint(const Metric& m) {
    return m.kind == Kind::constraint_rmse || m.kind == Kind::constraint_rate_rmse || m.kind == Kind::distance_rmse ||
           m.kind == Kind::constraint_stacked;
}

std::string energy_heading(const Metric& m) {
    return m.kind == Kind::energy_error ? "|H-H'|/(|H|+|H'|)" : "|H-H'|/max kinetic";
}

std::string constraint_heading(const Metric& m) {
    switch (m.kind) {
        case Kind::constraint_rmse: return "Phi, m^2";
        case Kind::constraint_rate_rmse: return "dPhi/dt, m^2/s";
        case Kind::distance_rmse: return "length, m";
        default: return "|(Phi, dPhi/dt)|, mixed";
    }
}

// Valid times once more, as multiples of the time in which errors grow e-fold.
std::string lyapunov_table(const Scores& scores, std::size_t width) {
    if (!scores.truth.chaotic()) return "";
    const MeanInterval& exponent = *scores.truth.lyapunov;
    TextTable table{{""}, {}};
    for (const SubmissionScores& submission : scores.submissions) {
        table.rows.push_back({row_name(submission)});
        for (const MetricScore& score : submission.metrics) {
            if (score.metric.kind != Kind::valid_time) continue;
            if (table.rows.size() == 1)
                table.headings.push_back("until Err > " + score.metric.key.substr(score.metric.key.rfind('_') + 1));
            table.rows.back().push_back(time_text(score.summary.mean * exponent.mean));
        }
    }
    return title("Valid time in Lyapunov times of " + time_text(1 / exponent.mean) + " s [" + time_text(1 / exponent.high) +
                 ", " + time_text(1 / exponent.low) + "], mean over trajectories:") +
           table.text(width);
}

std::string remarks(const Scores& scores) {
    std::string text;
    for (const SubmissionScores& submission : scores.submissions) {
        const Diverged& diverged = submission.diverged;
        if (diverged.trajectories > 0) {
            text += "  " + row_name(submission) + ": " + std::to_string(diverged.trajectories) + " of " +
                    std::to_string(scores.truth.trajectories) +
                    " trajectories are not finite and have the worst value from there on (ids ";
            const std::size_t shown = std::min<std::size_t>(diverged.ids.size(), 10);
            for (std::size_t i = 0; i < shown; ++i) text += (i ? ", " : "") + std::to_string(diverged.ids[i]);
            text += diverged.trajectories > shown ? ", ...)\n" : ")\n";
        }
        for (const std::string& remark : submission.remarks)
            text += "  " + row_name(submission) + ": " + printable(remark) + "\n";
    }
    return text.empty() ? text : title("Remarks:") + text;
}

}  // namespace

std::string text_report(const Scores& scores, std::size_t width) {
    return heading(scores) + relative_error_table(scores, width) +
           metric_table(scores, width, "Err at step, mean over trajectories:",
                        [](const Metric& m) { return m.kind == Kind::error_at_step; },
                        [](const Metric& m) { return std::to_string(m.step); }) +
           metric_table(scores, width,
                        "Valid time in s, mean over trajectories [95 %] (how many stay valid to the end):",
                        [](const Metric& m) { return m.kind == Kind::valid_time; },
                        [](const Metric& m) { return "until Err > " + m.key.substr(m.key.rfind('_') + 1); }) +
           lyapunov_table(scores, width) +
           metric_table(scores, width, "Energy error, mean over time and trajectories [95 %]:", is_energy,
                        energy_heading) +
           metric_table(scores, width, "Constraint violation, RMS over rows and time, mean over trajectories [95 %]:",
                        is_constraint, constraint_heading) +
           remarks(scores) + "\nsignature " + scores.signature + "\n";
}

}  // namespace cchnn
