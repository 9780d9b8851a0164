#include "report/tables/comparison_report.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/counted.hpp"
#include "core/option.hpp"
#include "report/tables/optional_tables.hpp"
#include "report/tables/table_reports.hpp"
#include "report/tables/verdict.hpp"
#include "score/model_scores.hpp"

namespace cchnn {
namespace {

std::string number(const char* pattern, double value) {
    char text[40];
    std::snprintf(text, sizeof text, pattern, value);
    return text;
}

// p of the difference from the first model, or the reason why there is none.
std::string p_text(const Standing& s) {
    if (!s.against_first) return "";
    if (s.unordered) return "no order";
    if (s.against_first->of == PairedTest::Of::too_few_seeds) return "fewer than 3 seeds";
    return s.p_holm ? p_text(*s.p_holm, *s.against_first) : "-";
}

// The error floors of all systems: one number, or the smallest and the largest. A floor is the greater of the
// chosen one and the typical error bound of the test set.
std::string floor_text(const std::vector<Scores>& systems) {
    double least = INFINITY, most = 0;
    for (const Scores& scores : systems) {
        const double floor = std::max(scores.choices.error_floor, scores.truth.typical_bound);
        least = std::min(least, floor);
        most = std::max(most, floor);
    }
    return error_text(least) + (most > least ? " to " + error_text(most) : "");
}

// p of the paired test of a model against the best one; "" for the best one itself.
std::string p_against(const Scores& scores, const std::string& label, const std::string& best) {
    if (label == best) return "";
    for (const ModelComparison& c : scores.comparisons)
        if ((c.a == label && c.b == best) || (c.a == best && c.b == label))
            return c.at_floor ? "both at the floor" : c.test.p_value ? p_text(*c.test.p_value, c.test) : "-";
    return "-";
}

// The rank of a model, or why it has none, with what makes the rank doubtful: an error at the floor, a prediction that
// stands still or is no better than persistence, or the predictions of another model.
std::string rank_text(const Scores& scores, const RankedModel& ranked) {
    const ModelScores& model = scores.models[ranked.model];
    if (model.reference) return "reference";
    if (!model.naive.empty()) return "naive";
    const std::string persistence = persistence_words(model);
    const bool by_error = scores.choices.rank_by == RankChoice::error;
    return number("%.3g", *ranked.rank) + (model.at_floor && by_error ? ", at the floor" : "") +
           (persistence.empty() ? "" : ", " + persistence) +
           (model.same_as.empty() ? "" : ", same as " + short_label(scores.models[model.same_as.front()].label));
}

// The key of the metric that ranks go by.
std::string metric_key(RankChoice by) { return by == RankChoice::kinetic ? "kinetic_error" : name(by); }

// Which columns the ranked table has besides name and error: those for which some model has a value.
struct RankedColumns {
    bool ranks, seeds, start_errors, p_values;
    bool complete;        // means and medians too
    std::string by = {};  // the metric of the ranks, if it is another one
    std::string by_name = {};
};

// Looks at all models once, so that a column is there for all or for none.
RankedColumns columns_of(const Scores& scores, const std::vector<RankedModel>& order, bool complete) {
    const auto any = [&](auto&& has) { return std::ranges::any_of(scores.models, has); };
    const RankChoice by = scores.choices.rank_by;
    const auto ranked = std::ranges::count_if(order, [](const RankedModel& r) { return r.rank.has_value(); });
    RankedColumns columns{order.size() + scores.published.size() > 1,
                          any([](const ModelScores& m) { return m.members.size() > 1; }),
                          any([](const ModelScores& m) { return m.start_error.has_value(); }),
                          ranked > 1 && !by_means(by) && by != RankChoice::start_error,  // else of the relative error
                          complete};
    if (by != RankChoice::error) {
        columns.by = by == RankChoice::start_error ? "" : metric_key(by);
        columns.by_name = words(by);
        columns.start_errors = columns.start_errors || by == RankChoice::start_error;
    }
    return columns;
}

// The metric with this key, of which each report that ranks by it has a row.
const MetricScore& metric_of(const ModelScores& model, const std::string& key) {
    return *std::ranges::find_if(model.metrics, [&](const MetricScore& score) { return score.metric.key == key; });
}

std::vector<std::string> headings_of(const RankedColumns& shown) {
    std::vector<std::string> headings{"", "relative error [95 %]"};
    if (!shown.by.empty()) headings.insert(headings.begin() + 1, shown.by_name + " [95 %]");
    if (shown.ranks) headings.push_back("rank");
    if (shown.seeds) headings.push_back("seeds");
    if (shown.start_errors) headings.push_back("start error [95 %]");
    headings.push_back("failed [95 %]");
    if (shown.p_values) headings.push_back("p, against the first");
    if (shown.complete) headings.insert(headings.end(), {"mean [95 %]", "median"});
    return headings;
}

// Cells in the order of headings_of().
std::vector<std::string> ranked_row(const Scores& scores, const RankedModel& ranked, const std::string& best,
                                    const RankedColumns& shown) {
    const ModelScores& model = scores.models[ranked.model];
    const MetricScore& error = model.metrics.front();
    const Summary& s = error.summary;
    std::vector<std::string> row{short_label(model.label),
                                 with_interval(error.metric, s.geometric_mean, s.geometric_mean_ci95)};
    if (!shown.by.empty()) {
        const MetricScore& by = metric_of(model, shown.by);
        row.insert(row.begin() + 1,
                   by_means(scores.choices.rank_by)
                       ? mean_text(by)
                       : with_interval(by.metric, by.summary.geometric_mean, by.summary.geometric_mean_ci95));
    }
    if (shown.ranks) row.push_back(rank_text(scores, ranked));
    if (shown.seeds) row.push_back(std::to_string(model.members.size()));
    if (shown.start_errors) row.push_back(model.start_error ? start_error_text(*model.start_error) : "-");
    row.push_back(failed_text(model.failed));
    if (shown.p_values)
        row.push_back(ranked.unordered ? "no order" : ranked.rank ? p_against(scores, model.label, best) : "");
    if (shown.complete) row.insert(row.end(), {mean_text(error), error_text(s.median)});
    return row;
}

// Numbers from a paper: no test and no start error can be made of them.
std::vector<std::string> published_row(const Metric& metric, const PublishedScore& p, const RankedColumns& shown) {
    std::vector<std::string> row{p.model, with_interval(metric, p.geometric_mean, p.geometric_mean_ci95), "published"};
    if (!shown.by.empty()) row.insert(row.begin() + 1, "-");
    if (shown.seeds) row.push_back("1");
    if (shown.start_errors) row.push_back("-");
    row.push_back("-");
    if (shown.p_values) row.push_back("");
    if (shown.complete) row.insert(row.end(), {with_interval(metric, p.mean, p.mean_ci95), "-"});
    return row;
}

// Models by error, then the published ones. p is that of the test against the first ranked model.
CaptionedTable ranked_table(const Scores& scores, bool complete) {
    const std::vector<RankedModel> order = models_by_error(scores);
    const RankedColumns shown = columns_of(scores, order, complete);
    TextTable table{headings_of(shown), {}};
    const auto first = std::ranges::find_if(order, [](const RankedModel& r) { return r.rank.has_value(); });
    const std::string best = first == order.end() ? "" : scores.models[first->model].label;
    for (const RankedModel& ranked : order) table.rows.push_back(ranked_row(scores, ranked, best, shown));
    for (const PublishedScore& p : scores.published)
        table.rows.push_back(published_row(scores.submissions.front().metrics.front().metric, p, shown));
    return {(shown.by_name.empty() ? "" : "Ranked by " + shown.by_name + "; ") +
                std::string("Relative error, geometric mean over time; over trajectories and training seeds:"),
            table, MetricFamily::relative_error, TableColumns::ranking};
}

// What text and Markdown show of a system.
std::vector<CaptionedTable> system_tables(const Scores& scores) {
    std::vector<CaptionedTable> tables{ranked_table(scores, true)};
    for (CaptionedTable& table : solver_tables(scores)) tables.push_back(std::move(table));
    if (CaptionedTable table = parameter_table(scores); !table.table.rows.empty()) tables.push_back(std::move(table));
    return tables;
}

// A column of the short table: the key of a metric, and the heading of its column.
struct HeadlineMetric {
    const char *key, *heading;
};
// The metrics that stand beside the error, without intervals: how long a prediction is valid, energy,
// constraints.
constexpr HeadlineMetric headline_metrics[] = {{"crps", "CRPS"},
                                               {"valid_time_0.1", "VPT (Err > 0.1), s"},
                                               {"energy_error_scaled", "energy error"},
                                               {"constraint_rmse", "constraint, m^2"}};

// A single model needs no row of its own name, which the verdict says: its numbers become lines.
TextTable turned(const TextTable& table) {
    TextTable lines{{table.headings[1], table.rows[0][1]}, {}};
    for (std::size_t c = 2; c < table.headings.size(); ++c) lines.rows.push_back({table.headings[c], table.rows[0][c]});
    return lines;
}

// The headings of a table of metrics become its first column.
TextTable with_metrics_as_rows(const TextTable& table) {
    TextTable lines{{""}, {}};
    for (const auto& row : table.rows) lines.headings.push_back(row[0]);
    for (std::size_t c = 1; c < table.headings.size(); ++c) {
        lines.rows.push_back({table.headings[c]});
        for (const auto& row : table.rows) lines.rows.back().push_back(row[c]);
    }
    return lines;
}

// Explains the sign test if a test of the table is one; "" if not.
std::string sign_test_remark(const std::vector<Standing>& standings) {
    const bool used = std::ranges::any_of(
        standings, [](const Standing& s) { return s.p_holm && s.against_first->test == PairedTest::Test::sign; });
    return used ? sign_test_words : "";
}

// For each method, how many training seeds would be needed: "net: 7 seeds, other: needs more trajectories".
std::string power_remark(const std::vector<Standing>& standings) {
    std::string text;
    for (const Standing& s : standings)
        if (s.against_first && s.against_first->seeds_for_power)
            text += (text.empty() ? "" : "; ") + short_label(s.model) + ": " + seeds_text(*s.against_first);
    return text.empty() ? "" : power_words + (": " + text);
}

}  // namespace

std::string name_text(const Standing& s) {
    return short_label(s.model) + (s.same_as.empty() ? "" : " (same as " + short_label(s.same_as) + ")") +
           (s.persistence.empty() ? "" : " (" + s.persistence + ")");
}

// The rank, with the range that it has in 95 % of bootstrap samples.
std::string rank_text(const Standing& s) {
    const std::string rank = number("%.3g", s.rank);
    return s.draws ? rank + " [" + number("%.3g", s.draws->lowest) + ", " + number("%.3g", s.draws->highest) + "]"
                   : rank;
}

// In how many percent of bootstrap samples the model is first.
std::string first_text(const Standing& s) { return s.draws ? number("%.0f %%", 100 * s.draws->first) : "-"; }

// An error of either kind is one in a heading; captions and verdicts name it.
std::string column_words(RankChoice by) {
    return by == RankChoice::error || by == RankChoice::kinetic ? "error" : words(by);
}

// Naive forecasts stand below the models, for their errors as a scale.
std::vector<CaptionedTable> standings_table(const Comparison& comparison) {
    if (comparison.standings.empty()) return {};
    const RankChoice by = comparison.systems.front().choices.rank_by;
    TextTable table{{"", column_words(by) + " [95 %]", "ratio to first", "rank [95 %]", "first in", "p (Holm)",
                     "failed [95 %]", "systems"},
                    {}};
    const std::size_t systems = comparison.systems.size();
    const bool alone = comparison.standings.size() == 1;  // has no rank
    for (const Standing& s : comparison.standings)
        table.rows.push_back({name_text(s), error_text(s.error, s.error_ci95), number("%.3g", s.error_ratio),
                              alone ? "-" : rank_text(s), first_text(s), p_text(s),
                              s.failed.trajectories > 0 ? failed_text(s.failed) : "-",
                              std::to_string(systems - s.missing.size()) + " of " + std::to_string(systems)});
    for (const Standing& s : naive_standings(comparison.systems))
        table.rows.push_back({short_label(s.model), error_text(s.error),
                              number("%.3g", s.error / comparison.standings.front().error), "naive", "-", "", "-",
                              std::to_string(systems - s.missing.size()) + " of " + std::to_string(systems)});
    return {{"Over " + std::string(systems == 1 ? "" : "all ") + counted(systems, "system") +
                 ", geometric mean of the " + words(by) + "; a system that is not answered counts as 1, values below " +
                 floor_text(comparison.systems) + " count as that:",
             table,
             {},
             TableColumns::standings}};
}

// What a screen has no room for.
std::vector<CaptionedTable> aggregates_table(const Comparison& comparison) {
    if (comparison.standings.size() < 2) return {};
    TextTable table{{"", "interquartile mean", "P(better than first)"}, {}};
    for (const Standing& s : comparison.standings)
        table.rows.push_back({name_text(s), error_text(s.interquartile_mean),
                              s.improvement ? number("%.0f %%", 100 * *s.improvement) : ""});
    return {
        {"Mean of the middle half of all pairs of a system and a trajectory, and probability of improvement:", table}};
}

std::vector<std::string> comparison_remarks(const Comparison& comparison) {
    std::vector<std::string> remarks = comparison.remarks;
    for (std::string& remark : remarks) remark = printable(remark);
    for (const std::string& remark : {sign_test_remark(comparison.standings), power_remark(comparison.standings)})
        if (!remark.empty()) remarks.push_back(remark);
    for (const Scores& scores : comparison.systems)
        for (const std::string& remark : score_remarks(scores)) {
            const bool of_all = remark.starts_with("published: ");  // said once for all systems
            const std::string text = of_all ? remark : scores.truth.system + ": " + remark;
            if (std::ranges::find(remarks, text) == remarks.end()) remarks.push_back(text);
        }
    return remarks;
}

std::vector<CaptionedTable> comparison_tables(const Scores& scores) {
    std::vector<CaptionedTable> tables{ranked_table(scores, false)};
    if (!scores.comparisons.empty()) tables.push_back(paired_table(scores.comparisons));
    return tables;
}

// By what ranks go by; models that are equal in it keep the order of their ranks.
std::vector<RankedModel> models_by_error(const Scores& scores) {
    std::vector<RankedModel> order = ranked_models(scores);
    const auto level = [&](const RankedModel& r) { return ranked_level(scores, scores.models[r.model]); };
    std::ranges::stable_sort(order, [&](const RankedModel& a, const RankedModel& b) { return level(a) < level(b); });
    return order;
}

// The short form for a terminal: one table, with published numbers apart.
std::vector<CaptionedTable> headline_tables(const Scores& scores) {
    const std::vector<RankedModel> order = models_by_error(scores);
    TextTable table = ranked_table(scores, false).table, published{{"", "relative error [95 %]"}, {}};
    for (std::size_t i = order.size(); i < table.rows.size(); ++i)
        published.rows.push_back({table.rows[i][0], table.rows[i][1]});
    table.rows.resize(order.size());
    bool crps = false;
    for (const HeadlineMetric& shown : headline_metrics)
        for (std::size_t m = 0; m < scores.submissions.front().metrics.size(); ++m) {
            if (scores.submissions.front().metrics[m].metric.key != shown.key) continue;
            crps = crps || shown.key == std::string("crps");
            if (shown.key == metric_key(scores.choices.rank_by)) continue;  // stands before the rank
            table.headings.push_back(shown.heading);
            for (std::size_t i = 0; i < order.size(); ++i)
                table.rows[i].push_back(headline_text(scores.models[order[i].model].metrics[m]));
        }
    std::vector<CaptionedTable> tables{{"Geometric mean over trajectories (VPT" + std::string(crps ? ", CRPS" : "") +
                                            ": arithmetic mean). More tables: " + option("all"),
                                        order.size() == 1 ? turned(table) : table}};
    if (scores.choices.of_found()) {
        CaptionedTable structure = family_table(scores, MetricFamily::structure);
        structure.table = with_metrics_as_rows(structure.table);
        tables.push_back(std::move(structure));
    }
    tables.push_back({"Published, on other test trajectories:", published});
    tables.push_back(parameter_table(scores));
    for (CaptionedTable& asked : solver_tables(scores)) tables.push_back(std::move(asked));
    std::erase_if(tables, [](const CaptionedTable& t) { return t.table.rows.empty(); });
    return tables;
}

std::string comparison_text(const Comparison& comparison, std::size_t width) {
    const Verdict verdict = verdict_of(comparison);
    std::string text = verdict_text(verdict, width) + text_of(standings_table(comparison), width) +
                       text_of(aggregates_table(comparison), width),
                signatures;
    for (const Scores& scores : comparison.systems) {
        text += "\n" + wrapped(score_heading(scores), 2, width) + text_of(system_tables(scores), width);
        signatures += "signature " + scores.signature + "\n";
    }
    return text + text_of_remarks(comparison_remarks(comparison), width) + "\n" + signatures +
           wrapped(verdict.sentence, 2, width);
}

// Fits into the height of a terminal: remarks that do not fit are counted instead of shown.
std::string comparison_summary(const Comparison& comparison, std::size_t width) {
    const Verdict verdict = verdict_of(comparison);
    const bool several = comparison.systems.size() > 1;
    const std::string text =
        verdict_text(verdict, width) +
        text_of(several ? standings_table(comparison) : headline_tables(comparison.systems.front()), width) + "\n";
    const std::string end =
        (several ? wrapped(option("all") + " prints the tables and the signature of each system.", 2, width)
                 : "signature " + comparison.systems.front().signature + "\n") +
        wrapped(verdict.sentence, 2, width);
    return text + remarks_that_fit(comparison_remarks(comparison), text + end, width) + end;
}

std::string comparison_markdown(const Comparison& comparison) {
    std::string text = "## Comparison\n" + markdown_of(verdict_of(comparison)) +
                       markdown_of(standings_table(comparison)) + markdown_of(aggregates_table(comparison));
    for (const Scores& scores : comparison.systems)
        text += "\n### " + scores.truth.system + "\n" + markdown_of(system_tables(scores)) + "\n`" + scores.signature +
                "`\n";
    return text + markdown_of_remarks(comparison_remarks(comparison));
}

}  // namespace cchnn
