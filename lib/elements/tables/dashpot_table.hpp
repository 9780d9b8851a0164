#pragma once
// The forces of elements/dashpot.hpp for kernels: one table with all terms of a system, by the equations there.

#include "elements/dashpot.hpp"
#include "elements/parts/centres.hpp"
#include "elements/tables/term_table.hpp"

namespace cchnn {

template <class C>
class DashpotForces : public TermTable<C, 1> {
  public:
    void add(const Dashpot& dashpot, int dimension) {
        this->add_at({dashpot.coefficient}, difference(dashpot.a, dashpot.b), dimension);
    }

    // Where the points meet, the force is 0 in place of its limit along the way. This concerns one stage, and the
    // estimated error of the step shows it.
    template <int D, class Real>
    Real subtract_gradient(const Real* x, const Real* v, Real* f) const {
        const SeparationTableOf<C>& table = this->places();
        Real r[D], w[D], lost = Real(0.0);
        for (std::size_t k = 0; k < this->count(); ++k) {
            gather<D>(table, k, x, &table.offset[k * D], r);
            gather<D>(table, k, v, nullptr, w);
            const Real rw = dot<D>(r, w), weight = *this->numbers(k) * rw / positive_square<D>(r);
            for (int j = 0; j < D; ++j) r[j] *= -weight;
            scatter<D>(table, k, r, f);
            lost += weight * rw;
        }
        return lost;
    }
    // The direction of (2) reverses where the points meet.
    template <int D, class Real, class Seen>
    void show_centres(const Real* x, const Real* x_new, Seen& seen) const {
        for (std::size_t k = 0; k < this->count(); ++k) show_centre<D>(this->places(), k, x, x_new, Real(1.0), seen);
    }
};

}  // namespace cchnn
