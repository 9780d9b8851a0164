#pragma once
// Checks the structure of a JSON document by one of schemas/*.schema.json (JSON Schema draft 7). All problems
// are returned, in the order of the file:
//   a.json#/bodies/2/mass: must be > 0 kg, got -1.5
//   a.json#/bodies/2/mas: unknown key 'mas', did you mean 'mass'?

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/errors.hpp"
#include "spec/json/json_syntax.hpp"

namespace cchnn {

// `schema` is the file's name without ".schema.json".
std::vector<Problem> schema_problems(const nlohmann::ordered_json& document, const std::string& source,
                                     const std::string& schema = "system");

// Parses a text and checks it by a schema; for documents that are read only if they follow it. Throws SpecError
// with all problems; with one if the document has another "format".
nlohmann::ordered_json parse_by_schema(const std::string& text, const std::string& source, const std::string& schema,
                                       JsonBounds bounds = {});

}  // namespace cchnn
