#pragma once
// What kernels compute of elements/dashpot.hpp: a table of all terms of a system, by the equations there.

#include "elements/dashpot.hpp"
#include "elements/parts/centres.hpp"
#include "elements/parts/separation_table.hpp"

namespace cchnn {

template <class C>
class DashpotForces {
  public:
    DashpotForces() = default;
    template <class B>
    explicit DashpotForces(const DashpotForces<B>& from)
        : coefficients_(converted<C>(from.coefficients_)), table_(from.table_) {}
    template <class Action>
    void each_number(Action&& action) {
        for (C& coefficient : coefficients_) action(coefficient);
        table_.each_number(action);
    }
    void add(const Dashpot& dashpot, int dimension) {
        coefficients_.push_back(dashpot.coefficient);
        add_separation(table_, difference(dashpot.a, dashpot.b), dimension);
    }
    bool empty() const { return coefficients_.empty(); }

    template <int D, class Real>
    Real subtract_gradient(const Real* x, const Real* v, Real* f) const {
        Real r[D], w[D], lost = Real(0.0);
        for (std::size_t k = 0; k < coefficients_.size(); ++k) {
            gather<D>(table_, k, x, &table_.offset[k * D], r);
            gather<D>(table_, k, v, nullptr, w);
            const Real rw = dot<D>(r, w), weight = coefficients_[k] * rw / dot<D>(r, r);
            for (int j = 0; j < D; ++j) r[j] *= -weight;
            scatter<D>(table_, k, r, f);
            lost += weight * rw;
        }
        return lost;
    }
    // The direction of (2) turns round where the points meet.
    template <int D, class Real, class Seen>
    void show_centres(const Real* x, const Real* x_new, Seen& seen) const {
        for (std::size_t k = 0; k < coefficients_.size(); ++k) show_centre<D>(table_, k, x, x_new, Real(1.0), seen);
    }

  private:
    template <class>
    friend class DashpotForces;
    std::vector<C> coefficients_;
    SeparationTableOf<C> table_;
};

}  // namespace cchnn
