#pragma once
// Numbers of a file that may be drawn once for each trajectory: a mass, a length or a stiffness that is written
// as a distribution (schemas/system/families.md).

#include <string>

#include "elements/parts/reading/distribution.hpp"

namespace cchnn {

// A number that is drawn. In the rest of SystemSpec it has its nominal value: mean, midpoint, or first value.
struct VariedProperty {
    enum class Range { positive, not_negative, any };
    std::string pointer;  // where it stands in the file: "/bodies/1/mass"
    std::string name;     // "bob1 mass", "Link pivot-bob1 length"
    std::string unit;     // SI
    Distribution distribution;
    Range range = Range::any;
};

}  // namespace cchnn
