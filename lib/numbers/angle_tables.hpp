#pragma once
// Angles of whole 64ths and parts of a turn to 106 bits, as numbers/nearest_atan2.hpp and numbers/fast_angles.cpp want
// them; from MPFR, once a program. Constant, shared by threads and by kernels of every instruction set.

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
