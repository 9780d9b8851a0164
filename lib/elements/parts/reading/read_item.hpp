#pragma once
// Parts of items that several kinds are written with. For .cpp files that read JSON and include all of it.

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "elements/parts/reading/body_spec.hpp"

namespace cchnn {

// "bob", or {"body": "plate", "point": [0.5, 0]}
PointSpec read_end(const nlohmann::ordered_json& end);

std::vector<double> zeros(int dimension);
std::vector<double> last_axis(int dimension);  // the direction that is up where a file does not say

}  // namespace cchnn
