#include "dataset/truth_digest.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>
#include <utility>

#include "core/sha256.hpp"
#include "dataset/content_digest.hpp"
#include "spec/json/json_syntax.hpp"

namespace cchnn {
namespace {

using Json = nlohmann::ordered_json;

// A value as a line of the listing. Numbers enter by their bits, so that no way of printing them matters.
std::string value_text(const Json& value) {
    if (value.is_string()) return "text " + escaped(value.get<std::string>());
    if (value.is_boolean()) return value.get<bool>() ? "flag true" : "flag false";
    char digits[17];
    const auto bits = std::bit_cast<std::uint64_t>(value.get<double>());
    std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(bits));
    return std::string("number ") + digits;
}

// Adds a line for each single value below a pointer. Keys of null are left out, and so is a mesh, whose numbers
// the body has too.
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

// Inputs without how their values are drawn; the values are in /u.
Json acting(const Json& inputs) {
    Json all = Json::array();
    for (const Json& input : inputs) {
        Json& kept = all.emplace_back(Json::object());
        for (const char* key : {"id", "unit", "formula"})
            if (input.contains(key)) kept[key] = input.at(key);
    }
    return all;
}

// The lines of the system; "" if there is no valid JSON of one.
std::string system_listing(const Hdf5File& file) {
    if (!is_text(file.array("/system/json").element)) return "";
    const std::vector<std::string> texts = file.read_texts("/system/json");
    const Json system = json_object_in(std::accumulate(texts.begin(), texts.end(), std::string()));
    if (!system.is_object()) return "";
    std::vector<std::pair<std::string, std::string>> lines;
    for (const char* key : {"dimension", "units", "bodies", "constraints", "potentials", "damping", "contacts"})
        if (system.contains(key)) list_values(std::string("/") + key, system.at(key), lines);
    if (system.contains("inputs") && system.at("inputs").is_array())
        list_values("/inputs", acting(system.at("inputs")), lines);
    std::ranges::sort(lines);
    std::string text;
    for (const auto& [pointer, value] : lines) text += "system " + pointer + " " + value + "\n";
    return text;
}

std::set<std::string> arrays_of(const Hdf5File& file) {
    std::set<std::string> arrays;
    for (const Entry& entry : file.entries())
        if (entry.kind == Entry::Kind::array) arrays.insert(entry.path);
    return arrays;
}

}  // namespace

const std::vector<std::string>& truth_arrays() {
    static const std::vector<std::string> paths{
        "/counted_angle", "/parameters", "/t", "/track_parameter", "/u", "/v", "/x"};
    return paths;
}

// "" if the file lacks what makes a reference solution. Lines are in byte order of their paths, so that the
// order in a file does not matter.
std::string truth_digest(const Hdf5File& file, const std::map<std::string, std::string>& known) {
    const std::set<std::string> arrays = arrays_of(file);
    for (const char* needed : {"/t", "/v", "/x", "/system/json"})
        if (!arrays.contains(needed)) return "";
    const std::string system = system_listing(file);
    if (system.empty()) return "";
    std::string text = "cchnn-truth 1\n" + system;
    for (const std::string& path : truth_arrays())
        if (arrays.contains(path)) text += array_line(file, path, known);
    return sha256_of_text(text);
}

}  // namespace cchnn
