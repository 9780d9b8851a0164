#pragma once
// Energy and torque of elements/torque.hpp for kernels: one table with all terms of a system, by the equations
// there.

#include "elements/tables/term_table.hpp"
#include "elements/torque.hpp"

namespace cchnn {

template <class C>
class ConstantTorques : public AngleTable<C, 1> {
  public:
    void add(const Torque& torque, std::size_t angle) { this->add_at({torque.torque}, angle); }

    template <class Real>
    void add_energy(const Real* theta, Real& sum) const {
        for (std::size_t k = 0; k < this->count(); ++k) sum -= *this->numbers(k) * theta[this->places().angle[k]];
    }
    // Calls push(angle, torque) for each term, by torque.hpp (2).
    template <class Real, class Push>
    void each_torque(const Real*, Push&& push) const {
        for (std::size_t k = 0; k < this->count(); ++k) push(this->places().angle[k], Real(*this->numbers(k)));
    }
};

}  // namespace cchnn
