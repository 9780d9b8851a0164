#pragma once
// Merges the problems that two passes have found into the order of the file.

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "core/errors.hpp"

namespace cchnn {

// Both lists must follow the order of the document. Problems of `second` at a place that `first` mentions are
// left out.
std::vector<Problem> in_order_of(const nlohmann::ordered_json& document, std::vector<Problem> first,
                                 std::vector<Problem> second);

}  // namespace cchnn
