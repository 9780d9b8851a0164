#pragma once
// The scalar constraints of a system as the columns of /system/constraints (schemas/dataset.md): C constraints,
// n nodes, d axes.

#include <cstdint>
#include <string>
#include <vector>

#include "elements/parts/curve/curve_spec.hpp"
#include "mechanics/constrained_system.hpp"

namespace cchnn {

struct ConstraintTable {
    std::vector<std::string> kind, name;    // (C)
    std::vector<double> weights;            // (C, n) r = weights x + offset
    std::vector<double> offset;             // (C, d) m
    std::vector<double> length;             // (C) m
    std::vector<std::int64_t> component;    // (C) -1 where there is none
    std::vector<std::uint8_t> independent;  // (C)
    std::vector<double> normal, up;         // (C, d) zeros where there is none
    std::vector<double> radius;             // (C) m
    std::vector<std::int64_t> track;        // (C) -1 where there is none
};

ConstraintTable constraint_table(const ConstrainedSystem& system);
// {"parameter": "q", "x": "...", "y": "...", "range": [low, high]}
std::string curve_json(const CurveSpec& curve);

}  // namespace cchnn
