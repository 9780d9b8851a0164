#pragma once
// Statistics of a motion beyond the valid prediction time, as Durstewitz and coworkers compare them (Mikhaeil,
// Monfared, Durstewitz 2022; Hess et al. 2023; code DurstewitzLab/GTF-shPLRNN). Each of the D coordinates that move is
// measured in its mean and spread over the test set (coordinate_spread.hpp); samples are the counted ones, n of either.
//
//   (1)  D_stsp = sum_k p_k log(p_k / q_k), p of the reference and q of the prediction, for D <= 4: of 30^D bins
//        between the smallest and the largest value of the reference, p_k = (n_k + 1e-5) / (n + 1e-5 30^D); what lies
//        outside is no part of n
//   (2)  for more coordinates 1/1000 sum_j log(p(y_j) / q(y_j)), mixtures of normal distributions of variance 1 about
//        the samples, of which no more than 1000 are taken, every m-th; y_j drawn from p by a fixed stream of random
//        numbers. Below 0 it is 0
//   (3)  D_H = mean over coordinates of sqrt( 1/2 sum_m (sqrt P_m - sqrt Q_m)^2 ), P and Q the power
//        |sum_k (z_k - mean) exp(-2 pi i k m/n)|^2, m = 0 .. n/2, smoothed by a Gaussian of 20 frequencies that is cut
//        at 80 and reflected at both ends, with sum 1; 1 where only one of the two stands still, 0 where both do
// A state that is not finite gives infinity in (1) and (2), and 1 in (3).

#include <vector>

namespace cchnn {

// (n, D) each, by rows, in units of the spread.
double state_space_divergence(const std::vector<double>& truth, const std::vector<double>& predicted, std::size_t D);
double hellinger_of_spectra(const std::vector<double>& truth, const std::vector<double>& predicted, std::size_t D);

}  // namespace cchnn
