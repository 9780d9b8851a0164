#include "report/tables/file_reports.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <sstream>
#include "core/counted.hpp"
#include "core/errors.hpp"
#include "core/joined.hpp"
#include "core/version.hpp"
#include "report/json_parts.hpp"
#include "report/tables/text_table.hpp"
#include "spec/json/json_list.hpp"
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
    json["checks"] = json_list(v.items, [](const VerifiedItem& item) { return to_json(item); });
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
    const bool passed = std::ranges::all_of(found, &Verification::passed);
    Json json = report_head("cchnn-gen verification", passed ? "passed" : "failed",
                            passed ? ExitCode::ok : ExitCode::gate_failed);
    json["targets"] = json_list(found, [](const Verification& v) { return to_json(v); });
    return json_document(json);
}

namespace {

using Json = nlohmann::ordered_json;

// 17 digits: two different numbers must look different.
std::string digits(double value) {
    std::ostringstream text;
    text.precision(17);
    text << value;
    return text.str();
}

std::string index_text(const std::vector<std::uint64_t>& index) { return "[" + joined(index) + "]"; }

// How many elements differ, and where they differ most.
std::string worst_text(const ArrayDifference& d, Tolerance tolerance) {
    std::ostringstream text;
    text << d.beyond << " of " << d.elements << " elements differ; worst at " << index_text(d.index)
         << (d.place.empty() ? "" : " (" + d.place + ")") << ": " << digits(d.a) << " and " << digits(d.b);
    text.precision(3);
    text << ", apart by " << std::abs(d.a - d.b);
    if (std::isfinite(d.times_allowed) && (tolerance.rtol > 0 || tolerance.atol > 0))
        text << ", " << d.times_allowed << " times the tolerance";
    return text.str();
}

// JSON has no NaN and no infinity: both become strings, with the sign of infinity, since either may be the
// difference.
Json difference_json(double value) {
    if (std::isfinite(value)) return value;
    return std::isnan(value) ? "nan" : value > 0 ? "infinity" : "-infinity";
}

Json to_json(const ArrayDifference& d) {
    Json json{{"path", d.path}, {"differs", d.differs()}, {"elements", d.elements}, {"beyond", d.beyond}};
    if (!d.what.empty()) json["what"] = d.what;
    if (d.beyond > 0)
        json["worst"] = {{"index", d.index},
                         {"place", d.place},
                         {"a", difference_json(d.a)},
                         {"b", difference_json(d.b)},
                         {"times_allowed", difference_json(d.times_allowed)}};
    return json;
}

// What a comparison leaves out, so that "the same" is not taken for more than it says.
std::string not_compared(bool same_kind) {
    return same_kind ? "; not compared: digests, tool_version, model, notes, rollout_seconds, rollout_hardware"
                     : "; of the attributes only system and dt";
}

}  // namespace

// Attributes first, then arrays, then the verdict in the last line.
std::string difference_text(const FileDifference& difference, const std::string& a, const std::string& b,
                            Tolerance tolerance) {
    std::string text;
    for (const std::string& attribute : difference.attributes) text += printable(attribute) + "\n";
    for (const ArrayDifference& d : difference.arrays)
        if (d.differs()) text += printable(d.path + ": " + (d.what.empty() ? worst_text(d, tolerance) : d.what)) + "\n";
    const auto alone = [&](const std::vector<std::string>& paths, const std::string& file) {
        for (const std::string& path : paths)
            if (difference.same_kind) text += printable(path + ": only in " + file) + "\n";
    };
    alone(difference.only_a, a);
    alone(difference.only_b, b);
    std::ostringstream verdict;
    verdict << printable(a) << " and " << printable(b) << (difference.differs() ? " differ" : " are the same")
            << " within rtol " << tolerance.rtol << ", atol " << tolerance.atol << " ("
            << counted(difference.arrays.size(), "array") << " and "
            << counted(difference.compared_attributes, "attribute") << " compared";
    const std::size_t not_compared_arrays = difference.only_a.size() + difference.only_b.size();
    if (!difference.same_kind && not_compared_arrays > 0)
        verdict << ", " << not_compared_arrays << " in one file only left out";
    return text + verdict.str() + not_compared(difference.same_kind) + ")\n";
}

std::string difference_json(const FileDifference& difference, const std::string& a, const std::string& b,
                            Tolerance tolerance) {
    Json json = report_head("cchnn-eval difference", difference.differs() ? "different" : "same",
                            difference.differs() ? ExitCode::gate_failed : ExitCode::ok);
    json["a"] = a;
    json["b"] = b;
    json["rtol"] = tolerance.rtol;
    json["atol"] = tolerance.atol;
    json["same_kind"] = difference.same_kind;
    json["attributes"] = difference.attributes;
    json["compared_attributes"] = difference.compared_attributes;
    json["arrays"] = json_list(difference.arrays, [](const ArrayDifference& d) { return to_json(d); });
    json["only_a"] = difference.only_a;
    json["only_b"] = difference.only_b;
    return json_document(json);
}

namespace {

using Json = nlohmann::ordered_json;

std::string words(std::string key) {
    std::ranges::replace(key, '_', ' ');
    return key;
}

// A value as a person reads it: "default", "(100, 3, 2)", "rtol 1e-13, atol 1e-13".
std::string value_text(const Json& value) {
    if (value.is_string()) return value.get<std::string>();
    if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
    if (!value.is_structured()) return value.dump();
    std::string text;
    for (const auto& [key, item] : value.items())
        text += (text.empty() ? "" : ", ") + (value.is_array() ? "" : words(key) + " ") + value_text(item);
    return value.is_array() ? "(" + text + ")" : text;
}

// The single values of a protocol; its lists of bounds and levels are for machines.
Json plain_values(const Json& object) {
    Json plain = Json::object();
    for (const auto& [key, value] : object.items())
        if (!value.is_structured()) plain[key] = value;
    return plain;
}

bool has_objects(const Json& value) { return value.is_object() && std::ranges::all_of(value, &Json::is_object); }

std::string line(const std::string& name, const Json& value, std::size_t width) {
    constexpr std::size_t column = 22;
    std::string begin = "  " + printable(name);
    begin.resize(std::max(column, begin.size() + 2), ' ');
    return wrapped(begin + printable(value_text(value)), column, width);
}

}  // namespace

std::string file_info_text(const std::string& info, std::size_t width) {
    const Json facts = Json::parse(info);
    std::string text;
    for (const auto& [key, value] : facts.items()) {
        if (key == "path") text += printable(value.get<std::string>()) + ": ";
        else if (key == "kind") text += value.get<std::string>() + "\n";
        else if (key == "protocol") text += line(words(key), plain_values(value), width);
        else if (has_objects(value))
            for (const auto& [name, item] : value.items()) text += line(name, item, width);
        else text += line(words(key), value, width);
    }
    return text;
}

std::string file_info_json(const std::vector<std::string>& files) {
    Json json = report_head("cchnn-gen file info", "done", ExitCode::ok);
    json["files"] = parsed_list(files);
    return json_document(json);
}

}  // namespace cchnn
