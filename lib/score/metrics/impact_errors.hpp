#pragma once
// Impacts of a prediction and of the reference. A prediction has samples alone, h apart. So its impacts are found where the rate
// of a gap (integrate/impacts/contact_gaps.hpp) turns between two samples k and k + 1:
//
//   (1)  g'_k < 0 < g'_k+1,   R = g'_k+1 - g'_k,   s = (g_k - g_k+1 + h g'_k+1) / R,   g* = g_k + s g'_k
//   (2)  -R h <= g* <= R h/4:  an impact at t_k + s
//   (3)  wrong = (missed + invented) / (those of the reference + found),  0/0 = 0
//   (4)  time error = mean over those of the reference of min(|t - t'|, 2 h),  2 h of a missed one
//   (5)  impulse error = mean over the same of min(|R' / R - 1|, 1),  1 of a missed one
//
// At s the straight paths before and after meet, also where a model turns late. An impact of the reference counts if (2) finds
// it in the samples of the reference as well, within h. Two impacts agree if their contact does, and their times to 2 h.

#include <vector>

#include "score/metrics/metrics.hpp"

namespace cchnn {

struct ContactGap;

// The impacts of one trajectory of a test set, from its /events.
struct ReferenceImpacts {
    const std::vector<ContactGap>* gaps;
    std::vector<double> times;  // s after the first scored sample; some may lie before it or after the last
    std::vector<int> contacts;
    double until;  // s: no later ones are stored, though some may have occurred; or infinity
};

struct ImpactScores {
    int before,
        after;  // the sample before the first impact, and that after it; 1 or more, the last one without impacts
    double wrong, time_error, impulse_error;  // (3) to (5), s; the worst values for a prediction that is not finite
};
// truth.impacts is set.
ImpactScores impact_scores(const ConstrainedSystem& system, int samples, double dt, TrajectoryView truth,
                           TrajectoryView predicted, bool finite);

}  // namespace cchnn
