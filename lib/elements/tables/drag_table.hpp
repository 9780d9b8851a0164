#pragma once
// The forces of elements/drag.hpp for kernels: one table with all terms of a system, by the equations there.

#include "elements/drag.hpp"
#include "elements/tables/term_table.hpp"

namespace cchnn {

template <class C>
class DragForces : public TermTable<C, 1> {
  public:
    // The number of a term: its coefficient.
    void add(const Drag& drag, int dimension) { this->add_at({drag.coefficient}, separation_of(drag.on), dimension); }

    // The root of a dual has no derivative at 0, where (2) has the gradient 0.
    template <int D, class Real>
    [[gnu::noinline]] Real subtract_gradient(const Real*, const Real* v, Real* f) const {
        Real w[D], lost = Real(0.0);
        for (std::size_t k = 0; k < this->count(); ++k) {
            gather<D>(this->places(), k, v, nullptr, w);
            const Real square = dot<D>(w, w);
            const Real speed = square_root(positive_square<D>(w));
            const Real pull = this->numbers(k)[0] * speed;
            lost += pull * square;
            for (int j = 0; j < D; ++j) w[j] = -(pull * w[j]);
            scatter<D>(this->places(), k, w, f);
        }
        return lost;
    }

    // The velocities of each point, and (2) at the larger of them (parts/reversals.hpp).
    template <int D, class Seen>
    void show_reversals(const C* v, const C* v_new, Seen& seen) const {
        for (std::size_t k = 0; k < this->count(); ++k) {
            C before[D], after[D];
            gather<D>(this->places(), k, v, nullptr, before);
            gather<D>(this->places(), k, v_new, nullptr, after);
            seen.template see<D>(before, after, [&](const C* w, C* f) {
                C force[D];
                const C pull = this->numbers(k)[0] * square_root(dot<D>(w, w));
                for (int j = 0; j < D; ++j) force[j] = -(pull * w[j]);
                scatter<D>(this->places(), k, force, f);
            });
        }
    }
};

}  // namespace cchnn
