#include "report/tables/file_info_report.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "report/json_parts.hpp"
#include "report/tables/text_table.hpp"
#include "spec/json/readable_json.hpp"

namespace cchnn {
namespace {

using Json = nlohmann::ordered_json;

std::string words(std::string key) {
    std::replace(key.begin(), key.end(), '_', ' ');
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

bool has_objects(const Json& value) {
    return value.is_object() &&
           std::all_of(value.begin(), value.end(), [](const Json& item) { return item.is_object(); });
}

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
    json["files"] = Json::array();
    for (const std::string& file : files) json["files"].push_back(Json::parse(file));
    return json_document(json);
}

}  // namespace cchnn
