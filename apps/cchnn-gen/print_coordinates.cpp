#include "print_coordinates.hpp"

#include <cstdio>

namespace cchnn {

void print_coordinates(const SystemSpec& spec, const GeneralisedCoordinates& coordinates) {
    std::printf("\nGeneralised coordinates (/q and /qdot of a dataset)\n");
    if (!coordinates.exist()) std::printf("  none: %s\n", coordinates.why_none().c_str());
    for (const Coordinate& c : coordinates.table()) {
        const std::string from = c.attached_to.empty() ? "free" : "on " + c.attached_to;
        std::printf("  %-12s %-13s %-4s %s\n", c.body.c_str(), c.kind.c_str(),
                    c.unit == "m" ? spec.units.length.c_str() : "rad",
                    (from + (c.relative_to == "space" ? "" : ", counted from it")).c_str());
    }
}

}  // namespace cchnn
