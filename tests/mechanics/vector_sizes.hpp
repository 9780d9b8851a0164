#pragma once
// Sizes of vectors in tests: the largest entry, and how far two are apart in one.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace cchnn_test {
using namespace cchnn;

inline double largest(const std::vector<double>& values) {
    double most = 0;
    for (double v : values) most = std::max(most, std::fabs(v));
    return most;
}
inline double apart(const std::vector<double>& a, const std::vector<double>& b) {
    double most = 0;
    for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, std::fabs(a[i] - b[i]));
    return most;
}

}  // namespace cchnn_test
