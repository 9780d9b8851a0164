#pragma once
// The keywords of JSON Schema that system.schema.json uses, each said as a sentence a user can act on.
// Two annotations of the schema help: "unit" ("kg") goes into messages about ranges, and "$comment", where there is
// one, is the rule of its schema in words, in place of a sentence made from "type", "pattern", "anyOf" or a count of
// keys.

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace cchnn {

// Every keyword that judges one value by itself. A test checks that the schema uses no other.
const std::vector<std::string>& schema_keywords();
// Keywords whose verdict depends on which keys an object has.
bool concerns_all_keys(const std::string& keyword);

// "must be > 0 kg, got -1.5"; one sentence, or one for each key that is missing. `value` breaks `schema[keyword]`.
// Units of the schema are SI: they are said when the file's are.
std::vector<std::string> broken_rules(const nlohmann::json& schema, const std::string& keyword,
                                      const nlohmann::ordered_json& value, const std::string& pointer, bool say_units);

// Keys that a schema closed by "additionalProperties": false does not know.
std::vector<std::string> unknown_keys(const nlohmann::json& schema, const nlohmann::ordered_json& value);
// "unknown key 'mas', did you mean 'mass'?"
std::string unknown_key(const nlohmann::json& schema, const std::string& key);

}  // namespace cchnn
