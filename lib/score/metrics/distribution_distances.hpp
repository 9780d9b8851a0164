#pragma once
// How far two motions are apart when it does not count when something happened: distances of the distributions of their
// values, and of their spectra.
//
// Two distributions on a line, of n numbers each:
//   (1)  W = 1/n sum_k |a_(k) - b_(k)|,  a_(k) the k-th smallest: the 1-Wasserstein distance, in the unit of the
//        numbers
// On a line sorting finds the optimal transport, without a solver. A number
// that is not finite gives infinity, the worst value.

#include <vector>

namespace cchnn {

// As many of either, at least one.
double wasserstein_distance(const std::vector<double>& a, const std::vector<double>& b);

// How a curve of n samples, dt apart, spreads its power over frequencies, and how far two such spreads are apart:
//   (2)  P_m = |sum_k (a_k - mean a) exp(-2 pi i k m/M)|^2,  m = 0 .. M/2,  M the smallest power of two >= 2 n
//   (3)  F_m = (P_0 + ... + P_m) / (P_0 + ... + P_(M/2)),  1 for all m where the curve does not move
//   (4)  W   = 1/(M dt) sum_m |F_m(a) - F_m(b)|      the 1-Wasserstein distance of the two on the axis of frequencies
// Unlike a difference of spectra, W needs no smoothing and grows gradually as a
// peak moves from bin to bin.
//
// As many samples of either, at least one; in 1/s, infinite where one is not finite.
double spectral_distance(const std::vector<double>& a, const std::vector<double>& b, double dt);

// Statistics of a motion beyond the valid prediction time, as Durstewitz and coworkers compare them (Mikhaeil,
// Monfared, Durstewitz 2022; Hess et al. 2023; code DurstewitzLab/GTF-shPLRNN). Each of the D coordinates that move is
// measured in its mean and spread over the test set (coordinate_spread.hpp); samples are the counted ones, n of either.
//
//   (5)  D_stsp = sum_k p_k log(p_k / q_k), p of the reference and q of the prediction, for D <= 4: of 30^D bins
//        between the smallest and the largest value of the reference, p_k = (n_k + 1e-5) / (n + 1e-5 30^D); what lies
//        outside is no part of n
//   (6)  for more coordinates 1/1000 sum_j log(p(y_j) / q(y_j)), mixtures of normal distributions of variance 1 about
//        the samples, of which no more than 1000 are taken, every m-th; y_j drawn from p by a fixed stream of random
//        numbers. Below 0 it is 0
//   (7)  D_H = mean over coordinates of sqrt( 1/2 sum_m (sqrt P_m - sqrt Q_m)^2 ), P and Q the power
//        |sum_k (z_k - mean) exp(-2 pi i k m/n)|^2, m = 0 .. n/2, smoothed by a Gaussian of 20 frequencies that is cut
//        at 80 and reflected at both ends, with sum 1; 1 where only one of the two stands still, 0 where both do
// A state that is not finite gives infinity in (5) and (6), and 1 in (7).
//
// (n, D) each, by rows, in units of the spread.
double state_space_divergence(const std::vector<double>& truth, const std::vector<double>& predicted, std::size_t D);
double hellinger_of_spectra(const std::vector<double>& truth, const std::vector<double>& predicted, std::size_t D);

}  // namespace cchnn
