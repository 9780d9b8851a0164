#pragma once
// A number of a system file, or how to draw it for each trajectory.

#include <cmath>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace cchnn {

class NumberFormula;

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
// Trajectory i has entry i.
struct Listed {
    std::vector<double> values;
};
// A formula of what is drawn under 'draws'.
struct Computed {
    std::shared_ptr<const NumberFormula> formula;
};
using Distribution = std::variant<Constant, Normal, Uniform, Shaped, Listed, Computed>;

// One that is drawn once for each trajectory, for all formulas that name it.
struct NamedDraw {
    std::string name;
    Distribution distribution;
};

}  // namespace cchnn
