#pragma once
// The keywords of JSON Schema that system.schema.json uses, each as a sentence that a user can act on. Two
// annotations of the schema help: "unit" ("kg") is added to messages about ranges, and "$comment" is the rule
// in words, used in place of a sentence made from any keyword except ranges, "required", "uniqueItems" and "enum".

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace cchnn {

// Features that users of other programs look for and that a system file cannot describe, each with what to
// write instead: the table of schemas/system/limits.md in the form of messages.
//
// "; feedback control cannot be described; use ... (schemas/system/limits.md)" for a type or key that names
// such a feature in any spelling, `FeedbackControl` or `feedback_control`; empty for any other name.
std::string not_described(std::string_view name);

// The same for a type by the name that its kind has in other programs: `Revolute`, `fixed_joint`.
std::string kind_elsewhere(std::string_view type);

// All keywords that constrain a single value. A test checks that the schema uses no others.
const std::vector<std::string>& schema_keywords();
// Whether a keyword constrains which keys an object has.
bool concerns_all_keys(const std::string& keyword);

// Why `value` violates `schema[keyword]`: one sentence, "must be > 0 kg, got -1.5", or one for each missing
// key. Units are mentioned if the file uses SI, as the schema does.
std::vector<std::string> broken_rules(const nlohmann::json& schema, const std::string& keyword,
                                      const nlohmann::ordered_json& value, const std::string& pointer, bool say_units);

// The keys that a schema with "additionalProperties": false does not know.
std::vector<std::string> unknown_keys(const nlohmann::json& schema, const nlohmann::ordered_json& value);
// "unknown key 'mas', did you mean 'mass'?"
std::string unknown_key(const nlohmann::json& schema, const std::string& key);

}  // namespace cchnn
