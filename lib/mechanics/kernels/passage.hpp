#pragma once
// How far a step goes past the centre of a force, where the force turns round or grows without bound:
//
//   (1)  passage^2 = |r' - r|^2 / min(|r|^2, |r'|^2)      r, r' the separation from the centre before and after
//
// On a straight way a step with a passage of 1 or less comes no nearer than 0.86 of the nearer end; one with more may
// have passed the centre with none of its stages near it. Leading parts of double-double numbers are enough.

#include "elements/parts/separation_table.hpp"
#include "numbers/double_double.hpp"
#include "numbers/lanes.hpp"

namespace cchnn {

// The largest of those that it is shown.
template <class Real>
class Passage {
  public:
    using Number = Leading<Real>;

    // r and r'; `counts` is 1, or 0 in lanes where there is no centre.
    template <int D>
    void see(const Real* before, const Real* after, const Real& counts) {
        Number from[D], to[D], moved[D];
        for (int j = 0; j < D; ++j) {
            from[j] = leading(before[j]), to[j] = leading(after[j]);
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
