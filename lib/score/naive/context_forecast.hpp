#pragma once
// Naive forecasts from a context: the given samples 0 .. K-1 take the place of a training set, each trajectory its own.
// From the last of them, p = p_K-1 and r = r_K-1:
//   (1)  persistence         p(t) = p, r(t) = r
//   (2)  constant-velocity   p(t) = p + (t - t_K-1) r, r(t) = r
//   (3)  mean                the mean of the features over the context
//   (4)  linear              f_k+1 = W^T (f_k; 1), fitted by least squares to the K - 1 pairs of consecutive samples of
//                            the context; of several solutions the one of the smallest norm
//   (5)  parrot              of all windows of D = K/10 samples (rounded down, at least 1) that end at a sample
//                            e <= K-1-D the one that is nearest to the last D samples: the smallest sum over the window
//                            of |(f - f') / s|^2, s the spread of each feature over the context, with features left out
//                            as in naive_forecast.hpp; the first one of equals. Sample K-1+j is then sample e+j, and
//                            from the end of the context on again e+1, ...
// Parrots: Zhang and Gilpin, Context parroting: a simple but tough-to-beat baseline for foundation models in scientific
// machine learning (2025).

#include "integrate/trajectory.hpp"
#include "score/naive/naive_features.hpp"
#include "score/naive/naive_names.hpp"
#include "score/naive/naive_training_set.hpp"

namespace cchnn {

// From given samples (count, K, m), K >= 2, to (count, T, m): these, then the forecast.
NaiveStates forecast_from_context(Naive kind, const NaiveFeatures& features, TimeGrid times, int context,
                                  const NaiveStates& given, int threads);

}  // namespace cchnn
