#include "report/tables/difference_report.hpp"

#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/counted.hpp"
#include "core/version.hpp"
#include "report/json_parts.hpp"
#include "report/tables/text_table.hpp"
#include "spec/json/readable_json.hpp"

namespace cchnn {
namespace {

using Json = nlohmann::ordered_json;

// 17 digits: two different numbers must look different.
std::string digits(double value) {
    std::ostringstream text;
    text.precision(17);
    text << value;
    return text.str();
}

std::string index_text(const std::vector<std::uint64_t>& index) {
    std::string text;
    for (std::uint64_t i : index) text += (text.empty() ? "" : ", ") + std::to_string(i);
    return "[" + text + "]";
}

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
    Json arrays = Json::array();
    for (const ArrayDifference& d : difference.arrays) arrays.push_back(to_json(d));
    Json json = report_head("cchnn-eval difference", difference.differs() ? "different" : "same",
                            difference.differs() ? ExitCode::gate_failed : ExitCode::ok);
    json["a"] = a;
    json["b"] = b;
    json["rtol"] = tolerance.rtol;
    json["atol"] = tolerance.atol;
    json["same_kind"] = difference.same_kind;
    json["attributes"] = difference.attributes;
    json["compared_attributes"] = difference.compared_attributes;
    json["arrays"] = arrays;
    json["only_a"] = difference.only_a;
    json["only_b"] = difference.only_b;
    return json_document(json);
}

}  // namespace cchnn
