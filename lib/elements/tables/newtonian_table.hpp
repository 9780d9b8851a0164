#pragma once
// Energy and force of elements/newtonian.hpp for kernels: one table with all terms of a system, by the
// equations there.

#include "elements/newtonian.hpp"
#include "elements/parts/centres.hpp"
#include "elements/tables/term_table.hpp"

namespace cchnn {

template <class C>
class NewtonianForces : public TermTable<C, 1> {
  public:
    void add(const Attraction& pair, int dimension) {
        this->add_at({pair.strength}, difference(pair.a, pair.b), dimension);
    }

    template <class Real>
    void add_energy(const Real* x, int dimension, Real& sum) const {
        for (std::size_t k = 0; k < this->count(); ++k)
            sum -= *this->numbers(k) / separation_length(this->places(), k, x, dimension);
    }
    template <int D, class Real>
    void add_force(const Real* x, Real* f) const {
        const SeparationTableOf<C>& table = this->places();
        Real r[D];
        for (std::size_t k = 0; k < this->count(); ++k) {
            gather<D>(table, k, x, &table.offset[k * D], r);
            const Real r2 = dot<D>(r, r);
            const Real pull = -*this->numbers(k) / (r2 * square_root(r2));
            for (int j = 0; j < D; ++j) r[j] *= pull;
            scatter<D>(table, k, r, f);
        }
    }
    template <int D, class Real, class Seen>
    void show_centres(const Real* x, const Real* x_new, Seen& seen) const {
        for (std::size_t k = 0; k < this->count(); ++k) show_centre<D>(this->places(), k, x, x_new, Real(1.0), seen);
    }
};

}  // namespace cchnn
