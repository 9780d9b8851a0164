#include "report/tables/score_tables.hpp"

#include <algorithm>
#include <functional>

namespace cchnn {
namespace {

using Kind = Metric::Kind;
using Wanted = std::function<bool(const Metric&)>;
using Heading = std::function<std::string(const Metric&)>;

std::string value_text(const Metric& metric, double value) {
    return metric.kind == Kind::valid_time ? time_text(value) : error_text(value);
}

std::vector<std::string> error_cells(const MetricScore& score) {
    const Summary& s = score.summary;
    return {with_interval(score.metric, s.mean, s.mean_ci95),
            with_interval(score.metric, s.geometric_mean, s.geometric_mean_ci95), error_text(s.median),
            error_text(s.p05) + " .. " + error_text(s.p95)};
}

CaptionedTable relative_error_table(const Scores& scores) {
    TextTable table{{"", "mean [95 %]", "geometric mean [95 %]", "median", "diverged", "5 % .. 95 %"}, {}};
    for (const SubmissionScores& submission : scores.submissions) {
        std::vector<std::string> row = error_cells(submission.metrics.front());
        row.insert(row.begin(), short_label(submission.label));
        row.insert(row.begin() + 4, std::to_string(submission.diverged.trajectories));
        table.rows.push_back(row);
    }
    return {"Relative error, geometric mean over time; over trajectories:", table};
}

CaptionedTable published_table(const Scores& scores) {
    TextTable table{{"", "mean [95 %]", "geometric mean [95 %]", "trajectories"}, {}};
    const Metric& metric = scores.submissions.front().metrics.front().metric;
    for (const PublishedScore& p : scores.published)
        table.rows.push_back({p.model + " (published)", with_interval(metric, p.mean, p.mean_ci95),
                              with_interval(metric, p.geometric_mean, p.geometric_mean_ci95),
                              std::to_string(p.trajectories)});
    return {"Published relative errors, another draw of test trajectories; recipe: --preset published:", table};
}

CaptionedTable seeds_table(const Scores& scores) {
    TextTable table{{"", "seeds", "mean [95 %]", "geometric mean [95 %]", "median", "5 % .. 95 %"}, {}};
    for (const ModelScores& model : scores.models) {
        std::vector<std::string> row = error_cells(model.metrics.front());
        row.insert(row.begin(), {short_label(model.label), std::to_string(model.members.size())});
        table.rows.push_back(row);
    }
    return {"Relative error of models, over training seeds and trajectories (two-level intervals):", table};
}

// Columns are the metrics that `wanted` picks, each the mean over trajectories.
CaptionedTable metric_table(const Scores& scores, const std::string& caption, const Wanted& wanted,
                            const Heading& heading) {
    TextTable table{{""}, {}};
    for (const MetricScore& score : scores.submissions.front().metrics)
        if (wanted(score.metric)) table.headings.push_back(heading(score.metric));
    if (table.headings.size() == 1) return {caption, table};
    for (const SubmissionScores& submission : scores.submissions) {
        table.rows.push_back({short_label(submission.label)});
        for (const MetricScore& score : submission.metrics) {
            if (!wanted(score.metric)) continue;
            const bool short_form = score.metric.kind == Kind::error_at_step;
            std::string cell =
                with_interval(score.metric, score.summary.mean, short_form ? std::nullopt : score.summary.mean_ci95);
            if (score.metric.kind == Kind::valid_time) cell += " (" + std::to_string(score.censored) + ")";
            table.rows.back().push_back(cell);
        }
    }
    return {caption, table};
}

bool is_energy(const Metric& m) {
    return m.kind == Kind::energy_error || m.kind == Kind::energy_error_scaled || m.kind == Kind::energy_drift ||
           m.kind == Kind::energy_fluctuation;
}

bool is_constraint(const Metric& m) {
    return m.kind == Kind::constraint_rmse || m.kind == Kind::constraint_rate_rmse || m.kind == Kind::distance_rmse ||
           m.kind == Kind::constraint_stacked;
}

std::string energy_heading(const Metric& m) {
    switch (m.kind) {
        case Kind::energy_error: return "|H-H'|/(|H|+|H'|)";
        case Kind::energy_error_scaled: return "|H-H'|/max kinetic";
        case Kind::energy_drift: return "drift, 1/s";
        default: return "fluctuation";
    }
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
CaptionedTable lyapunov_table(const Scores& scores) {
    if (!scores.truth.chaotic()) return {};
    const MeanInterval& exponent = *scores.truth.lyapunov;
    TextTable table{{""}, {}};
    for (const SubmissionScores& submission : scores.submissions) {
        table.rows.push_back({short_label(submission.label)});
        for (const MetricScore& score : submission.metrics) {
            if (score.metric.kind != Kind::valid_time) continue;
            if (table.rows.size() == 1)
                table.headings.push_back("until Err > " + score.metric.key.substr(score.metric.key.rfind('_') + 1));
            table.rows.back().push_back(time_text(score.summary.mean * exponent.mean));
        }
    }
    return {"Valid time in Lyapunov times of " + time_text(1 / exponent.mean) + " s [" + time_text(1 / exponent.high) +
                ", " + time_text(1 / exponent.low) + "], mean over trajectories:",
            table};
}

// "angular_momentum_error_z" -> "angular z"
std::string momentum_heading(const Metric& m) {
    return m.key.substr(0, m.key.find('_')) + " " + m.key.substr(m.key.rfind('_') + 1);
}

std::string diverged_text(const Diverged& diverged, std::uint64_t count) {
    std::string text = std::to_string(diverged.trajectories) + " of " + std::to_string(count) +
                       " trajectories are not finite and have the worst value from there on (ids ";
    const std::size_t shown = std::min<std::size_t>(diverged.ids.size(), 10);
    for (std::size_t i = 0; i < shown; ++i) text += (i ? ", " : "") + std::to_string(diverged.ids[i]);
    return text + (diverged.trajectories > shown ? ", ...)" : ")");
}

}  // namespace

std::string with_interval(const Metric& metric, double value, const std::optional<Interval>& interval) {
    std::string text = value_text(metric, value);
    if (interval) text += " [" + value_text(metric, interval->low) + ", " + value_text(metric, interval->high) + "]";
    return text;
}

std::string short_label(const std::string& label) {
    const std::string name = printable(label);
    return name.size() <= 40 ? name : name.substr(0, 37) + "...";
}

CaptionedTable paired_table(const std::vector<ModelComparison>& comparisons) {
    TextTable table{{"", "error ratio [95 %]", "better on", "p", "p (Holm)"}, {}};
    for (const ModelComparison& c : comparisons) {
        std::string ratio = error_text(c.test.ratio);
        if (c.test.ratio_ci95)
            ratio += " [" + error_text(c.test.ratio_ci95->low) + ", " + error_text(c.test.ratio_ci95->high) + "]";
        table.rows.push_back({short_label(c.a) + " / " + short_label(c.b), ratio,
                              std::to_string(c.test.better) + " of " + std::to_string(c.test.better + c.test.worse),
                              c.test.p_value ? error_text(*c.test.p_value) : "-",
                              c.p_holm ? error_text(*c.p_holm) : "-"});
    }
    return {"Paired on the same trajectories: ratio of geometric means, p of sign flips of the log ratios:", table};
}

std::string score_heading(const Scores& scores) {
    const TruthInfo& truth = scores.truth;
    return printable(truth.path) + ": " + truth.system + ", " + std::to_string(truth.trajectories) +
           " trajectories of " + std::to_string(truth.samples) + " samples, 0 .. " +
           time_text(truth.dt * (truth.samples - 1)) + " s";
}

std::vector<CaptionedTable> score_tables(const Scores& scores) {
    std::vector<CaptionedTable> tables{relative_error_table(scores)};
    if (scores.grouped) tables.push_back(seeds_table(scores));
    if (!scores.published.empty()) tables.push_back(published_table(scores));
    tables.push_back(paired_table(scores.comparisons));
    tables.push_back(metric_table(
        scores, "Err at step, mean over trajectories:", [](const Metric& m) { return m.kind == Kind::error_at_step; },
        [](const Metric& m) { return std::to_string(m.step); }));
    tables.push_back(metric_table(
        scores, "Valid time in s, mean over trajectories [95 %] (how many stay valid to the end):",
        [](const Metric& m) { return m.kind == Kind::valid_time; },
        [](const Metric& m) { return "until Err > " + m.key.substr(m.key.rfind('_') + 1); }));
    tables.push_back(lyapunov_table(scores));
    tables.push_back(
        metric_table(scores, "Energy error, mean over time and trajectories [95 %]:", is_energy, energy_heading));
    tables.push_back(metric_table(
        scores, "Constraint violation, RMS over rows and time, mean over trajectories [95 %]:", is_constraint,
        constraint_heading));
    tables.push_back(metric_table(
        scores, "Conserved momentum, error / its largest possible value, mean over time and trajectories [95 %]:",
        [](const Metric& m) { return m.kind == Kind::momentum_error; }, momentum_heading));
    tables.push_back(metric_table(
        scores, "Relative error of single bodies, geometric mean over time, mean over trajectories [95 %]:",
        [](const Metric& m) { return m.kind == Kind::body_error; },
        [](const Metric& m) { return m.key.substr(std::string("body_error_").size()); }));
    std::erase_if(tables, [](const CaptionedTable& t) { return t.table.rows.empty(); });
    return tables;
}

std::vector<std::string> score_remarks(const Scores& scores) {
    std::vector<std::string> remarks;
    for (const SubmissionScores& submission : scores.submissions) {
        const std::string label = short_label(submission.label) + ": ";
        if (submission.diverged.trajectories > 0)
            remarks.push_back(label + diverged_text(submission.diverged, scores.truth.trajectories));
        for (const std::string& remark : submission.remarks) remarks.push_back(label + printable(remark));
    }
    if (scores.published.empty()) return remarks;
    for (const std::string& remark : published_remarks(scores.truth.system)) remarks.push_back("published: " + remark);
    if (scores.choices.preset != "published")
        remarks.push_back("published: the recipe above is not the one of these scores; --preset published is");
    return remarks;
}

}  // namespace cchnn
