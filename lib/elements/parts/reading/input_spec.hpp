#pragma once
// An input of a system file (elements/parts/input.hpp; schemas/system/inputs.md): a formula of t, or how its
// values at the samples are drawn for each trajectory.

#include <memory>
#include <string>
#include <variant>

#include "elements/parts/reading/distribution.hpp"

namespace cchnn {

struct FormulaSignal {
    std::string text;  // of t
};
// A formula of t and of what is drawn under 'draws', evaluated at the samples; between them InputSpec::linear counts.
struct SampledSignal {
    std::shared_ptr<const NumberFormula> formula;
};
// A value that is drawn again every so many samples and kept until then.
struct SteppedSignal {
    Distribution value;
    int every = 1;
};
// An Ornstein-Uhlenbeck process at the samples; between them InputSpec::linear counts.
struct WanderingSignal {
    double mean = 0, std = 1;
    double time = 1;  // s, of correlation
};
using Signal = std::variant<FormulaSignal, SampledSignal, SteppedSignal, WanderingSignal>;

struct InputSpec {
    std::string id;
    std::string unit = "1";
    Signal signal;
    bool linear = false;  // between the samples; else held. Not of a formula
};

}  // namespace cchnn
