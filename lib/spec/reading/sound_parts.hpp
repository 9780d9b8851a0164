#pragma once
// Checks the meaning of the valid parts of a document that violates its schema. A user then learns in one pass
// of a misspelt key in one constraint and of an unknown body in another.
//
// An invalid item is replaced by one that the schema allows, so that lists keep their indices and bodies their
// names. Findings that may only follow from such a replacement are left out.

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/errors.hpp"

namespace cchnn {

// Finds the problems of a document that satisfies the schema.
using Judge = std::function<std::vector<Problem>(nlohmann::ordered_json& document)>;

// The findings of `judge` on the valid parts of `document`. `problems` are those of the schema, at places
// "source#/json/pointer". Empty if too much depends on an invalid part, such as the dimension.
std::vector<Problem> problems_of_sound_parts(const nlohmann::ordered_json& document,
                                             const std::vector<Problem>& problems, const std::string& source,
                                             const Judge& judge);

}  // namespace cchnn
