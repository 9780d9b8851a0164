#pragma once
// Energy and torque of elements/torsion_spring.hpp for kernels: one table with all terms of a system, by the
// equations there.

#include "elements/tables/term_table.hpp"
#include "elements/torsion_spring.hpp"

namespace cchnn {

template <class C>
class TorsionSpringTorques : public AngleTable<C, 2> {
  public:
    // Numbers of a term: stiffness and rest angle.
    void add(const TorsionSpring& spring, std::size_t angle) {
        this->add_at({spring.stiffness, spring.rest_angle}, angle);
    }

    template <class Real>
    void add_energy(const Real* theta, Real& sum) const {
        for (std::size_t k = 0; k < this->count(); ++k) {
            const C* const of = this->numbers(k);
            const Real off = theta[this->places().angle[k]] - of[1];
            sum += 0.5 * of[0] * (off * off);
        }
    }
    // Calls push(angle, torque) for each term, by (2).
    template <class Real, class Push>
    void each_torque(const Real* theta, Push&& push) const {
        for (std::size_t k = 0; k < this->count(); ++k) {
            const C* const of = this->numbers(k);
            const std::size_t angle = this->places().angle[k];
            push(angle, Real(-(of[0] * (theta[angle] - of[1]))));
        }
    }
};

}  // namespace cchnn
