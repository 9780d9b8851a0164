#pragma once
// What can be judged of a document that breaks rules of its schema: everything beside the items that break them. A user
// then learns in one pass of a mistyped key in one constraint and of an unknown body in the next one.
// A faulty item makes place for one that the schema allows, so that lists keep their indices and bodies their names;
// findings that may only follow from such an item are left out.

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/errors.hpp"

namespace cchnn {

// What `judge` finds wrong with a document that follows the schema.
using Judge = std::function<std::vector<Problem>(nlohmann::ordered_json& document)>;

// What it finds of the sound parts of one that does not: `problems` are those of the schema, in places
// "source#/json/pointer". Nothing where the rest hangs on a faulty part.
std::vector<Problem> problems_of_sound_parts(const nlohmann::ordered_json& document,
                                             const std::vector<Problem>& problems, const std::string& source,
                                             const Judge& judge);

}  // namespace cchnn
