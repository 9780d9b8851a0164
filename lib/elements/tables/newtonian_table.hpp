#pragma once
// What kernels compute of elements/newtonian.hpp: a table of all terms of a system, by the equations there.

#include "elements/newtonian.hpp"
#include "elements/parts/centres.hpp"
#include "elements/parts/separation_table.hpp"

namespace cchnn {

template <class C>
class NewtonianForces {
  public:
    NewtonianForces() = default;
    template <class B>
    explicit NewtonianForces(const NewtonianForces<B>& from)
        : strength_(converted<C>(from.strength_)), table_(from.table_) {}
    template <class Action>
    void each_number(Action&& action) {
        for (C& strength : strength_) action(strength);
        table_.each_number(action);
    }
    void add(const Attraction& pair, int dimension) {
        strength_.push_back(converted<C>(pair.strength));
        add_separation(table_, difference(pair.a, pair.b), dimension);
    }
    bool empty() const { return strength_.empty(); }

    template <class Real>
    void add_energy(const Real* x, int dimension, Real& sum) const {
        for (std::size_t k = 0; k < strength_.size(); ++k)
            sum -= strength_[k] / separation_length(table_, k, x, dimension);
    }
    template <int D, class Real>
    void add_force(const Real* x, Real* f) const {
        Real r[D];
        for (std::size_t k = 0; k < strength_.size(); ++k) {
            gather<D>(table_, k, x, &table_.offset[k * D], r);
            const Real r2 = dot<D>(r, r);
            const Real pull = -strength_[k] / (r2 * square_root(r2));
            for (int j = 0; j < D; ++j) r[j] *= pull;
            scatter<D>(table_, k, r, f);
        }
    }
    template <int D, class Real, class Seen>
    void show_centres(const Real* x, const Real* x_new, Seen& seen) const {
        for (std::size_t k = 0; k < strength_.size(); ++k) show_centre<D>(table_, k, x, x_new, Real(1.0), seen);
    }

  private:
    template <class>
    friend class NewtonianForces;
    std::vector<C> strength_;
    SeparationTableOf<C> table_;
};

}  // namespace cchnn
