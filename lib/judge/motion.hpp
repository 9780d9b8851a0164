#pragma once
// Follows a motion from sample to sample: extrapolation of Gragg's midpoint rule, of whatever order pays, each step
// projected onto the constraints.
//
//   (1)  z_{m+1} = z_{m-1} + 2 h f(z_m), h = H/n_j, n_j even: error in powers of h^2
//   (2)  T_{j,k} = T_{j,k-1} + (T_{j,k-1} - T_{j-1,k-1}) / ((n_j/n_{j-k})^2 - 1)
//   (3)  a step is taken when |T_{j,j} - T_{j,j-1}| <= tolerance, in x of their largest size from there on and in v of
//        theirs, or when it is rounding: small and no longer falling with j. Whether that does is for the comparison of
//        two solutions. From there on, because what decays is compared with what is left of it
//
// Everything is kept as a change from the state before the step, so that rounding is that of the change. Two sequences
// of n_j, and steps of other lengths, make solutions of which one does not repeat the errors of the other.

#include "judge/equations.hpp"
#include "judge/patience.hpp"

namespace cchnn::judge {

// Sizes that errors are measured by: the largest |x| and |v|, all nodes stacked, from a sample on.
struct Sizes {
    double x, v;
};
using SizesInTime = std::vector<Sizes>;  // one for each sample

struct Accuracy {
    double tolerance;     // (3)
    bool second = false;  // n_j = 2, 6, 10, ... and steps of 0.7, instead of 2, 4, 6, ...
    double nudge = 0;     // of the start, by about this much of its sizes
};

// States (x, v, s) at times[1] ..., from `start` at times[0]; fewer when the motion cannot be followed or
// patience ends. `inputs`: (times, inputs), of a system that has some.
template <class S>
std::vector<std::vector<S>> follow(const System<S>& system, const std::vector<double>& start,
                                   const std::vector<double>& times, const SizesInTime& sizes, Accuracy accuracy,
                                   const Patience& patience, const std::vector<double>& inputs = {});

extern template std::vector<std::vector<long double>> follow(const System<long double>&, const std::vector<double>&,
                                                             const std::vector<double>&, const SizesInTime&, Accuracy,
                                                             const Patience&, const std::vector<double>&);
extern template std::vector<std::vector<Quad>> follow(const System<Quad>&, const std::vector<double>&,
                                                      const std::vector<double>&, const SizesInTime&, Accuracy,
                                                      const Patience&, const std::vector<double>&);

}  // namespace cchnn::judge
