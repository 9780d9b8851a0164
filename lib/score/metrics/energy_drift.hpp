#pragma once
// Separates the drift of an energy error from its oscillation: a robust line through e(t), and the root mean square
// deviation from that line. e(t) = (H(zhat) - H(z)) / max kinetic energy of the truth, at t = k dt, k = 0 .. T-1.
//   (1)  slope        median over k < T/2 of ( g[k + T/2] - g[k] ) / ( T/2 dt )    [1/s],  g = e without oscillations
//                     Theil's incomplete method (1950): tolerates 25 % outliers, and takes time linear in T
//   (2)  fluctuation  sqrt( mean over k of (e[k] - slope k dt - c)^2 ),  c = median of e[k] - slope k dt
// A curve with a value that is not finite has infinity for both.
//
// An incomplete period at the end looks like a slope, of up to a third of the amplitude over the span. Up to four
// oscillations are therefore subtracted first: each time the sinusoid of one period or more in the span that, fitted
// together with a line, leaves the smallest residual (oscillation.hpp). It must explain more than a third of the
// squares about the line alone, and leave less than 1.2 times the median distance from a robust line, since a few
// outliers are no oscillation.

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
