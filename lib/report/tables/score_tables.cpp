#include "report/tables/score_tables.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

#include "core/counted.hpp"
#include "core/number_text.hpp"
#include "core/option.hpp"
#include "core/to_size.hpp"
#include "report/tables/optional_tables.hpp"
#include "score/horizons.hpp"
#include "score/metrics/metrics.hpp"
#include "score/model_scores.hpp"

namespace cchnn {
namespace {

using Family = MetricFamily;

// The table of one family of metrics; `intervals` says whether intervals stand beside the numbers. The table
// below has one for each MetricFamily in its order, which a static_assert checks.
struct FamilyTable {
    Family family;
    const char *name, *rest;  // of its caption
    bool intervals;           // beside each number
    std::string caption() const { return std::string(name) + rest; }
};
constexpr std::array<FamilyTable, metric_family_count> family_tables{{
    {Family::relative_error, "Relative error", ", geometric mean over time; over trajectories:", true},
    {Family::error_at_step, "Err at step", ", geometric mean over trajectories:", false},
    {Family::state, "State error", ", geometric mean over trajectories [95 %]:", true},
    {Family::valid_time, "Valid prediction time",
     " (VPT) in s, mean over trajectories [95 %] (how many stay valid to the end):", true},
    {Family::forecast, "Forecast error", ", geometric mean over trajectories [95 %]:", true},
    {Family::distribution, "Distribution over time",
     ", Wasserstein distance, geometric mean over trajectories [95 %]:", true},
    {Family::statistics, "Long-term statistics",
     ", to be read beside those of a reference rollout; geometric mean over trajectories [95 %]:", true},
    {Family::energy, "Energy error", ", mean over time, geometric mean over trajectories [95 %]:", true},
    {Family::constraint, "Constraint violation",
     ", RMS over scalar constraints and time, geometric mean over trajectories [95 %]:", true},
    {Family::momentum, "Conserved momentum",
     ", error / its largest possible value, mean over time, geometric mean over trajectories [95 %]:", true},
    {Family::body, "Relative error of single bodies", ", geometric mean over time and trajectories [95 %]:", true},
    {Family::ensemble, "Score of an ensemble", ", mean over time and trajectories [95 %]:", true},
    {Family::sensitivity, "Sensitivities",
     ", derivatives of the motion, geometric mean over trajectories [95 %]:", true},
    {Family::structure, "Structure", ", found within 5 degrees of the true one, mean over trajectories [95 %]:", true},
    {Family::impact, "Impacts", ", geometric mean over trajectories [95 %], or the mean where a column says so:", true},
}};
// MetricFamily begins at 1, so that family i has table i - 1.
constexpr bool in_order() {
    for (std::size_t i = 0; i < family_tables.size(); ++i)
        if (static_cast<std::size_t>(family_tables[i].family) != i + 1 || !family_tables[i].rest) return false;
    return true;
}
static_assert(in_order(), "each MetricFamily has its table, in the order of the enumeration, with a caption");

constexpr const FamilyTable& table_of(Family family) { return family_tables.at(static_cast<std::size_t>(family) - 1); }

// Times are in seconds of the motion; everything else is an error, of any size.
std::string value_text(const Metric& metric, double value) {
    return metric.unit == "s" ? time_text(value) : error_text(value);
}

std::vector<std::string> error_cells(const MetricScore& score) {
    const Summary& s = score.summary;
    return {with_interval(score.metric, s.geometric_mean, s.geometric_mean_ci95), mean_text(score),
            error_text(s.median), error_text(s.p05) + " .. " + error_text(s.p95)};
}

// The first table has the share of failed trajectories besides, that is of those with a relative error above
// the limit of failed_share().
CaptionedTable relative_error_table(const Scores& scores) {
    TextTable table{{"", "geometric mean [95 %]", "mean [95 %]", "failed [95 %]", "median", "5 % .. 95 %"}, {}};
    for (const SubmissionScores& submission : scores.submissions) {
        std::vector<std::string> row = error_cells(submission.metrics.front());
        row.insert(row.begin(), row_label(scores, submission));
        row.insert(row.begin() + 3, failed_text(failed_share({submission.relative_error})));
        table.rows.push_back(row);
    }
    return {table_of(Family::relative_error).caption(), table, Family::relative_error};
}

CaptionedTable published_table(const Scores& scores) {
    TextTable table{{"", "geometric mean [95 %]", "mean [95 %]", "trajectories"}, {}};
    const Metric& metric = scores.submissions.front().metrics.front().metric;
    for (const PublishedScore& p : scores.published)
        table.rows.push_back({p.model + " (published)", with_interval(metric, p.geometric_mean, p.geometric_mean_ci95),
                              with_interval(metric, p.mean, p.mean_ci95), std::to_string(p.trajectories)});
    return {"Published relative errors, on other test trajectories; settings: " + option("preset") + " published:",
            table};
}

// A row for each method, over its training seeds; only in reports that group submissions into methods.
CaptionedTable seeds_table(const Scores& scores) {
    TextTable table{{"", "seeds", "geometric mean [95 %]", "mean", "failed", "median", "5 % .. 95 %"}, {}};
    for (const ModelScores& model : scores.models) {
        std::vector<std::string> row = error_cells(model.metrics.front());
        row.insert(row.begin() + 2, failed_text(model.failed));
        row.insert(row.begin(), {row_label(scores, model), std::to_string(model.members.size())});
        table.rows.push_back(row);
    }
    return {
        "Relative error of methods, over training seeds and trajectories (intervals include both; for one seed, of "
        "that model alone):",
        table, Family::relative_error};
}

// By methods if models are grouped into them, else by files.
CaptionedTable start_error_table(const Scores& scores) {
    const std::string caption =
        "Equivalent start error E: the true motion from initial conditions perturbed by E of the spread of the test "
        "set "
        "is as far off:";
    TextTable table{{"", "start error [95 %]"}, {}};
    for (const SubmissionScores& s : scores.submissions)
        if (s.start_error && !scores.grouped)
            table.rows.push_back({row_label(scores, s), start_error_text(*s.start_error)});
    for (const ModelScores& m : scores.models)
        if (m.start_error && scores.grouped)
            table.rows.push_back({row_label(scores, m), start_error_text(*m.start_error)});
    return {caption, table, {}, TableColumns::start_errors};
}

// The number of a cell, and of valid times how many are at the end.
std::string cell_text(const MetricScore& score, const FamilyTable& shown) {
    const Summary& s = score.summary;
    const std::string worst = score.worst_member ? ", worst " + value_text(score.metric, *score.worst_member) : "";
    if (shown.family == Family::valid_time)
        return with_interval(score.metric, s.mean, s.mean_ci95) + " (" + std::to_string(score.censored) + ")";
    if (headline_is_mean(score.metric)) return with_interval(score.metric, s.mean, s.mean_ci95);
    return with_interval(score.metric, s.geometric_mean, shown.intervals ? s.geometric_mean_ci95 : std::nullopt) +
           worst;
}

// Removes "[95 %]" from a caption if no cell holds an interval.
CaptionedTable without_empty_promise(CaptionedTable shown) {
    const std::string promise = " [95 %]";
    for (const std::vector<std::string>& row : shown.table.rows)
        for (const std::string& cell : row)
            if (cell.find(" [") != std::string::npos) return shown;
    if (const std::size_t begin = shown.caption.find(promise); begin != std::string::npos)
        shown.caption.erase(begin, promise.size());
    return shown;
}

// What whoever names all directions would score, of `of`: with f true ones less than there are directions, all of them are
// found, and with little freedom nearly nothing else is there to be said.
std::vector<std::string> all_directions(const Scores& scores) {
    const std::vector<MetricScore>& metrics = scores.submissions.front().metrics;
    const auto true_ones = [&](std::size_t space) {
        double sum = 0;
        for (const MetricScore& score : metrics)
            if (score.metric.subject.quantity == space && (score.metric.kind == Metric::Kind::structure_found ||
                                                           score.metric.kind == Metric::Kind::structure_missed))
                sum += score.summary.mean;
        return sum;
    };
    std::vector<std::string> row{"all directions"};
    for (const MetricScore& score : metrics) {
        if (family(score.metric) != Family::structure) continue;
        const std::size_t space = score.metric.subject.quantity;
        const double all = space == 2 ? scores.truth.state_freedom : true_ones(0) + scores.truth.freedom,
                     hits = true_ones(space);
        const Metric::Kind kind = score.metric.kind;
        row.push_back(error_text(kind == Metric::Kind::structure_error      ? 1
                                 : kind == Metric::Kind::structure_found    ? hits
                                 : kind == Metric::Kind::structure_missed   ? 0
                                 : kind == Metric::Kind::structure_invented ? all - hits
                                 : all > 0                                  ? 90 * (all - hits) / all
                                                                            : 0));
    }
    return row;
}

// Columns are the metrics of the family, each with its headline over trajectories.
CaptionedTable metric_table(const Scores& scores, const FamilyTable& shown) {
    TextTable table{{""}, {}};
    for (const MetricScore& score : scores.submissions.front().metrics)
        if (family(score.metric) == shown.family) table.headings.push_back(score.metric.heading);
    if (table.headings.size() == 1) return {shown.caption(), table};
    for (const SubmissionScores& submission : scores.submissions) {
        table.rows.push_back({row_label(scores, submission)});
        for (const MetricScore& score : submission.metrics)
            if (family(score.metric) == shown.family) table.rows.back().push_back(cell_text(score, shown));
    }
    if (shown.family == Family::structure) table.rows.push_back(all_directions(scores));
    return without_empty_promise({shown.caption(), table, shown.family});
}

std::string share_text(double share) {
    char text[20];
    std::snprintf(text, sizeof text, "%.1f %%", 100 * share);
    return text;
}

// The share of the true values that are within the interval, and in brackets the share that should be. Few members have
// no interval near the one of the column.
std::string coverage_text(const EnsembleSummary::Coverage& c) {
    constexpr double near = 0.1;
    if (c.interval.nominal == 0 || std::abs(c.interval.nominal - c.interval.wanted) > near) return "-";
    return share_text(c.share) +
           (c.ci95 ? " [" + share_text(c.ci95->low) + ", " + share_text(c.ci95->high) + "]" : "") + " (" +
           share_text(c.interval.nominal) + ")";
}

CaptionedTable calibration_table(const Scores& scores) {
    constexpr std::uint64_t fewest_trajectories = 5;  // of any interval
    TextTable table{
        {"", "members", "spread / skill [95 %]", "within 50 % [95 %] (nominal)", "within 90 % [95 %] (nominal)"}, {}};
    for (const SubmissionScores& submission : scores.submissions) {
        if (!submission.ensemble) continue;
        const EnsembleSummary& e = *submission.ensemble;
        std::string ratio = e.spread_skill ? time_text(*e.spread_skill) : "-";
        if (const auto& ci = e.spread_skill_ci95) ratio += " [" + time_text(ci->low) + ", " + time_text(ci->high) + "]";
        else if (e.spread_skill && scores.truth.trajectories >= fewest_trajectories) ratio += " (tail too heavy)";
        table.rows.push_back({row_label(scores, submission), std::to_string(e.members), ratio,
                              coverage_text(e.coverage[0]), coverage_text(e.coverage[1])});
    }
    return {
        "Calibration of ensembles, spread over skill and coverage of central intervals, mean over time and "
        "trajectories:",
        table};
}

// Valid times in units of the Lyapunov time, in which small errors grow by a factor of e; empty for systems
// that are not chaotic.
CaptionedTable lyapunov_table(const Scores& scores) {
    if (!scores.truth.chaotic()) return {};
    const MeanInterval& exponent = *scores.truth.lyapunov;
    TextTable table{{""}, {}};
    for (const SubmissionScores& submission : scores.submissions) {
        table.rows.push_back({row_label(scores, submission)});
        for (const MetricScore& score : submission.metrics) {
            if (family(score.metric) != Family::valid_time) continue;
            if (table.rows.size() == 1) table.headings.push_back(score.metric.heading);
            table.rows.back().push_back(time_text(score.summary.mean * exponent.mean));
        }
    }
    return {"Valid prediction time (VPT) in Lyapunov times of " + time_text(1 / exponent.mean) + " s [" +
                time_text(1 / exponent.high) + ", " + time_text(1 / exponent.low) + "], mean over trajectories:",
            table, Family::valid_time};
}

CaptionedTable horizons_table(const Scores& scores) {
    const Horizons horizons = horizons_of(scores);
    TextTable table{{""}, {}};
    const bool crps = !scores.submissions.empty() && !scores.submissions.front().crps_over_time.times.empty();
    std::vector<std::string> names{"Err, ", "NRMSE, "};
    if (crps) names.push_back("CRPS, ");
    for (const std::string& name : names)
        for (const double at : horizons.at) table.headings.push_back(name + short_number(at, 3));
    for (const SubmissionScores& submission : scores.submissions) {
        table.rows.push_back({row_label(scores, submission)});
        for (const ErrorOverTime* curve : {&submission.error_over_time, &submission.nrmse_over_time})
            for (const double median : medians_at(horizons, *curve)) table.rows.back().push_back(error_text(median));
        if (crps)
            for (const double mean : means_at(horizons, submission.crps_over_time))
                table.rows.back().push_back(error_text(mean));
    }
    return {std::string(crps ? "Err, NRMSE and CRPS" : "Err and NRMSE") + " at horizons in units of the " +
                std::string(horizons.of_lyapunov_time ? "Lyapunov time" : "span") + ", " + time_text(horizons.unit) +
                " s, median over trajectories" + (crps ? ", of the CRPS the mean:" : ":"),
            table, Family::forecast};
}

// Names at most ten trajectories.
std::string diverged_text(const Diverged& diverged, std::uint64_t count) {
    std::string text = std::to_string(diverged.trajectories) + " of " + trajectories_text(count) +
                       one_or_many(diverged.trajectories, " is", " are") +
                       " not finite in some states, which count with the worst value (ids ";
    const std::size_t shown = std::min<std::size_t>(diverged.ids.size(), 10);
    for (std::size_t i = 0; i < shown; ++i) text += (i ? ", " : "") + std::to_string(diverged.ids[i]);
    return text + (diverged.trajectories > shown ? ", ...)" : ")");
}

}  // namespace

CaptionedTable family_table(const Scores& scores, MetricFamily family) {
    return metric_table(scores, table_of(family));
}

const char* table_name(MetricFamily family) { return table_of(family).name; }

std::string with_interval(const Metric& metric, double value, const std::optional<Interval>& interval) {
    std::string text = value_text(metric, value);
    if (interval) text += " [" + value_text(metric, interval->low) + ", " + value_text(metric, interval->high) + "]";
    return text;
}

std::string headline_text(const MetricScore& score) {
    const Summary& s = score.summary;
    return value_text(score.metric, headline_is_mean(score.metric) ? s.mean : s.geometric_mean);
}

std::string mean_text(const MetricScore& score) {
    const Summary& s = score.summary;
    return with_interval(score.metric, s.mean, s.mean_ci95) + (s.tail_too_heavy ? " (tail too heavy)" : "");
}

std::string start_error_text(const StartError& e) {
    switch (e.outcome) {
        case StartError::Outcome::found: break;
        case StartError::Outcome::below: return "below " + short_number(e.value, 2);
        case StartError::Outcome::saturated:
            return e.low ? "above " + short_number(*e.low, 2) + " (saturated)" : "- (saturated)";
        case StartError::Outcome::too_regular: return "- (too regular)";
        case StartError::Outcome::too_chaotic: return "- (too chaotic)";
    }
    std::string text = error_text(e.value);
    if (e.low && e.high) text += " [" + error_text(*e.low) + ", " + error_text(*e.high) + "]";
    return text;
}

std::string short_label(const std::string& label) {
    const std::string name = printable(label);
    return name.size() <= 40 ? name : name.substr(0, 37) + "...";
}

std::string row_label(const Scores& scores, const SubmissionScores& submission) {
    std::string mark = submission.reference ? "reference" : submission.naive.empty() ? "" : "naive";
    if (mark.empty() && !submission.copies_of.empty()) {
        const CopyOf& first = submission.copies_of.front();
        mark = (first.exact ? "same as " : "nearly the same as ") +
               short_label(scores.submissions[first.submission].label);
    }
    return short_label(submission.label) + (mark.empty() ? "" : " (" + mark + ")");
}

std::string row_label(const Scores& scores, const ModelScores& model) {
    std::string mark = model.reference ? "reference" : model.naive.empty() ? "" : "naive";
    if (mark.empty() && !model.same_as.empty())
        mark = "same as " + short_label(scores.models[model.same_as.front()].label);
    return short_label(model.label) + (mark.empty() ? "" : " (" + mark + ")");
}

// What a comparison compares, in a cell.
std::string of_words(PairedTest::Of of) {
    return of == PairedTest::Of::too_few_seeds ? "fewer than 3 seeds"
           : of == PairedTest::Of::models      ? "trained models"
                                               : name(of);
}

// A sign test is named, since it says something else than the usual test.
std::string p_text(double p, const PairedTest& test) {
    return error_text(p) + (test.test == PairedTest::Test::sign ? " (sign)" : "");
}

std::string seeds_text(const PairedTest& test) {
    if (!test.seeds_for_power) return "-";
    return test.seeds_for_power->seeds ? std::to_string(*test.seeds_for_power->seeds) : "needs more trajectories";
}

CaptionedTable paired_table(const std::vector<ModelComparison>& comparisons) {
    TextTable table{{"", "compares", "error ratio [95 %]", "better on", "p", "p (Holm)"}, {}};
    const auto any = [&](const auto& property) { return std::ranges::any_of(comparisons, property); };
    const bool signs = any([](const ModelComparison& c) { return c.test.test == PairedTest::Test::sign; });
    const bool powers = any([](const ModelComparison& c) { return c.test.seeds_for_power.has_value(); });
    if (powers) table.headings.push_back("seeds for 1.2");
    for (const ModelComparison& c : comparisons) {
        const std::string ratio = c.at_floor ? "both at the floor" : error_text(c.test.ratio, c.test.ratio_ci95);
        table.rows.push_back({short_label(c.a) + " / " + short_label(c.b), of_words(c.test.of), ratio,
                              std::to_string(c.test.better) + " of " + std::to_string(c.test.better + c.test.worse),
                              c.test.p_value ? p_text(*c.test.p_value, c.test) : "-",
                              c.p_holm ? error_text(*c.p_holm) : "-"});
        if (powers) table.rows.back().push_back(seeds_text(c.test));
    }
    return {
        "Paired comparison: error ratio and p-value. With several seeds p is for the method, otherwise for this "
        "trained "
        "model" +
            std::string(signs ? "; " + std::string(sign_test_words) : "") +
            (powers ? "; " + std::string(power_words) : "") + ":",
        table,
        {},
        TableColumns::pairs};
}

std::string score_heading(const Scores& scores) {
    const TruthInfo& truth = scores.truth;
    return printable(truth.path) + ": " + truth.system + ", " + trajectories_text(truth.trajectories) + " of " +
           counted(truth.samples, "sample") + ", 0 .. " + time_text(truth.dt * (truth.samples - 1)) + " s" +
           context_text(scores.choices) +
           (scores.choices.preset == "paper" ? "" : "; preset " + printable(scores.choices.preset));
}

std::string context_text(const MetricChoices& choices) {
    if (choices.context == 1) return "";
    return "; context: samples 0 .. " + std::to_string(choices.context - 1) + " are given" +
           (choices.context_view.empty() ? "" : " as view " + choices.context_view.substr(0, 12) + " saw them") +
           ", and steps and times count from the last of them";
}

// In this order: what decides the rank, what explains it, then each family of metrics. Tables without rows are
// left out.
std::vector<CaptionedTable> score_tables(const Scores& scores) {
    std::vector<CaptionedTable> tables{relative_error_table(scores)};
    tables.push_back(start_error_table(scores));
    for (CaptionedTable& table : solver_tables(scores)) tables.push_back(std::move(table));
    tables.push_back(parameter_table(scores));
    if (scores.grouped) tables.push_back(seeds_table(scores));
    tables.push_back(published_table(scores));
    tables.push_back(paired_table(scores.comparisons));
    for (const FamilyTable& shown : family_tables) {
        if (shown.family == Family::relative_error) continue;  // the first table, with more than means
        tables.push_back(metric_table(scores, shown));
        if (shown.family == Family::valid_time) {
            tables.push_back(lyapunov_table(scores));
            tables.push_back(horizons_table(scores));
        }
        if (shown.family == Family::ensemble) tables.push_back(calibration_table(scores));
    }
    std::erase_if(tables, [](const CaptionedTable& t) { return t.table.rows.empty(); });
    return tables;
}

std::vector<std::string> score_notes(const Scores& scores) {
    constexpr std::size_t longest = 400;  // files may hold 32 KiB
    std::vector<std::string> notes;
    for (const SubmissionScores& submission : scores.submissions) {
        if (submission.notes.empty()) continue;
        std::string text = printable(submission.notes);
        std::size_t end = std::min(text.size(), longest);
        while (end < text.size() && end > 0 && (text[end] & 0xC0) == 0x80) --end;  // a letter stays whole
        if (end < text.size()) text = text.substr(0, end) + "...";
        notes.push_back(short_label(submission.label) + ": notes: " + text);
    }
    return notes;
}

std::vector<std::string> score_remarks(const Scores& scores) {
    std::vector<std::string> remarks;
    for (const SubmissionScores& submission : scores.submissions) {
        const std::string label = short_label(submission.label) + ": ";
        if (submission.diverged.trajectories > 0)
            remarks.push_back(label + diverged_text(submission.diverged, scores.truth.trajectories));
        if (const auto& start = submission.start_error; start && *why_none(start->outcome))
            remarks.push_back(label + why_none(start->outcome));
        for (const std::string& remark : submission.remarks) remarks.push_back(label + printable(remark));
    }
    for (const ModelScores& model : scores.models)
        if (const std::string words = persistence_words(model); !words.empty())
            remarks.push_back(short_label(model.label) + ": is " + words +
                              (scores.choices.context > 1 ? ": the last given state kept has a relative error of "
                                                          : ": the initial state kept has a relative error of ") +
                              error_text(scores.truth.persistence_error));
    if (scores.choices.of_found() && scores.truth.freedom == 1)
        remarks.push_back(
            "Structure: with one degree of freedom every row at right angles to the velocity is a constraint; only "
            "formulas show that one was found");
    if (scores.choices.of_found() && scores.truth.state_freedom == 2)
        remarks.push_back(
            "Structure: with one degree of freedom every gradient at right angles to the motion is that of a function "
            "of the energy; only formulas show that an invariant was found");
    for (std::string& remark : solver_remarks(scores)) remarks.push_back(std::move(remark));
    if (!scores.published_elsewhere.empty())
        remarks.push_back("published scores of " + scores.truth.system + " are left out: they were " +
                          scores.published_elsewhere);
    if (scores.published.empty()) return remarks;
    for (const std::string& remark : published_remarks(scores.truth.system)) remarks.push_back("published: " + remark);
    if (scores.choices.preset != "published")
        remarks.push_back("published: these scores use other settings than the recipe above; give " + option("preset") +
                          " published to compare");
    return remarks;
}

std::vector<std::string> remarks_and_notes(const Scores& scores) {
    std::vector<std::string> all = score_remarks(scores);
    for (std::string& note : score_notes(scores)) all.push_back(std::move(note));
    return all;
}

}  // namespace cchnn
