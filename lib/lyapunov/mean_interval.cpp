#include "lyapunov/mean_interval.hpp"

#include <array>
#include <cmath>
#include <limits>

#include "core/counted.hpp"
#include "core/to_size.hpp"

namespace cchnn {

double student_quantile_975(int degrees_of_freedom) {
    static constexpr std::array<double, 11> table{std::numeric_limits<double>::infinity(),
                                                  12.706205,
                                                  4.302653,
                                                  3.182446,
                                                  2.776445,
                                                  2.570582,
                                                  2.446912,
                                                  2.364624,
                                                  2.306004,
                                                  2.262157,
                                                  2.228139};
    if (degrees_of_freedom < 11) return table[degrees_of_freedom > 0 ? degrees_of_freedom : 0];
    constexpr double z = 1.959963984540054, z2 = z * z;
    const double nu = degrees_of_freedom;
    return z * (1 + (z2 + 1) / (4 * nu) + (5 * z2 * z2 + 16 * z2 + 3) / (96 * nu * nu));
}

MeanInterval mean_interval(const std::vector<double>& values) {
    const auto n = to_double(values.size());
    double sum = 0, squares = 0;
    for (double value : values) sum += value;
    const double mean = sum / n;
    for (double value : values) squares += (value - mean) * (value - mean);
    const double t = student_quantile_975(count_of(values) - 1);
    const double half_width = values.size() < 2 ? t : t * std::sqrt(squares / (n - 1) / n);
    return {mean, mean - half_width, mean + half_width};
}

}  // namespace cchnn
