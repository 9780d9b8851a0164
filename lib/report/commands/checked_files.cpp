#include "report/commands/checked_files.hpp"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/paths/read_file.hpp"
#include "spec/json/json_syntax.hpp"

namespace cchnn {
namespace {

using Json = nlohmann::ordered_json;

// Names come from files of others and need not be UTF-8.
std::string checked_text(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

// The file once more, as far as it is one and is JSON.
Json document_of(const std::string& file) {
    try {
        return std::filesystem::is_regular_file(file) ? json_object_in(read_file(file, "a system")) : Json();
    } catch (const Error&) {  // told among the problems
        return {};
    }
}

// Keys of strangers may be no pointer.
const Json* value_at(const Json& document, const std::string& pointer) {
    try {
        const Json::json_pointer place(pointer);
        if (!document.contains(place)) return nullptr;
        const Json& value = document.at(place);
        return value.is_structured() ? nullptr : &value;
    } catch (const Json::exception&) {
        return nullptr;
    }
}

Json problem_json(const Problem& problem, const Json& document) {
    Json json{{"where", problem.where}};
    if (const std::size_t hash = problem.where.find('#'); hash != std::string::npos) {
        const std::string pointer = problem.where.substr(hash + 1);
        json["pointer"] = pointer;
        if (const Json* value = value_at(document, pointer)) json["value"] = *value;
    }
    json["what"] = problem.what;
    return json;
}

}  // namespace

std::string checked_json(const CheckedSystem& checked) {
    Json json{{"file", checked.file}, {"valid", checked.problems.empty()}};
    json["system"] = checked.facts.empty() ? Json(nullptr) : Json::parse(checked.facts);
    json["remarks"] = checked.remarks;
    json["problems"] = Json::array();
    const Json document = checked.problems.empty() ? Json() : document_of(checked.file);
    for (const Problem& problem : checked.problems) json["problems"].push_back(problem_json(problem, document));
    return checked_text(json);
}

std::string checked_json(const CheckedSubmission& checked) {
    Json json{{"file", checked.file}, {"valid", checked.problems.empty()}, {"remarks", checked.remarks}};
    if (checked.not_finite)
        json["not_finite"] = {{"values", checked.not_finite->values},
                              {"trajectories", checked.not_finite->trajectories},
                              {"ids", checked.not_finite->ids}};
    json["problems"] = Json::array();
    for (const Problem& problem : checked.problems)
        json["problems"].push_back({{"where", problem.where}, {"what", problem.what}});
    return checked_text(json);
}

}  // namespace cchnn
