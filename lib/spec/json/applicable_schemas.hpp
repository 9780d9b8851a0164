#pragma once
// Which parts of a schema speak of a value: a walk through document and schema side by side asks at each step.

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace valijson {
class Schema;
}

namespace cchnn {

using Schemas = std::vector<const nlohmann::json*>;

// schemas/NAME.schema.json, read once.
const nlohmann::json& schema_named(const std::string& name);

// Those that apply to one value: a schema, what it refers to, and the branches that its conditions choose.
void add_applicable(const nlohmann::json& root, const nlohmann::json& schema, const nlohmann::ordered_json& value,
                    Schemas& schemas);
// Of those of an object or a list, those that apply to an entry.
Schemas schemas_of_child(const nlohmann::json& root, const Schemas& schemas, const nlohmann::ordered_json& value,
                         const std::string& key, const nlohmann::ordered_json& inner);

// Whether a value follows a schema, by Valijson.
bool follows(const nlohmann::json& schema, const nlohmann::ordered_json& value);
void compile_schema(const nlohmann::json& schema, valijson::Schema& compiled);

}  // namespace cchnn
