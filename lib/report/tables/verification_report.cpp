#include "report/tables/verification_report.hpp"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "core/errors.hpp"
#include "report/json_parts.hpp"
#include "report/tables/text_table.hpp"
#include "spec/json/readable_json.hpp"

namespace cchnn {
namespace {

using Json = nlohmann::ordered_json;

const char* verdict(const VerifiedItem& item) { return item.passed ? "" : " FAILED"; }

// Measures, a row a file and a column a measure.
std::string table_of(const Verification& v, std::size_t width) {
    TextTable table{{""}, {}};
    for (const VerifiedItem& item : v.items) {
        if (!item.measured) continue;
        if (table.rows.empty() || table.rows.back()[0] != "  " + item.file) table.rows.push_back({"  " + item.file});
        if (table.rows.size() == 1) table.headings.push_back(item.what);
        table.rows.back().push_back(item.seen ? error_text(item.value) + verdict(item) : "-");
    }
    return table.rows.empty() ? "" : table.text(width);
}

std::string line_of(const VerifiedItem& item, std::size_t width) {
    char limit[40] = "";
    if (item.measured) std::snprintf(limit, sizeof limit, " is %.3g, at most %.3g: ", item.value, item.limit);
    return wrapped(
        "  " + item.file + "  " + item.what + (item.measured ? limit : ": ") + printable(item.detail) + verdict(item),
        4, width);
}

std::string text_of(const Verification& v, std::size_t width) {
    std::string text =
        printable(v.target) + ": " + printable(v.system) + (v.regenerated ? ", generated again\n" : "\n");
    for (const VerifiedItem& item : v.items)
        if (!item.measured) text += line_of(item, width);
    text += table_of(v, width);
    for (const VerifiedItem& item : v.items)
        if (item.measured && !item.passed) text += line_of(item, width);
    for (const std::string& remark : v.remarks) text += wrapped("  " + printable(remark), 4, width);
    return text + (v.passed() ? "  fine\n" : "  " + printable(v.target) + " FAILED\n");
}

Json to_json(const VerifiedItem& item) {
    Json json{{"file", item.file}, {"check", item.what}, {"judged", item.judged}, {"passed", item.passed}};
    if (item.measured && item.seen) json["value"] = json_number(item.value);
    if (item.measured && item.judged) json["limit"] = item.limit;
    json["detail"] = item.detail;
    return json;
}

Json to_json(const Verification& v) {
    Json json{{"target", v.target}, {"system", v.system}, {"generated_again", v.regenerated}, {"passed", v.passed()}};
    json["checks"] = Json::array();
    for (const VerifiedItem& item : v.items) json["checks"].push_back(to_json(item));
    json["remarks"] = v.remarks;
    return json;
}

}  // namespace

std::string verification_text(const std::vector<Verification>& found, std::size_t width) {
    std::string text;
    for (const Verification& v : found) text += text_of(v, width);
    return text;
}

std::string verification_json(const std::vector<Verification>& found) {
    const bool passed = std::all_of(found.begin(), found.end(), [](const Verification& v) { return v.passed(); });
    Json json = report_head("cchnn-gen verification", passed ? "passed" : "failed",
                            passed ? ExitCode::ok : ExitCode::gate_failed);
    json["targets"] = Json::array();
    for (const Verification& v : found) json["targets"].push_back(to_json(v));
    return json_document(json);
}

}  // namespace cchnn
