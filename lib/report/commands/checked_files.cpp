#include "report/commands/checked_files.hpp"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <unordered_map>
#include <vector>

#include "core/paths/read_file.hpp"
#include "elements/parts/reading/json_pointer.hpp"
#include "spec/json/json_list.hpp"
#include "spec/json/json_syntax.hpp"
#include "spec/json/readable_json.hpp"

namespace cchnn {
namespace {

using Json = nlohmann::ordered_json;

// The file's document once more, for the values at problems; null if the file is missing or is no JSON. Then
// the problems say so already, and no values are shown.
Json document_of(const std::string& file) {
    try {
        return std::filesystem::is_regular_file(file) ? json_object_in(read_file(file, "a system")) : Json();
    } catch (const Error&) {  // one of the problems
        return {};
    }
}

// A problem in a document has the place "FILE#POINTER"; one about the whole file has no "#", and the pointer
// "".
std::string pointer_of(const Problem& problem) {
    const std::size_t hash = problem.where.find('#');
    return hash == std::string::npos ? "" : problem.where.substr(hash + 1);
}

// The values that problems are about, by pointer; lists and objects are left out. One walk over the document
// finds them all: a search from the root for each problem would compare all keys on its way, and a file may
// have thousands of problems.
class ValuesAt {
  public:
    ValuesAt(const Json& document, const std::vector<Problem>& problems) {
        for (const Problem& problem : problems) values_.try_emplace(pointer_of(problem), nullptr);
        walk(document, "");
    }
    const Json* find(const std::string& pointer) const { return values_.at(pointer); }

  private:
    void walk(const Json& value, const std::string& pointer) {
        if (!value.is_structured()) {
            if (const auto wanted = values_.find(pointer); wanted != values_.end()) wanted->second = &value;
            return;
        }
        std::size_t i = 0;
        for (auto entry = value.begin(); entry != value.end(); ++entry, ++i)
            walk(*entry, value.is_object() ? child(pointer, entry.key()) : child(pointer, i));
    }

    std::unordered_map<std::string, const Json*> values_;  // nullptr where there is none
};

Json problem_json(const Problem& problem, const ValuesAt& values) {
    Json json{{"where", problem.where}};
    if (problem.where.find('#') != std::string::npos) {
        const std::string pointer = pointer_of(problem);
        json["pointer"] = pointer;
        if (const Json* value = values.find(pointer)) json["value"] = *value;
    }
    json["what"] = problem.what;
    return json;
}

}  // namespace

std::string checked_json(const CheckedSystem& checked) {
    Json json{{"file", checked.file}, {"valid", checked.problems.empty()}};
    json["system"] = checked.facts.empty() ? Json(nullptr) : Json::parse(checked.facts);
    json["remarks"] = checked.remarks;
    const Json document = checked.problems.empty() ? Json() : document_of(checked.file);
    const ValuesAt values(document, checked.problems);
    json["problems"] = json_list(checked.problems, [&](const Problem& p) { return problem_json(p, values); });
    return json_line(json);
}

std::string checked_json(const CheckedSubmission& checked) {
    Json json{{"file", checked.file}, {"valid", checked.problems.empty()}, {"remarks", checked.remarks}};
    if (checked.not_finite)
        json["not_finite"] = {{"values", checked.not_finite->values},
                              {"trajectories", checked.not_finite->trajectories},
                              {"ids", checked.not_finite->ids}};
    json["problems"] = problems_json(checked.problems);
    return json_line(json);
}

}  // namespace cchnn
