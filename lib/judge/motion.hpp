#pragma once
// Follows a motion from sample to sample: extrapolation of Gragg's midpoint rule (Gragg 1965; Hairer, Norsett,
// Wanner, Solving Ordinary Differential Equations I, II.9), of whatever order is cheapest, with each step
// projected onto the constraints. Data in doubles come from other methods, so that the errors of the methods differ.
// Refined data come from this rule, too (integrate/steppers/extrapolation.hpp), with a fixed order, other variables
// and other steps.
//
//   (1)  z_{m+1} = z_{m-1} + 2 h f(z_m), h = H/n_j, n_j even: error in powers of h^2
//   (2)  T_{j,k} = T_{j,k-1} + (T_{j,k-1} - T_{j-1,k-1}) / ((n_j/n_{j-k})^2 - 1)
//   (3)  a step is taken if |T_{j,j} - T_{j,j-1}| <= tolerance, relative to the largest |x| and |v| from there on,
//        or if the difference is rounding: small, and no longer falling with j; |T_{j,j} - S_{j,j}| takes its place
//        where it is 1000 times as large, S from (z_n + z_{n-1} + h f(z_n))/2 (Gragg): (1) has no f at either end, and
//        a force that is once differentiable, as Drag at rest, may be hidden there
//
// Sizes are those from there on, since a decaying motion is compared with its remaining size. Whether rounding is
// small enough is decided by the comparison of two solutions (verdict.hpp). All changes are kept as differences
// from the state before the step, so that rounding is that of the change. Two sequences of n_j, and steps of
// other lengths, make solutions of which one does not repeat the errors of the other.

#include <string>

#include "judge/equations.hpp"
#include "judge/patience.hpp"

namespace cchnn::judge {

// The sizes by which errors are measured: the largest |x| (m) and |v| (m/s) of all nodes together, from a
// sample on.
struct Sizes {
    double x, v;
};
using SizesInTime = std::vector<Sizes>;  // one for each sample

// How one of the two solutions is computed.
struct Accuracy {
    double tolerance;         // (3)
    bool second = false;      // n_j = 2, 6, 10, ... and steps of 0.7, instead of 2, 4, 6, ...
    double perturbation = 0;  // of the initial state, relative to its sizes
};

// The states y (equations.hpp) at times[1], times[2], ..., from `start` at times[0]; fewer if the motion cannot
// be followed further or patience ends. `inputs` has one row for each time, of a system with inputs. `why` receives
// what contacts leave open there.
template <class S>
std::vector<std::vector<S>> follow(const System<S>& system, const std::vector<S>& start,
                                   const std::vector<double>& times, const SizesInTime& sizes, Accuracy accuracy,
                                   const Patience& patience, const std::vector<double>& inputs = {},
                                   std::string* why = nullptr);

extern template std::vector<std::vector<long double>> follow(const System<long double>&,
                                                             const std::vector<long double>&,
                                                             const std::vector<double>&, const SizesInTime&, Accuracy,
                                                             const Patience&, const std::vector<double>&, std::string*);
extern template std::vector<std::vector<Quad>> follow(const System<Quad>&, const std::vector<Quad>&,
                                                      const std::vector<double>&, const SizesInTime&, Accuracy,
                                                      const Patience&, const std::vector<double>&, std::string*);

}  // namespace cchnn::judge
