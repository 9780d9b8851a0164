#include "spec/json/end_keys.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "elements/parts/reading/json_pointer.hpp"

namespace cchnn {
namespace {

using PlainJson = nlohmann::json;
using Json = nlohmann::ordered_json;

const PlainJson& root() { return schema_named("system"); }

// Whether the schema of an object knows this key as a list of two ends; `bodies` of other items may list more.
bool has_ends_under(const std::string& key, const Json& value, const Schemas& schemas) {
    const Schemas found = schemas_of_child(root(), schemas, value, key, Json());
    return std::ranges::any_of(found, [](const PlainJson* schema) { return schema->value("maxItems", 0) == 2; });
}

void rename(Json& object, const std::string& from, const std::string& to) {
    Json made = Json::object();
    for (auto&& [key, value] : object.items()) made[key == from ? to : key] = std::move(value);
    object = std::move(made);
}

}  // namespace

EndKeys::EndKeys(Json& document, const std::string& source) : source_(source) {
    if (!document.is_object()) return;
    Schemas schemas;
    add_applicable(root(), root(), document, schemas);
    for (const char* list : {"constraints", "potentials", "damping", "contacts"})
        if (document.contains(list)) {
            Json& items = document.at(list);
            rename_in(items, schemas_of_child(root(), schemas, document, list, items), child("", list));
        }
}

void EndKeys::rename_in(Json& value, const Schemas& schemas, const std::string& pointer) {
    if (!value.is_structured()) return;
    for (const auto& [key, other] : {std::pair("between", "bodies"), std::pair("bodies", "between")})
        if (value.is_object() && value.contains(other) && !value.contains(key) && has_ends_under(key, value, schemas) &&
            schemas_of_child(root(), schemas, value, other, Json()).empty()) {
            rename(value, other, key);
            read_[child(pointer, key)] = child(pointer, other);
            break;
        }
    for (const auto& entry : value.items())
        rename_in(entry.value(), schemas_of_child(root(), schemas, value, entry.key(), entry.value()),
                  child(pointer, entry.key()));
}

std::vector<Problem> EndKeys::in_the_file(std::vector<Problem> problems) const {
    for (Problem& problem : problems) {
        if (read_.empty() || !problem.where.starts_with(source_ + "#")) continue;
        const std::string pointer = problem.where.substr(source_.size() + 1);
        for (std::size_t end = pointer.find('/', 1); !pointer.empty(); end = pointer.find('/', end + 1)) {
            if (const auto found = read_.find(pointer.substr(0, end)); found != read_.end())
                problem.where = source_ + "#" + found->second + (end == std::string::npos ? "" : pointer.substr(end));
            if (end == std::string::npos) break;
        }
    }
    return problems;
}

}  // namespace cchnn
