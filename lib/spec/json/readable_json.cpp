#include "spec/json/readable_json.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/version.hpp"

namespace cchnn {
namespace {

using Json = nlohmann::ordered_json;
constexpr std::size_t widest = 130;

std::string on_one_line(const Json& value) {
    if (!value.is_structured()) return value.dump();
    std::string text;
    for (const auto& [key, inner] : value.items())
        text += (text.empty() ? "" : ", ") + (value.is_object() ? Json(key).dump() + ": " : "") + on_one_line(inner);
    return value.is_object() ? "{" + text + "}" : "[" + text + "]";
}

bool holds_structures(const Json& value) { return std::ranges::any_of(value, &Json::is_structured); }

std::string indented(const Json& value, std::size_t level, std::size_t before) {
    const std::string line = on_one_line(value);
    const bool whole = level >= 2 || (level == 1 && !holds_structures(value));
    if (!value.is_structured() || value.empty() || (whole && before + line.size() <= widest)) return line;
    std::string text;
    for (const auto& [key, inner] : value.items()) {
        const std::string label = value.is_object() ? Json(key).dump() + ": " : "";
        const std::string margin(2 * (level + 1), ' ');
        text +=
            (text.empty() ? "\n" : ",\n") + margin + label + indented(inner, level + 1, margin.size() + label.size());
    }
    text += "\n" + std::string(2 * level, ' ');
    return value.is_object() ? "{" + text + "}" : "[" + text + "]";
}

}  // namespace

std::string readable_json(const Json& document) { return indented(document, 0, 0); }
std::string readable_json(const std::string& text) { return readable_json(Json::parse(text)); }

Json document_head(const std::string& format, int format_version) {
    return {{"format", format}, {"format_version", format_version}, {"tool_version", tool_version}};
}

std::string json_document(const Json& document) {
    return document.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string json_line(const Json& document) { return document.dump(-1, ' ', false, Json::error_handler_t::replace); }

}  // namespace cchnn
