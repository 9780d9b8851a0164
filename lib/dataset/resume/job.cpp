#include "dataset/resume/job.hpp"

#include <nlohmann/json.hpp>

#include "spec/json/json_syntax.hpp"
#include "spec/system_name.hpp"

namespace cchnn {
namespace {

// A JSON pointer as words: "/options/seed" becomes "options seed".
std::string name_of(std::string pointer) {
    for (char& c : pointer)
        if (c == '/') c = ' ';
    return pointer.empty() ? pointer : pointer.substr(1);
}

// The value at a pointer as JSON, cut after 100 characters.
std::string value_at(const nlohmann::json& flat, const std::string& pointer) {
    const auto found = flat.find(pointer);
    if (found == flat.end()) return "nothing";
    const std::string text = found->dump();
    return text.size() <= 100 ? text : text.substr(0, 97) + "...";
}

}  // namespace

bool is_job(const std::string& text) {
    const nlohmann::json job = json_object_in(text);
    const nlohmann::json system = job.is_object() ? job.value("system", nlohmann::json()) : nlohmann::json();
    const auto text_at = [](const nlohmann::json& object, const char* key) {
        const auto found = object.find(key);
        return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
    };
    return system.is_object() && !text_at(job, "tool_version").empty() && is_system_name(text_at(system, "name")) &&
           text_at(system, "sha256").size() == 64;
}

std::vector<std::string> job_differences(const std::string& there, const std::string& here) {
    const nlohmann::json a = json_object_in(there), b = nlohmann::json::parse(here);
    if (!a.is_object()) return {"its description of the job is damaged"};
    const nlohmann::json flat_a = a.flatten(), flat_b = b.flatten();
    nlohmann::json all = flat_b;
    all.update(flat_a);
    std::vector<std::string> differences;
    for (const auto& [pointer, value] : all.items()) {
        const std::string was = value_at(flat_a, pointer), is = value_at(flat_b, pointer);
        if (was != is) differences.push_back(name_of(pointer) + ": is " + was + " there, " + is + " here");
    }
    return differences;
}

}  // namespace cchnn
