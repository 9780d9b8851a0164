#pragma once
// The forces of elements/damping.hpp for kernels: one table with all terms of a system, by the equations there.

#include "elements/damping.hpp"
#include "elements/parts/centres.hpp"
#include "elements/parts/separation_table.hpp"

namespace cchnn {

template <class C>
struct DampingConstants {
    NodeIndex node{};
    std::vector<C> pivot;  // empty: none
    C coefficient;

    static constexpr auto members =
        std::tuple(&DampingConstants::node, &DampingConstants::pivot, &DampingConstants::coefficient);
};

// dR/dv of one term on its node: the force is -dR/dv. Returns v . dR/dv, the dissipated power.
template <int D, class Real, class C>
Real rayleigh_gradient(const DampingConstants<C>& damping, const Real* x, const Real* v, Real* gradient) {
    if (damping.pivot.empty()) {
        for (int j = 0; j < D; ++j) gradient[j] = damping.coefficient * v[j];
    } else {
        Real r[D];
        for (int j = 0; j < D; ++j) r[j] = x[j] - damping.pivot[j];
        const Real r2 = dot<D>(r, r), rv = dot<D>(r, v), weight = damping.coefficient / (r2 * r2);
        for (int j = 0; j < D; ++j) gradient[j] = weight * (r2 * v[j] - rv * r[j]);
    }
    return dot<D>(v, gradient);
}

template <class C>
class DampingForces {
  public:
    void add(const Damping& damping, int /*dimension*/) {
        dampings_.push_back({damping.node, {}, damping.coefficient});
        if (damping.pivot) dampings_.back().pivot.assign(damping.pivot->begin(), damping.pivot->end());
    }
    bool empty() const { return dampings_.empty(); }

    template <int D, class Real>
    Real subtract_gradient(const Real* x, const Real* v, Real* f) const {
        Real gradient[D], power = Real(0.0);
        for (const DampingConstants<C>& damping : dampings_) {
            const int at = index(damping.node) * D;
            power += rayleigh_gradient<D>(damping, x + at, v + at, gradient);
            for (int j = 0; j < D; ++j) f[at + j] -= gradient[j];
        }
        return power;
    }
    // damping.hpp (2) grows without bound towards the pivot; (1) is the same everywhere.
    template <int D, class Real, class Seen>
    void show_centres(const Real* x, const Real* x_new, Seen& seen) const {
        for (const DampingConstants<C>& damping : dampings_) {
            const int at = index(damping.node) * D;
            if (!damping.pivot.empty()) show_centre<D>(damping.pivot, x + at, x_new + at, seen);
        }
    }

  private:
    std::vector<DampingConstants<C>> dampings_;

  public:
    static constexpr auto members = std::tuple(&DampingForces::dampings_);
};

}  // namespace cchnn
