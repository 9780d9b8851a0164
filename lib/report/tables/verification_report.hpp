#pragma once
// The results of `cchnn-gen verify` (stories/verify/), for people and for machines.

#include <string>
#include <vector>

#include "score/verification.hpp"

namespace cchnn {

// For each target: a line for each comparison, a table of measures, a line for each measure that failed,
// remarks.
std::string verification_text(const std::vector<Verification>& found, std::size_t width);

// schemas/verification.schema.json
std::string verification_json(const std::vector<Verification>& found);

}  // namespace cchnn
