#pragma once
// Centres: places at which a force reverses its direction or grows without bound within a short distance, so
// that a step of an integrator could pass one with no stage near it. A table of forces shows each of its
// centres to `seen`, as the separation from it before and after a step:
//
//   seen.see<D>(r, r_new, counts)      counts: 1, or 0 in lanes where there is no centre
//
// mechanics/kernels/passage.hpp measures by them how far a step goes past a centre.

#include "elements/parts/separation_table.hpp"

namespace cchnn {

// The centre at the zero of separation k of a table.
template <int D, class Real, class C, class Seen>
inline void show_centre(const SeparationTableOf<C>& table, std::size_t k, const Real* x, const Real* x_new,
                        const Real& counts, Seen& seen) {
    Real before[D], after[D];
    gather<D>(table, k, x, &table.offset[k * D], before);
    gather<D>(table, k, x_new, &table.offset[k * D], after);
    seen.template see<D>(before, after, counts);
}

// The centre at a fixed place, of a point at x.
template <int D, class Real, class C, class Seen>
inline void show_centre(const std::vector<C>& place, const Real* x, const Real* x_new, Seen& seen) {
    Real before[D], after[D];
    for (int j = 0; j < D; ++j) {
        before[j] = x[j] - place[j];
        after[j] = x_new[j] - place[j];
    }
    seen.template see<D>(before, after, Real(1.0));
}

// Finds only whether there is any centre at all.
struct AnyCentre {
    bool found = false;
    template <int D, class Real>
    void see(const Real*, const Real*, const Real&) {
        found = true;
    }
};

}  // namespace cchnn
