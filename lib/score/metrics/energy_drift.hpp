#pragma once
// A curve that drifts and one that only swings are different faults: a line through e(t), and what is left beside it.
// e(t) = (H(zhat) - H(z)) / max kinetic energy of the truth, sampled at t = k dt, k = 0 .. T-1; k = 0 is where it
// starts.
//   (1)  slope        median over k < T/2 of ( g[k + T/2] - g[k] ) / ( T/2 dt )    [1/s],  g = e without oscillations
//                     Theil's incomplete method (1950): a quarter of the samples may be anything, time linear in T
//   (2)  fluctuation  sqrt( mean over k of (e[k] - slope k dt - c)^2 ),  c = median of e[k] - slope k dt
// A curve with a value that is not finite has infinity for both.
//
// Part of a period left over at the end looks like a slope, a third of the amplitude over the span. Up to four
// oscillations are therefore taken out first: the sinusoid of one period or more in the span that, fitted together with
// a line, leaves the least (oscillation.hpp), as long as it explains a third of what the line does not and leaves the
// median distance from a robust line as small: samples that may be anything do not count as one.

#include <vector>

namespace cchnn {

struct RobustLine {
    double slope = 0;        // per second, signed
    double intercept = 0;    // c
    double fluctuation = 0;  // root mean square beside the line
};

// T >= 2 samples.
RobustLine robust_line(const std::vector<double>& curve, double dt);

}  // namespace cchnn
