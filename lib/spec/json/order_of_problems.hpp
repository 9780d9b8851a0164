#pragma once
// Problems that two passes found, told in the order of the file.

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "core/errors.hpp"

namespace cchnn {

// Both in the order of the document; of a place that the first list speaks of, the second one's are left out.
std::vector<Problem> in_order_of(const nlohmann::ordered_json& document, std::vector<Problem> first,
                                 std::vector<Problem> second);

}  // namespace cchnn
