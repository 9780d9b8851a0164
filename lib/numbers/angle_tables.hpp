#pragma once
// Tables of atan, sin and cos at k/64, and pi, to 106 bits; nearest_atan2.hpp and fast_angles.cpp add short series to
// them. Computed by MPFR once in a program. Constant, shared by threads and by kernels of every instruction set.

#include <array>

#include "numbers/double_double.hpp"

namespace cchnn {

struct AngleTables {
    static constexpr int steps = 64;  // in [0, 1]
    using Table = std::array<DoubleDouble, steps + 1>;

    Table atan{}, sin{}, cos{};  // of k/64
    DoubleDouble pi, half_pi;
    double half_pi_rest = 0;  // of half_pi, beyond 106 bits
};

const AngleTables& angle_tables();

}  // namespace cchnn
