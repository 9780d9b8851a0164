#pragma once
// The forces of elements/magnetic_field.hpp for kernels: one table with all terms of a system, by the equations
// there.

#include "elements/magnetic_field.hpp"
#include "elements/tables/term_table.hpp"

namespace cchnn {

template <class C>
class MagneticForces : public TermTable<C, 3> {
  public:
    using TermTable<C, 3>::TermTable;
    // Numbers of a term: q B.
    void add(const ChargeInField& one, int dimension) {
        const Exact q = one.charge;
        this->add_at({q * one.field[0], q * one.field[1], q * one.field[2]}, separation_of(one.on), dimension);
    }

    // (1), whose v is linear in the velocities of nodes.
    template <int D, class Real>
    void add_force(const Real*, const Real* v, Real* f) const {
        Real w[3], force[3];
        for (std::size_t k = 0; D > 1 && k < this->count(); ++k) {
            const C* const b = this->numbers(k);
            gather<D>(this->places(), k, v, nullptr, w);
            if (D == 2) w[2] = Real(0.0);
            for (int i = 0; i < D; ++i) force[i] = b[(i + 2) % 3] * w[(i + 1) % 3] - b[(i + 1) % 3] * w[(i + 2) % 3];
            scatter<D>(this->places(), k, force, f);
        }
    }
};

}  // namespace cchnn
