#pragma once
// How far the derivatives that a submission states are from those of the test set, along one trajectory. S(t) has the
// derivatives of (x, v) along k directions of the start, P(t) those by numbers theta of the system; a hat is a
// prediction.
//
//   (1)  Err(Shat, S) = |Shat - S| / (|Shat| + |S|), Frobenius norms of all entries; 0/0 = 0
//   (2)  the same of P, each column multiplied by |theta| (by 1 where theta is 0), so that a column is what a relative
//        change of the number does
//   (3)  |ghat/|ghat| - g/|g||^2 / 2 = 1 - cosine of ghat and g, the gradients of a loss along the k directions:
//        end       |x(T) - x(0)|^2 / 2,   g_j = sum_a (x_a(T) - x_a(0)) S_aj(T)
//        kinetic   mean over the counted samples of the kinetic energy,   g_j = mean of sum_a (M v)_a S_(a of v)j
//        A prediction has the gradients of its own motion. 1 where one of the two is 0.
//   (4)  the share of entries of S with another sign, or none, of those above 1e-3 of the largest at their sample
//
// What is not finite has the worst value: 1 of (1), (2) and (4), and 2 of (3).

#include <vector>

#include "mechanics/constrained_system.hpp"
#include "score/metrics/metric_choices.hpp"

namespace cchnn {

// The derivatives of one trajectory from its first scored sample on.
struct SensitivityView {
    const double* start = nullptr;    // (T, 2 n d, k)
    const double* numbers = nullptr;  // (T, 2 n d, P)
};

// The motion that has them, likewise, in memory of the caller.
struct SensitiveMotion {
    const double *x, *v;  // (T, n, d)
    SensitivityView derivatives;
};

struct SensitivityScores {
    std::vector<double> err, err_of_numbers;  // (T) of (1) and (2)
    double end = 0, kinetic = 0;              // (3)
    double wrong_signs = 0;                   // (4)
};

// What all trajectories of a test set share, and the columns' scale of one.
struct SensitivitySetting {
    int samples = 0;
    std::size_t directions = 0;
    std::vector<double> scales = {};  // |theta| of each column of P
    bool include_t0 = false;
};

SensitivityScores sensitivity_scores(const ConstrainedSystem& system, const SensitivitySetting& setting,
                                     SensitiveMotion predicted, SensitiveMotion truth);

// (1) of the derivatives of the first sample, kept: those of a motion that stands still.
std::vector<double> kept_sensitivity_errors(const SensitivitySetting& setting, std::size_t state,
                                            SensitivityView truth);

}  // namespace cchnn
