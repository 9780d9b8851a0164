#include "dataset/truth_digest.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/sha256.hpp"
#include "dataset/content_listing.hpp"
#include "spec/json/json_syntax.hpp"

namespace cchnn {
namespace {

using Json = nlohmann::ordered_json;

std::string value_text(const Json& value) {
    if (value.is_string()) return "text " + escaped(value.get<std::string>());
    if (value.is_boolean()) return value.get<bool>() ? "flag true" : "flag false";
    char digits[17];
    const auto bits = std::bit_cast<std::uint64_t>(value.get<double>());
    std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(bits));
    return std::string("number ") + digits;
}

void list_values(const std::string& pointer, const Json& value,
                 std::vector<std::pair<std::string, std::string>>& lines) {
    if (!value.is_structured()) {
        if (!value.is_null()) lines.emplace_back(pointer, value_text(value));
        return;
    }
    std::size_t place = 0;
    for (const auto& [key, entry] : value.items())
        if (value.is_array()) list_values(pointer + "/" + std::to_string(place++), entry, lines);
        else if (key != "mesh") list_values(pointer + "/" + escaped(key), entry, lines);
}

// "" where there is no system.
std::string system_listing(const Hdf5File& file) {
    if (!file.has("/system/json") || !is_text(file.array("/system/json").element)) return "";
    const std::vector<std::string> texts = file.read_texts("/system/json");
    const Json system = texts.size() == 1 ? json_object_in(texts.front()) : Json();
    if (!system.is_object()) return "";
    std::vector<std::pair<std::string, std::string>> lines;
    for (const char* key : {"dimension", "units", "bodies", "constraints", "potentials", "damping"})
        if (system.contains(key)) list_values(std::string("/") + key, system.at(key), lines);
    std::sort(lines.begin(), lines.end());
    std::string text;
    for (const auto& [pointer, value] : lines) text += "system " + pointer + " " + value + "\n";
    return text;
}

bool is_array(const Hdf5File& file, const std::string& path) {
    for (const Entry& entry : file.entries(1000))
        if (entry.path == path) return entry.kind == Entry::Kind::array;
    return false;
}

}  // namespace

const std::vector<std::string>& truth_arrays() {
    static const std::vector<std::string> paths{"/counted_angle", "/parameters", "/t", "/track_parameter", "/v", "/x"};
    return paths;
}

std::string truth_digest(const Hdf5File& file, const std::map<std::string, std::string>& known) {
    for (const char* needed : {"/t", "/v", "/x", "/system/json"})
        if (!is_array(file, needed)) return "";
    const std::string system = system_listing(file);
    if (system.empty()) return "";
    std::string text = "cchnn-truth 1\n" + system;
    for (const std::string& path : truth_arrays())
        if (is_array(file, path)) text += array_line(file, path, known);
    return sha256_of_text(text);
}

}  // namespace cchnn
