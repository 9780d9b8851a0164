#pragma once
// The initial state of a trajectory. Sampler makes it, and integrate() starts from it.

#include <vector>

namespace cchnn {

struct InitialState {
    std::vector<double> x, v;  // (n, d) m, m/s
    // Parameters of points on curves and counted angles; if empty, they follow from x and v.
    std::vector<double> s{};
    // Of a driven system: (samples, inputs) from the first sample on, and the time of that one, s.
    std::vector<double> u{};
    double t = 0;
    // Of a driven system between samples, as kernels have it: time, inputs and slopes (integrate/kernel_state.hpp).
    std::vector<double> driven{};
    // Low parts of x and v for solutions in double-double numbers, set where Origins move; or empty.
    std::vector<double> more_x{}, more_v{};
};

}  // namespace cchnn
