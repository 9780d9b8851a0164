#pragma once
// How many training seeds does a comparison of two methods need? From the variances that it measured:
//
//   (1)  V(S) = sum over systems of ((s_A^2 + s_B^2) / S + D(S) / N_s) / K^2   with S seeds of each method
//   (2)  D(S) = max(s_d^2 - r_A^2/S_A - r_B^2/S_B, 0) + (r_A^2 + r_B^2) / S, r^2 the variance of errors that neither
//        their seed nor their trajectory explains. More seeds average r^2 away, but not the differences in difficulty
//        that a trajectory has for the two methods.
//   (3)  power = P(|T| > t(nu)), T noncentral with log 1.2 / sqrt(V(S)), nu as in paired_test.hpp (2)
//
// The smallest S from 3 to 1000 whose power is 80 % or more. The measured variances are themselves known from few seeds
// only: the number is an estimate. tests/score/statistics/power_test.cpp simulates it.

#include <optional>

#include "score/statistics/paired_test.hpp"

namespace cchnn {

// The ratio of errors that the test should detect, and with what probability.
constexpr double ratio_to_see = 1.2, power_to_see_it = 0.8;

// Nothing where no method varies between its seeds.
std::optional<SeedsForPower> seeds_for_power(const std::vector<PairOnSystem>& systems);

}  // namespace cchnn
