#pragma once
// Finds the oscillation of a curve that a line does not explain, by least squares of
//
//   (1)  e[k] = c0 + c1 u + a cos(2 pi f u) + b sin(2 pi f u),   u = k / (T - 1),  f >= 1 periods in the span
//
// with the f that leaves the smallest residual. For each f the fit is linear in four coefficients: a grid of half
// periods is searched, then golden section refines the best f. A Fourier transform would not do: its frequencies are
// whole periods in the span, and a line would leak into all of them. Of long curves means of up to 128 equal pieces
// are fitted, without samples left over at the end; an oscillation faster than these resolve is not found.

#include <vector>

namespace cchnn {

// a and b of (1) are `cosine` and `sine`. energy_drift.cpp subtracts it.
struct Oscillation {
    double frequency = 0;  // periods in the span
    double cosine = 0, sine = 0;
    double explains = 0;  // share of the squares beside a line that (1) takes away
};

// T >= 8 finite samples; without an oscillation for fewer, and for a line. The search may end without one as soon as
// none can explain more than `least`.
Oscillation find_oscillation(const std::vector<double>& curve, double least = 0);
// The curve without it.
std::vector<double> without(const Oscillation& oscillation, std::vector<double> curve);

}  // namespace cchnn
