#pragma once
// The columns of /system/counted_angles: for each angle its name and the places of its two bodies in
// /system/bodies.

#include <cstdint>
#include <string>
#include <vector>

#include "mechanics/constrained_system.hpp"

namespace cchnn {

struct AngleTable {
    std::vector<std::string> name;
    std::vector<std::int64_t> body_a, body_b;  // places in the file's list

    explicit AngleTable(const ConstrainedSystem& system) {
        for (const CountedAngle& angle : system.angles()) {
            name.push_back(angle.name);
            body_a.push_back(index(angle.a.body));
            body_b.push_back(index(angle.b.body));
        }
    }
};

}  // namespace cchnn
