#include "integrate/steppers/sensitivity_flow.hpp"

namespace cchnn {
namespace {

// M v in 106 bits: the two systems differ by about 2^-30, so that the difference of two momenta loses 30 bits.
std::vector<Exact> momentum_of(const ConstrainedSystem& system, std::span<const double> v) {
    const std::size_t d = system.dimension();
    std::vector<Exact> p(v.size());
    const NodeMatrix& matrix = system.exact_constants().masses.matrix();
    for (std::size_t row = 0; row < matrix.size(); ++row)
        for (const NodeWeight& entry : matrix[row])
            for (std::size_t k = 0; k < d; ++k)
                p[row * d + k] += entry.weight * Exact(v[to_size(static_cast<int>(entry.node)) * d + k]);
    return p;
}

}  // namespace

void SensitivityFlow::seat(int l, const SystemSlope& slope, const InitialState& state, std::span<const double> dx,
                           std::span<const double> dv) {
    dynamics().seat(l, *slope.below);
    dynamics().seat(l, *slope.above);
    seat_values(l, *slope.above);  // for the step limit: 1e-9 from the system in the middle
    between_[l] = slope.between;
    set_state(l, state);
    const std::vector<Exact> more = momentum_of(*slope.above, state.v), less = momentum_of(*slope.below, state.v);
    const std::vector<Exact> turned = dv.empty() ? std::vector<Exact>(half()) : momentum_of(*slope.above, dv);
    for (std::size_t i = 0; i < half(); ++i) {
        set_value(half() + i, l, (Exact(0.5) * (more[i] + less[i])).high);
        set_tangent(i, l, dx.empty() ? 0.0 : slope.between * dx[i]);
        set_tangent(half() + i, l, (more[i] - less[i] + Exact(slope.between) * turned[i]).high);
    }
    for (std::size_t i = 2 * half(); i < z().size(); ++i) set_tangent(i, l, 0.0);
}

void SensitivityFlow::turn(int l, std::span<const double> rates) {
    const std::size_t first = dynamics().track_offset() + system().tracks().size();
    for (std::size_t i = 0; i < rates.size(); ++i) set_tangent(first + i, l, between_[l] * rates[i]);
}

void SensitivityFlow::drive(int l, std::span<const double> values, std::span<const double> rates) {
    const std::size_t first = dynamics().track_offset() + system().parameter_count() + 1;
    for (std::size_t i = 0; i < values.size(); ++i) {
        set_value(first + i, l, values[i]);
        set_tangent(first + i, l, between_[l] * rates[i]);
    }
}

void SensitivityFlow::read(int l, double* dx, double* dv) {
    dynamics().velocity(&z()[half()], velocity_.data());
    const double between = between_[l];
    for (std::size_t i = 0; i < half(); ++i) {
        dx[i] = tangent(i, l) / between;
        dv[i] = lane(velocity_[i].tangent, l) / between;
    }
}

std::unique_ptr<SensitivityMotion> sensitivity_each(const ConstrainedSystem& like, double tolerance,
                                                    double longest_step) {
    return std::make_unique<SensitivityFlow>(like, tolerance, longest_step);
}

}  // namespace cchnn
