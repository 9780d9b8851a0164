#include "integrate/kernel_state.hpp"

#include <algorithm>

#include "core/to_size.hpp"
#include "mechanics/constrained_system.hpp"

namespace cchnn {

std::vector<double> driven_components(const ConstrainedSystem& system, TimeGrid times, int k, double since, double t,
                                      const std::vector<double>& u) {
    const DrivenForcesOf<double>& driven = system.forces().driven;
    const std::size_t inputs = system.inputs().size();
    std::vector<double> part(driven.size() - 1);
    part[0] = t;
    if (u.empty()) return part;
    const double* const now = &u[to_size(k) * inputs];
    std::copy_n(now, inputs, part.begin() + 1);
    for (std::size_t j = 0; j < driven.linear.size() && k + 1 < times.samples; ++j) {
        const std::size_t i = driven.linear[j];
        const double slope = (now[inputs + i] - now[i]) / (times.time(k + 1) - times.time(k));
        part[1 + i] += slope * since;
        part[1 + driven.formulas.size() + j] = slope;
    }
    return part;
}

std::vector<double> kernel_state(const ConstrainedSystem& system, const InitialState& state) {
    std::vector<double> z = state.x;
    z.resize(2 * state.x.size());
    system.momentum(state.v.data(), z.data() + state.x.size());
    if (system.dissipative()) z.push_back(0);
    z.insert(z.end(), state.s.begin(), state.s.end());
    if (system.driven()) z.push_back(0);
    z.insert(z.end(), state.driven.begin(), state.driven.end());
    return z;
}

}  // namespace cchnn
