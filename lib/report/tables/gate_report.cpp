#include "report/tables/gate_report.hpp"

#include <algorithm>

#include "core/counted.hpp"
#include "core/number_text.hpp"
#include "core/printable.hpp"
#include "report/tables/table_reports.hpp"
#include "report/tables/verdict.hpp"

namespace cchnn {
namespace {

// "relative_error (geometric_mean)", "relative_error (geometric_mean) against the baseline"
std::string limited(const Threshold& t) {
    return t.metric + (t.statistic.empty() ? "" : " (" + t.statistic + ")") +
           (t.against_baseline ? " against the baseline" : "");
}

std::string limit_words(const Threshold& t) {
    return (t.at_most ? "at most " : "at least ") + short_number(t.limit) + (t.against_baseline ? " times" : "");
}

// Text of an attribute or an element. Control characters, which XML does not have, are escaped as in C.
std::string xml(const std::string& text) {
    std::string escaped;
    for (const char c : printable(text)) {
        if (c == '&') escaped += "&amp;";
        else if (c == '<') escaped += "&lt;";
        else if (c == '>') escaped += "&gt;";
        else if (c == '"') escaped += "&quot;";
        else escaped += c;
    }
    return escaped;
}

std::string counts(const std::vector<GateResult>& results) {
    const auto failed = std::ranges::count_if(results, [](const GateResult& r) { return !r.passed; });
    return "tests=\"" + std::to_string(results.size()) + "\" failures=\"" + std::to_string(failed) + "\"";
}

std::string test_case(const GateResult& r, const std::string& system) {
    const std::string begin = "    <testcase classname=\"" + xml(system + "." + r.submission) + "\" name=\"" +
                              xml(limited(r.threshold) + " " + limit_words(r.threshold)) + "\"";
    if (r.passed) return begin + "/>\n";
    return begin + ">\n      <failure type=\"limit\" message=\"" + xml(gate_text(r)) + "\"/>\n    </testcase>\n";
}

}  // namespace

std::vector<std::string> names_of_systems(const std::vector<Scores>& systems) {
    std::vector<std::string> names;
    for (const Scores& scores : systems) {
        const auto same = [&](const Scores& other) { return other.truth.system == scores.truth.system; };
        const bool alone = std::ranges::count_if(systems, same) == 1;
        names.push_back(alone ? scores.truth.system : scores.truth.path);
    }
    return names;
}

CaptionedTable limits_table(const std::vector<GateResult>& results) {
    const bool several = std::ranges::any_of(results, [](const auto& r) { return !r.system.empty(); });
    const bool against = std::ranges::any_of(results, [](const auto& r) { return r.against.has_value(); });
    TextTable table{{"submission", "metric", "value", "limit", "outcome"}, {}};
    if (against) table.headings.insert(table.headings.begin() + 3, "baseline");
    if (several) table.headings.insert(table.headings.begin(), "system");
    for (const GateResult& r : results) {
        std::vector<std::string> row{short_label(r.submission), limited(r.threshold),
                                     error_text(r.against ? r.against->own : r.value), limit_words(r.threshold),
                                     r.passed ? "passed" : "FAILED"};
        const std::string limit =
            r.against && r.against->low ? " (at least " + short_number(*r.against->low, 3) + ")" : "";
        if (against)
            row.insert(
                row.begin() + 3,
                r.against ? error_text(r.against->its) + ", times " + short_number(r.against->ratio, 3) + limit : "-");
        if (several) row.insert(row.begin(), r.system);
        table.rows.push_back(row);
    }
    return {"Limits", table, {}, TableColumns::limits};
}

std::string gate_markdown(const std::vector<GateResult>& results, const std::vector<Scores>& systems) {
    const std::string of = systems.size() == 1 ? systems.front().truth.system : counted(systems.size(), "system");
    CaptionedTable limits = limits_table(results);
    limits.caption += ":";
    std::string text =
        "## Gate on " + printable(of) + "\n" + markdown_of(verdict_of(results)) + markdown_of({limits}) + "\n";
    for (const Scores& scores : systems) text += "`" + printable(scores.signature) + "`\n";
    return text;
}

std::string gate_junit(const std::vector<GateResult>& results, const std::vector<Scores>& systems) {
    std::string text =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"cchnn-eval gate\" " + counts(results) + ">\n";
    const std::vector<std::string> names = names_of_systems(systems);
    for (std::size_t i = 0; i < systems.size(); ++i) {
        const std::string& name = names[i];
        std::vector<GateResult> own = results;
        std::erase_if(own, [&](const GateResult& r) { return !r.system.empty() && r.system != name; });
        text += "  <testsuite name=\"" + xml(name) + "\" " + counts(own) +
                ">\n    <properties><property name=\"signature\" value=\"" + xml(systems[i].signature) +
                "\"/></properties>\n";
        for (const GateResult& r : own) text += test_case(r, name);
        text += "  </testsuite>\n";
    }
    return text + "</testsuites>\n";
}

}  // namespace cchnn
