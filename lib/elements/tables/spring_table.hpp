#pragma once
// Energy and force of elements/spring.hpp for kernels: one table with all terms of a system, by the equations
// there.

#include "elements/parts/centres.hpp"
#include "elements/spring.hpp"
#include "elements/tables/term_table.hpp"
#include "numbers/nonzero.hpp"

namespace cchnn {

template <class C>
class SpringForces : public TermTable<C, 2> {
  public:
    // Numbers of a term: stiffness and rest length.
    void add(const Spring& spring, int dimension) {
        this->add_at({spring.stiffness, spring.rest_length}, difference(spring.a, spring.b), dimension);
    }

    template <class Real>
    void add_energy(const Real* x, int dimension, Real& sum) const {
        for (std::size_t k = 0; k < this->count(); ++k) {
            const C* const of = this->numbers(k);
            const Real stretch = separation_length(this->places(), k, x, dimension) - of[1];
            sum += 0.5 * of[0] * stretch * stretch;
        }
    }
    template <int D, class Real>
    void add_force(const Real* x, Real* f) const {
        const SeparationTableOf<C>& table = this->places();
        Real r[D];
        for (std::size_t k = 0; k < this->count(); ++k) {
            const C* const of = this->numbers(k);
            gather<D>(table, k, x, &table.offset[k * D], r);
            Real pull = Real(-of[0]);
            if (const C& rest = of[1]; Nonzero<C>::any(rest))
                pull *= Nonzero<C>::choose(rest, Real(1.0 - rest / square_root(positive_square<D>(r))), Real(1.0));
            for (int j = 0; j < D; ++j) r[j] *= pull;
            scatter<D>(table, k, r, f);
        }
    }
    // A spring with a rest length reverses its force where its points meet; without one the force goes smoothly
    // through 0.
    template <int D, class Real, class Seen>
    void show_centres(const Real* x, const Real* x_new, Seen& seen) const {
        for (std::size_t k = 0; k < this->count(); ++k)
            if (const C& rest = this->numbers(k)[1]; Nonzero<C>::any(rest))
                show_centre<D>(this->places(), k, x, x_new, Nonzero<C>::choose(rest, Real(1.0), Real(0.0)), seen);
    }
};

}  // namespace cchnn
