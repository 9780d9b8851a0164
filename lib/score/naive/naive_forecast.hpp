#pragma once
// Naive forecasts: predictions that use no mechanics, the baselines that a model has to beat. From the positions p_0
// and rates r_0 of the given state, in x and v, or in q and qdot (naive_features.hpp):
//   (1)  persistence         p(t) = p_0, r(t) = r_0
//   (2)  constant-velocity   p(t) = p_0 + t r_0, r(t) = r_0
//   (3)  mean                after the given state, the mean of the features over trajectories and samples of the
//                            training set
//   (4)  linear              f_k+1 = W^T (f_k; 1), fitted by least squares to all pairs of consecutive samples of the
//                            training set; of more than 100,000 pairs to every n-th, so that no more are left
//   (5)  parrot              of all windows of T samples in the training set the one whose first state is nearest in
//                            |(f - f_0) / s|, s the spread of each feature, continued; the first one of equals.
//                            Features of positions or rates whose spread is below 1e-9 of the largest are left out.
// (1) and (2) need no training set. Trajectories that ended early are no part of (4) and (5).
// The parrot of (5) has a context of one state.

#include <filesystem>
#include <optional>
#include <vector>

#include "integrate/trajectory.hpp"
#include "score/naive/naive_features.hpp"
#include "score/naive/naive_training_set.hpp"

namespace cchnn {

// One forecast of one test set, with what it has learned from a training set, which it owns (stories/evaluate/
// naive_rollout.cpp makes it). With a context of several samples forecast_from_context() is called instead.
class NaiveForecast {
  public:
    // `test` is the file that is answered, at `times`; coordinates: null for x and v. `train` is read where it is
    // needed. Throws IoError, DataError: a training set of another system, or with too few samples or another time
    // step.
    NaiveForecast(Naive kind, const TrajectoryFileInfo& test, TimeGrid times, const GeneralisedCoordinates* coordinates,
                  const std::filesystem::path& train);

    // From given states (count, m) to (count, T, m).
    NaiveStates from(const NaiveStates& given, int threads) const;
    const std::optional<NaiveTrainingSet>& training_set() const { return train_; }

  private:
    // (4), in one pass over the training set.
    void fit_map();
    void copy_windows(const NaiveStates& given, int threads, NaiveStates& forecast) const;  // (5)

    Naive kind_;
    TimeGrid times_;
    NaiveFeatures features_;
    std::optional<NaiveTrainingSet> train_;
    NaiveKnowledge known_;
};

// Naive forecasts from a context: the given samples 0 .. K-1 take the place of a training set, each trajectory its own.
// From the last of them, p = p_K-1 and r = r_K-1:
//   (6)  persistence         p(t) = p, r(t) = r
//   (7)  constant-velocity   p(t) = p + (t - t_K-1) r, r(t) = r
//   (8)  mean                the mean of the features over the context
//   (9)  linear              f_k+1 = W^T (f_k; 1), fitted by least squares to the K - 1 pairs of consecutive samples of
//                            the context; of several solutions the one of the smallest norm
//   (10) parrot              of all windows of D = K/10 samples (rounded down, at least 1) that end at a sample
//                            e <= K-1-D the one that is nearest to the last D samples: the smallest sum over the window
//                            of |(f - f') / s|^2, s the spread of each feature over the context, with features left out
//                            as in (5); the first one of equals. Sample K-1+j is then sample e+j, and
//                            from the end of the context on again e+1, ...
// Parrots: Zhang and Gilpin, Context parroting: a simple but tough-to-beat baseline for foundation models in scientific
// machine learning (2025).
//
// From given samples (count, K, m), K >= 2, to (count, T, m): these, then the forecast.
NaiveStates forecast_from_context(Naive kind, const NaiveFeatures& features, TimeGrid times, int context,
                                  const NaiveStates& given, int threads);

}  // namespace cchnn
