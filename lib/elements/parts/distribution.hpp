#pragma once
// A number of a system file, or how to draw it for each trajectory.

#include <cmath>
#include <variant>

namespace cchnn {

struct Constant {
    double value = 0;
};
struct Normal {
    double mean = 0;
    double std = 1;
};
struct Uniform {
    double low = 0;
    double high = 1;
};
// scale (mean + std N(0, 1)) clamped to +-limit, with a random sign where asked
struct Shaped {
    Normal normal;
    double limit = INFINITY;  // before the scale
    double scale = 1;
    bool random_sign = false;
};
using Distribution = std::variant<Constant, Normal, Uniform, Shaped>;

}  // namespace cchnn
