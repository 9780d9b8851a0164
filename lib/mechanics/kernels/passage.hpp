#pragma once
// Measures how far a step goes past the centre of a force, where the force reverses or diverges:
//
//   (1)  passage^2 = |r' - r|^2 / min(|r|^2, |r'|^2)      r, r' the separation from the centre before and after
//
// On a straight path a step with a passage of at most 1 comes no nearer than 0.86 of the distance of its nearer end.
// One with more may have passed the centre with no stage near it. step_limit.hpp and fixed_step_driver.hpp use it; for
// double-double numbers leading parts suffice.

#include "elements/parts/separation_table.hpp"
#include "numbers/double_double.hpp"
#include "numbers/lanes.hpp"

namespace cchnn {

// Collects the largest passage over all centres that show_centres() shows it.
template <class Real>
class Passage {
  public:
    using Number = Leading<Real>;

    // r and r'; `counts` is 1, or 0 in lanes where there is no centre.
    template <int D>
    void see(const Real* before, const Real* after, const Real& counts) {
        Number from[D], to[D], moved[D];
        for (int j = 0; j < D; ++j) {
            from[j] = leading(before[j]);
            to[j] = leading(after[j]);
            moved[j] = to[j] - from[j];
        }
        const Number near = dot<D>(from, from), far = dot<D>(to, to);
        const Number square = leading(counts) * dot<D>(moved, moved) / select(far < near, far, near);
        largest_ = select(square > largest_, square, largest_);
    }
    const Number& square() const { return largest_; }

  private:
    Number largest_ = Number(0.0);
};

}  // namespace cchnn
