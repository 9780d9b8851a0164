#pragma once
// The median Err and NRMSE, and the mean CRPS, at a few times of a forecast (schemas/metrics.md, section 2). Papers on chaotic motion give
// times in Lyapunov times, so that systems can be compared: 0.5, 1, 2 and 4, as far as the span reaches. Of regular
// motions, and of spans below half a Lyapunov time, they are shares of the span: 1/8, 1/4, 1/2 and 1.

#include <vector>

#include "score/scores.hpp"

namespace cchnn {

struct Horizons {
    bool of_lyapunov_time = false;  // else of the span
    double unit = 0;                // s
    std::vector<double> at;         // in units
};
Horizons horizons_of(const Scores& scores);

// The medians of a curve at the kept samples next to the horizons, or its means.
std::vector<double> medians_at(const Horizons& horizons, const ErrorOverTime& curve);
std::vector<double> means_at(const Horizons& horizons, const ErrorOverTime& curve);

}  // namespace cchnn
