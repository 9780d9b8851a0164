#include "dataset/writer/coordinate_table.hpp"

#include <algorithm>
#include <limits>
#include <numbers>

#include "dataset/dataset_layout.hpp"

namespace cchnn {

std::vector<std::pair<std::string, Column>> coordinate_columns(const std::vector<Coordinate>& coordinates,
                                                               const Units& units) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    std::vector<std::string> names, bodies, kinds, unit_names, attached_to, relative_to;
    std::vector<std::uint8_t> angles;
    std::vector<double> low, high;
    for (const Coordinate& c : coordinates) {
        names.push_back(c.body + " " + c.kind);
        bodies.push_back(c.body);
        kinds.push_back(c.kind);
        unit_names.push_back(unit_in(c.unit, units));
        attached_to.push_back(c.attached_to);
        relative_to.push_back(c.relative_to);
        angles.push_back(c.turns);
        const bool polar = c.unit == "rad" && !c.turns;
        low.push_back(polar ? 0 : -infinity);
        high.push_back(polar ? std::numbers::pi : infinity);
    }
    const std::string group = "/system/coordinates/";
    return {{group + "name", names},
            {group + "body", bodies},
            {group + "kind", kinds},
            {group + "unit", unit_names},
            {group + "attached_to", attached_to},
            {group + "relative_to", relative_to},
            {group + "angle", angles},
            {group + "low", low},
            {group + "high", high}};
}

std::string coordinate_units(const std::string& both, const std::vector<Coordinate>& coordinates) {
    const auto angles =
        std::count_if(coordinates.begin(), coordinates.end(), [](const Coordinate& c) { return c.unit == "rad"; });
    const std::size_t comma = both.find(", ");
    if (angles == 0) return both.substr(comma + 2);
    return angles == static_cast<long>(coordinates.size()) ? both.substr(0, comma) : both;
}

}  // namespace cchnn
