#pragma once
// A number of a system file, or how it is drawn for each trajectory (schemas/system/families.md). sample/ draws
// it; schemas/random_numbers.md says from which stream.

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
// scale times (mean + std N(0, 1)), limited to +-limit before scaling, with a random sign where asked.
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
// One of these numbers, each as likely as any other.
struct Chosen {
    std::vector<double> values;
};
// A formula of numbers that are drawn under 'draws'.
struct Computed {
    std::shared_ptr<const NumberFormula> formula;
};
using Distribution = std::variant<Constant, Normal, Uniform, Shaped, Listed, Chosen, Computed>;

// A number that is drawn once for each trajectory, for all formulas that name it.
struct NamedDraw {
    std::string name;
    Distribution distribution;
};

}  // namespace cchnn
