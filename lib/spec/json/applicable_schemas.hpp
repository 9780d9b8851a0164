#pragma once
// Finds the parts of a JSON schema that apply to a value. Code that walks through a document and its schema
// together asks this at each step: the checks of schema_check.hpp, number_formulas.hpp and end_keys.hpp.

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

// Adds the schemas that apply to one value: `schema`, what its "$ref" and "allOf" refer to, and the branches
// that its conditions ("if") choose for this value.
void add_applicable(const nlohmann::json& root, const nlohmann::json& schema, const nlohmann::ordered_json& value,
                    Schemas& schemas);
// The schemas that apply to the entry `inner` with the key (or index) `key`, given those of the object or list
// around it.
Schemas schemas_of_child(const nlohmann::json& root, const Schemas& schemas, const nlohmann::ordered_json& value,
                         const std::string& key, const nlohmann::ordered_json& inner);

// Whether a value satisfies a schema, decided by the library Valijson.
bool follows(const nlohmann::json& schema, const nlohmann::ordered_json& value);
void compile_schema(const nlohmann::json& schema, valijson::Schema& compiled);

}  // namespace cchnn
