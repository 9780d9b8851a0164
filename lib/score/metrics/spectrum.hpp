#pragma once
// How a curve of n samples, dt apart, spreads its power over frequencies, and how far two such spreads are apart:
//   (1)  P_m = |sum_k (a_k - mean a) exp(-2 pi i k m/M)|^2,  m = 0 .. M/2,  M the smallest power of two >= 2 n
//   (2)  F_m = (P_0 + ... + P_m) / (P_0 + ... + P_(M/2)),  1 for all m where the curve does not move
//   (3)  W   = 1/(M dt) sum_m |F_m(a) - F_m(b)|      the 1-Wasserstein distance of the two on the axis of frequencies
// When something happened does not count. Unlike a difference of spectra, W needs no smoothing and grows gradually as a
// peak moves from bin to bin.

#include <vector>

namespace cchnn {

// As many samples of either, at least one; in 1/s, infinite where one is not finite.
double spectral_distance(const std::vector<double>& a, const std::vector<double>& b, double dt);

}  // namespace cchnn
