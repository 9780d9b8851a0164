#include "print_coordinates.hpp"

#include "../tell.hpp"

namespace cchnn {

void print_coordinates(const SystemSpec& spec, const GeneralisedCoordinates& coordinates) {
    tell_of("\nGeneralised coordinates (/q and /qdot of a dataset)\n");
    if (!coordinates.exist()) tell_of("  none: %s\n", coordinates.why_none().c_str());
    for (const Coordinate& c : coordinates.table()) {
        const std::string from = c.attached_to.empty() ? "free" : "on " + c.attached_to;
        tell_of("  %-12s %-13s %-4s %s\n", c.body.c_str(), c.kind.c_str(),
                c.unit == "m" ? spec.units.length.c_str() : "rad",
                (from + (c.relative_to == "space" ? "" : ", counted from it")).c_str());
    }
}

}  // namespace cchnn
