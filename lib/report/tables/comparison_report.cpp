#include "report/tables/comparison_report.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/counted.hpp"
#include "report/tables/parameter_table.hpp"
#include "report/tables/solver_table.hpp"
#include "report/tables/table_reports.hpp"
#include "report/tables/text_report.hpp"

namespace cchnn {
namespace {

std::string number(const char* pattern, double value) {
    char text[40];
    std::snprintf(text, sizeof text, pattern, value);
    return text;
}

std::string ends_text(const std::optional<Interval>& interval) {
    return interval ? " [" + error_text(interval->low) + ", " + error_text(interval->high) + "]" : "";
}

// "2 [1, 3]"
std::string rank_text(const Standing& s) {
    const std::string rank = number("%.3g", s.rank);
    return s.draws ? rank + " [" + number("%.3g", s.draws->lowest) + ", " + number("%.3g", s.draws->highest) + "]"
                   : rank;
}

// p of the difference from the first, or why there is none.
std::string p_text(const Standing& s) {
    if (!s.against_first) return "";
    if (s.against_first->of == PairedTest::Of::too_few_seeds) return "fewer than 3 seeds";
    return s.p_holm ? error_text(*s.p_holm) : "-";
}

// The floors of all systems: one number, or from the smallest to the largest.
std::string floor_text(const std::vector<Scores>& systems) {
    double least = INFINITY, most = 0;
    for (const Scores& scores : systems) {
        const double floor = std::max(least_standing_floor, scores.truth.typical_bound);
        least = std::min(least, floor);
        most = std::max(most, floor);
    }
    return error_text(least) + (most > least ? " to " + error_text(most) : "");
}

// p of the paired test against another model.
std::string p_against(const Scores& scores, const std::string& label, const std::string& best) {
    if (label == best) return "";
    for (const ModelComparison& c : scores.comparisons)
        if ((c.a == label && c.b == best) || (c.a == best && c.b == label))
            return c.at_floor ? "both at the floor" : c.test.p_value ? error_text(*c.test.p_value) : "-";
    return "-";
}

std::string rank_text(const Scores& scores, const RankedModel& ranked) {
    const ModelScores& model = scores.models[ranked.model];
    if (model.reference) return "reference";
    if (model.same_as) return "same as " + short_label(scores.models[*model.same_as].label);
    return number("%.3g", *ranked.rank) + (model.at_floor ? ", at the floor" : "");
}

CaptionedTable ranked_table(const Scores& scores) {
    TextTable table{{"", "rank", "seeds", "geometric mean [95 %]", "mean [95 %]", "median", "failed [95 %]"}, {}};
    const std::vector<RankedModel> order = ranked_models(scores);
    const bool p_values =
        std::count_if(order.begin(), order.end(), [](const RankedModel& r) { return r.rank.has_value(); }) > 1;
    if (p_values) table.headings.push_back("p, against the first");
    const bool start_errors = !scores.models.empty() && scores.models.front().start_error;
    if (start_errors) table.headings.push_back("start error [95 %]");
    std::string best;
    for (const RankedModel& r : order) {
        const ModelScores& model = scores.models[r.model];
        if (r.rank && best.empty()) best = model.label;
        const MetricScore& error = model.metrics.front();
        const Summary& s = error.summary;
        table.rows.push_back({short_label(model.label), rank_text(scores, r), std::to_string(model.members.size()),
                              with_interval(error.metric, s.geometric_mean, s.geometric_mean_ci95), mean_text(error),
                              error_text(s.median), failed_text(model.failed)});
        if (p_values) table.rows.back().push_back(r.rank ? p_against(scores, model.label, best) : "");
        if (start_errors) table.rows.back().push_back(start_error_text(*model.start_error));
    }
    const Metric& metric = scores.submissions.front().metrics.front().metric;
    for (const PublishedScore& p : scores.published)
        table.rows.push_back({p.model, "published", "1", with_interval(metric, p.geometric_mean, p.geometric_mean_ci95),
                              with_interval(metric, p.mean, p.mean_ci95), "-", "-"});
    for (std::vector<std::string>& row : table.rows) row.resize(table.headings.size());
    return {"Relative error, geometric mean over time; over trajectories and training seeds:", table};
}

// What text and Markdown show of a system.
std::vector<CaptionedTable> system_tables(const Scores& scores) {
    std::vector<CaptionedTable> tables{ranked_table(scores)};
    for (CaptionedTable& table : solver_tables(scores)) tables.push_back(std::move(table));
    if (CaptionedTable table = parameter_table(scores); !table.table.rows.empty()) tables.push_back(std::move(table));
    return tables;
}

}  // namespace

std::vector<CaptionedTable> standings_table(const Comparison& comparison) {
    if (comparison.standings.empty()) return {};
    TextTable table{{"", "error [95 %]", "ratio to first", "rank [95 %]", "first in", "p (Holm)", "systems"}, {}};
    const std::size_t systems = comparison.systems.size();
    for (const Standing& s : comparison.standings)
        table.rows.push_back(
            {short_label(s.model) + (s.same_as.empty() ? "" : " (same as " + short_label(s.same_as) + ")"),
             error_text(s.error) + ends_text(s.error_ci95), number("%.3g", s.error_ratio), rank_text(s),
             s.draws ? number("%.0f %%", 100 * s.draws->first) : "-", p_text(s),
             std::to_string(systems - s.missing.size()) + " of " + std::to_string(systems)});
    return {{"Over " + std::string(systems == 1 ? "" : "all ") + counted(systems, "system") +
                 ", geometric mean of the relative error; a system that is not answered counts as 1, errors below " +
                 floor_text(comparison.systems) + " count as that:",
             table}};
}

std::vector<std::string> comparison_remarks(const Comparison& comparison) {
    std::vector<std::string> remarks = comparison.remarks;
    for (std::string& remark : remarks) remark = printable(remark);
    for (const Scores& scores : comparison.systems)
        for (const std::string& remark : score_remarks(scores)) {
            const bool of_all = remark.starts_with("published: ");  // said once for all systems
            const std::string text = of_all ? remark : scores.truth.system + ": " + remark;
            if (std::find(remarks.begin(), remarks.end(), text) == remarks.end()) remarks.push_back(text);
        }
    return remarks;
}

std::vector<CaptionedTable> comparison_tables(const Scores& scores) {
    std::vector<CaptionedTable> tables{ranked_table(scores)};
    if (!scores.comparisons.empty()) tables.push_back(paired_table(scores.comparisons));
    return tables;
}

std::string comparison_text(const Comparison& comparison, std::size_t width) {
    std::string text, signatures;
    for (const Scores& scores : comparison.systems) {
        text += (text.empty() ? "" : "\n") + wrapped(score_heading(scores), 2, width) +
                text_of(system_tables(scores), width);
        signatures += "signature " + scores.signature + "\n";
    }
    text += text_of(standings_table(comparison), width);
    return text + text_of_remarks(comparison_remarks(comparison), width) + "\n" + signatures;
}

std::string comparison_markdown(const Comparison& comparison) {
    std::string text = "## Comparison\n" + markdown_of(standings_table(comparison));
    for (const Scores& scores : comparison.systems)
        text += "\n### " + scores.truth.system + "\n" + markdown_of(system_tables(scores)) + "\n`" + scores.signature +
                "`\n";
    return text + markdown_of_remarks(comparison_remarks(comparison));
}

}  // namespace cchnn
