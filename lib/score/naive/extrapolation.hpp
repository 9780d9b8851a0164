#pragma once
// The naive forecasts that continue from one state, all but the parrot. naive_forecast.cpp calls them with the
// knowledge of a training set, context_forecast.cpp with that of a context.

#include <vector>

#include "integrate/trajectory.hpp"
#include "score/naive/naive_features.hpp"
#include "score/naive/naive_names.hpp"

namespace cchnn {

// What a forecast has learned, from a training set or a context.
struct NaiveKnowledge {
    std::vector<double> mean;     // of features, for `mean`
    std::vector<double> map;      // W of features and a 1, by rows, for `linear`
    std::vector<double> weights;  // 1/s of features, 0 of those left out, for `parrot`
};

// From p and r at times.time(0), which are copied, to all samples of `times`: persistence, constant velocity, mean,
// linear.
void extrapolate(Naive kind, const NaiveFeatures& features, TimeGrid times, const NaiveKnowledge& known,
                 const double* p, const double* r, double* positions, double* rates);

// The features of a state and a 1: what W is multiplied by.
std::vector<double> with_one(const NaiveFeatures& features, const double* p, const double* r);
// 1/s. Features of positions or rates whose spread is below 1e-9 of the largest are left out.
std::vector<double> feature_weights(const NaiveFeatures& features, const std::vector<double>& spread);

}  // namespace cchnn
