#pragma once
// What kernels compute of elements/spring.hpp: a table of all terms of a system, by the equations there.

#include "elements/parts/centres.hpp"
#include "elements/parts/separation_table.hpp"
#include "elements/spring.hpp"
#include "numbers/nonzero.hpp"

namespace cchnn {

template <class C>
class SpringForces {
  public:
    SpringForces() = default;
    template <class B>
    explicit SpringForces(const SpringForces<B>& from)
        : springs_(converted<Constants>(from.springs_)), table_(from.table_) {}
    template <class Action>
    void each_number(Action&& action) {
        for (Constants& spring : springs_) {
            action(spring.stiffness);
            action(spring.rest_length);
        }
        table_.each_number(action);
    }
    void add(const Spring& spring, int dimension) {
        springs_.emplace_back(spring);
        add_separation(table_, difference(spring.a, spring.b), dimension);
    }
    bool empty() const { return springs_.empty(); }

    template <class Real>
    void add_energy(const Real* x, int dimension, Real& sum) const {
        for (std::size_t k = 0; k < springs_.size(); ++k) {
            const Real stretch = separation_length(table_, k, x, dimension) - springs_[k].rest_length;
            sum += 0.5 * springs_[k].stiffness * stretch * stretch;
        }
    }
    template <int D, class Real>
    void add_force(const Real* x, Real* f) const {
        Real r[D];
        for (std::size_t k = 0; k < springs_.size(); ++k) {
            gather<D>(table_, k, x, &table_.offset[k * D], r);
            Real pull = Real(-springs_[k].stiffness);
            if (const C& rest = springs_[k].rest_length; Nonzero<C>::any(rest))
                pull *= Nonzero<C>::choose(rest, Real(1.0 - rest / square_root(dot<D>(r, r))), Real(1.0));
            for (int j = 0; j < D; ++j) r[j] *= pull;
            scatter<D>(table_, k, r, f);
        }
    }
    // Without a rest length the force goes through 0 like any other.
    template <int D, class Real, class Seen>
    void show_centres(const Real* x, const Real* x_new, Seen& seen) const {
        for (std::size_t k = 0; k < springs_.size(); ++k)
            if (const C& rest = springs_[k].rest_length; Nonzero<C>::any(rest))
                show_centre<D>(table_, k, x, x_new, Nonzero<C>::choose(rest, Real(1.0), Real(0.0)), seen);
    }

  private:
    template <class>
    friend class SpringForces;
    struct Constants {
        C stiffness, rest_length;
        template <class From>
        explicit Constants(const From& from)
            : stiffness(converted<C>(from.stiffness)), rest_length(converted<C>(from.rest_length)) {}
    };
    std::vector<Constants> springs_;
    SeparationTableOf<C> table_;
};

}  // namespace cchnn
