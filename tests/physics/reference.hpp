#pragma once
// Reference motions: small systems of equations in the textbook's own coordinates, integrated in long double.

#include <array>
#include <boost/numeric/odeint/stepper/runge_kutta_fehlberg78.hpp>

#include "integrate/integrate_fixture.hpp"

namespace cchnn_test {
using namespace cchnn;

using cchnn_test::Compiled;
using Real = long double;
using Three = std::array<Real, 3>;

// z after `time`, in steps of order 7 so short that what they leave out is below double's rounding.
template <std::size_t N, class Equations>
std::array<Real, N> advance(const Equations& equations, std::array<Real, N> z, Real time, int steps) {
    boost::numeric::odeint::runge_kutta_fehlberg78<std::array<Real, N>, Real> stepper;
    const auto rate = [&](const std::array<Real, N>& at, std::array<Real, N>& out, Real) { out = equations(at); };
    for (int i = 0; i < steps; ++i) stepper.do_step(rate, z, Real(0), time / steps);
    return z;
}

inline Three operator+(const Three& a, const Three& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }
inline Three operator-(const Three& a, const Three& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
inline Three operator*(Real s, const Three& a) { return {s * a[0], s * a[1], s * a[2]}; }
inline Real dot(const Three& a, const Three& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
inline Real norm(const Three& a) { return std::sqrt(dot(a, a)); }
inline Three cross(const Three& a, const Three& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

// Node `node` of sample k of trajectory i; missing components are 0.
inline Three node_of(const std::vector<double>& all, const TrajectoryBatch& batch, int i, int k, int node) {
    Three out{};
    const auto d = to_size(batch.dimension);
    const auto at = ((to_size(i) * to_size(batch.samples) + to_size(k)) * to_size(batch.nodes) + to_size(node)) * d;
    for (std::size_t j = 0; j < d; ++j) out[j] = all[at + j];
    return out;
}
inline double number(Real value) { return static_cast<double>(value); }
// The larger size; NaN once there is one, as after the end of a trajectory, so that no tolerance holds it.
inline double worse(double worst, Real off) {
    const double size = std::fabs(number(off));
    return std::isnan(worst) || size <= worst ? worst : size;
}

}  // namespace cchnn_test
