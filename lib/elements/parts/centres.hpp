#pragma once
// Centres: where a force turns round or grows without bound within a short way, so that a step of an integrator could
// pass it unseen. A table of forces shows each of its own to `seen`, as the separation from it in two states:
//
//   seen.see<D>(r, r_new, counts)      counts: 1, or 0 in lanes where there is no centre
//
// mechanics/kernels/passage.hpp says what is made of that.

#include "elements/parts/separation_table.hpp"

namespace cchnn {

// Of separation k of a table.
template <int D, class Real, class C, class Seen>
inline void show_centre(const SeparationTableOf<C>& table, std::size_t k, const Real* x, const Real* x_new,
                        const Real& counts, Seen& seen) {
    Real before[D], after[D];
    gather<D>(table, k, x, &table.offset[k * D], before);
    gather<D>(table, k, x_new, &table.offset[k * D], after);
    seen.template see<D>(before, after, counts);
}

// Of a point from a fixed place.
template <int D, class Real, class C, class Seen>
inline void show_centre(const std::vector<C>& place, const Real* x, const Real* x_new, Seen& seen) {
    Real before[D], after[D];
    for (int j = 0; j < D; ++j) {
        before[j] = x[j] - place[j];
        after[j] = x_new[j] - place[j];
    }
    seen.template see<D>(before, after, Real(1.0));
}

// Whether there is one at all.
struct AnyCentre {
    bool found = false;
    template <int D, class Real>
    void see(const Real*, const Real*, const Real&) {
        found = true;
    }
};

}  // namespace cchnn
