#pragma once
// 95 % confidence intervals of means over N trajectories, l_i = log h_i:
//
//   (1)  geometric mean   exp( mean l +- t(N-1) s_l / sqrt(N) ),  N >= 5
//   (2)  arithmetic mean  mean h - s_h / sqrt(N) [T(t), T(-t)],  T(u) = (3/a) ((1 + a (u - a/6))^(1/3) - 1),
//        a = g / sqrt(N), g the skewness of the h_i: Hall's transformation (1992) of Student's t
//   (3)  method of S >= 2 training seeds, geometric mean: the centre of (1) with variance s_S^2 / S + s_N^2 / N, s_S of
//        the means of the seeds, s_N of the means of the trajectories over seeds; Satterthwaite's degrees of freedom
//        (1946)
//
// An interval that would not cover is not given. Errors of chaotic motion spread over decades: (1) covers the mean of
// their logarithms, while their arithmetic mean depends on the few largest ones, which a sample may not contain. (2) is
// therefore given from N = 100 on, for logarithms that spread by s_l <= 0.7 and whose skewness is within 0.5; otherwise
// the tail is called too heavy. Values of 0 or infinity have no interval, nor do values that are all the same.
// tests/score/statistics/coverage_test.cpp measures the coverage; README.md in that directory has the table.

#include <optional>
#include <vector>

#include "score/statistics/summary.hpp"

namespace cchnn {

std::optional<Interval> geometric_mean_interval(const std::vector<double>& values);      // (1)
std::optional<Interval> arithmetic_mean_interval(const std::vector<double>& values);     // (2)
std::optional<Interval> method_interval(const std::vector<std::vector<double>>& seeds);  // (3); (N) values each

// The summary with (1) and (2), or with `tail_too_heavy` in place of (2).
Summary with_intervals(Summary summary, const std::vector<double>& values);

double mean_of(const std::vector<double>& numbers);

// Mean and variance of the mean of numbers that were drawn independently.
struct Centre {
    double mean = 0, variance_of_mean = 0;
    double dof = 0;  // degrees of freedom of the variance
};
Centre centre_of(const std::vector<double>& numbers);
// A variance that is the sum of several, with Satterthwaite's degrees of freedom: (sum v)^2 / sum v^2/dof.
Centre sum_of_variances(double mean, const std::vector<Centre>& parts);
// The same with 0.7 times these degrees of freedom, but not fewer than those of any part (paired_test.hpp (2)).
Centre cautious_sum(double mean, const std::vector<Centre>& parts);

// Student's t, and the normal law that it tends to, with any number of degrees of freedom, whole or not
// (Satterthwaite's are not).

// t with P(|T| <= t) = 0.95; dof > 0.
double student_t_95(double dof);
// t with P(T <= t) = probability, inside (0, 1).
double student_t_quantile(double dof, double probability);
// P(|T| >= |t|).
double student_t_p_value(double t, double dof);
// P(|T| > student_t_95(dof)) of a noncentral T, shifted by `shift`.
double student_t_power(double shift, double dof);
// z with P(|Z| >= z) = p of a normal Z; p in (0, 1].
double normal_two_sided_quantile(double p);

}  // namespace cchnn
