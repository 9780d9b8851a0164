#include "elements/parts/reading/read_item.hpp"

#include <nlohmann/json.hpp>

namespace cchnn {

PointSpec read_end(const nlohmann::ordered_json& end) {
    if (end.is_string()) return {end, {}};
    return {end.at("body"), end.at("point")};
}

std::vector<double> zeros(int dimension) { return std::vector<double>(static_cast<std::size_t>(dimension), 0.0); }

std::vector<double> last_axis(int dimension) {
    std::vector<double> axis = zeros(dimension);
    axis.back() = 1;
    return axis;
}

}  // namespace cchnn
