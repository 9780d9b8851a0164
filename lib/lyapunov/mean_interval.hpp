#pragma once
// Mean of a few independent numbers with its 95 % interval, Student's t:
//
//   (1)  mean +- t(0.975, n-1) s / sqrt(n)
//
// Only + - * / sqrt, since the numbers are stored: t is a table up to 10 degrees of freedom, then its expansion in 1/nu
// (Abramowitz, Stegun 26.7.5), off by less than 1e-3 of it.

#include <vector>

namespace cchnn {

struct MeanInterval {
    double mean = 0, low = 0, high = 0;
};
// Two numbers at least; of one alone the interval is infinite.
MeanInterval mean_interval(const std::vector<double>& values);
double student_quantile_975(int degrees_of_freedom);

}  // namespace cchnn
