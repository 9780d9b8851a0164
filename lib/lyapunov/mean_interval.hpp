#pragma once
// The mean of a few independent numbers with its 95 % confidence interval by Student's t:
//
//   (1)  mean +- t(0.975, n-1) s / sqrt(n)
//
// Only + - * / sqrt, because the results are stored: t is a table up to 10 degrees of freedom, then its expansion in
// 1/nu (Abramowitz, Stegun 26.7.5), with a relative error below 1e-3.

#include <vector>

namespace cchnn {

// A mean with the two ends of its interval, in the unit of the numbers. Datasets store the largest exponent as one.
struct MeanInterval {
    double mean = 0, low = 0, high = 0;
};
// For at least two numbers; the interval of a single one is infinite.
MeanInterval mean_interval(const std::vector<double>& values);
double student_quantile_975(int degrees_of_freedom);

}  // namespace cchnn
