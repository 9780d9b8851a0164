#include "score/statistics/intervals.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace cchnn;

TEST_CASE("quantiles and p-values of Student's t are the tabulated ones") {
    // Abramowitz, Stegun, table 26.10; with one and two degrees in closed form.
    CHECK(student_t_95(1) == doctest::Approx(std::tan(3.14159265358979323846 * 0.475)).epsilon(1e-12));
    CHECK(student_t_95(4) == doctest::Approx(2.776445).epsilon(1e-6));
    CHECK(student_t_95(99) == doctest::Approx(1.984217).epsilon(1e-6));
    CHECK(student_t_p_value(2.776445, 4) == doctest::Approx(0.05).epsilon(1e-6));
    CHECK(student_t_p_value(-1, 2) == doctest::Approx(1 - 1 / std::sqrt(3.0)).epsilon(1e-12));
    CHECK(student_t_p_value(std::numeric_limits<double>::infinity(), 3) == 0);
}

TEST_CASE("the interval of a geometric mean of five values, by hand") {
    // Logs 0, 1, 2, 3, 4: mean 2, variance 2.5, of the mean 0.5.
    std::vector<double> values;
    for (int i = 0; i < 5; ++i) values.push_back(std::exp(i));
    const Interval found = *geometric_mean_interval(values);
    CHECK(found.low == doctest::Approx(std::exp(2 - 2.7764451052 * std::sqrt(0.5))).epsilon(1e-9));
    CHECK(found.high == doctest::Approx(std::exp(2 + 2.7764451052 * std::sqrt(0.5))).epsilon(1e-9));
}

TEST_CASE("no interval of fewer than five values, of zeros, infinities or equal values") {
    constexpr double inf = std::numeric_limits<double>::infinity();
    CHECK(!geometric_mean_interval({1}));
    CHECK(!geometric_mean_interval({1, 2, 3, 4}));
    CHECK(!geometric_mean_interval({1, 2, 3, 4, 0}));
    CHECK(!geometric_mean_interval({1, 2, 3, 4, inf}));
    CHECK(!geometric_mean_interval({2, 2, 2, 2, 2}));
    CHECK(!with_intervals({}, {1, 2}).tail_too_heavy);
    CHECK(with_intervals({}, {1, 2, 3, 4, 5}).tail_too_heavy);
}

TEST_CASE("equal values have no interval, whatever rounding makes of the mean of their logarithms") {
    // The sum of eight log(4.95) over 8 is another number than log(4.95): valid times that all last to the end, say.
    for (const double value : {4.95, 1.98, 0.03, 0.4040404040404040}) {
        CHECK(!geometric_mean_interval(std::vector<double>(8, value)));
        CHECK(!geometric_mean_interval(std::vector<double>(120, value)));
        CHECK(!arithmetic_mean_interval(std::vector<double>(120, value)));
        CHECK(!method_interval({std::vector<double>(8, value), std::vector<double>(8, value)}));
    }
    CHECK(centre_of({0.1, 0.1, 0.1, 0.1, 0.1, 0.1}).mean == 0.1);
}

TEST_CASE("an arithmetic mean has an interval from a hundred values on that spread little, and it is Hall's") {
    std::vector<double> values;  // logs 0.01 (i - 49.5): spread 0.29
    for (int i = 0; i < 100; ++i) values.push_back(std::exp(0.01 * (i - 49.5)));
    const Interval found = *arithmetic_mean_interval(values);
    double mean = 0, squares = 0, cubes = 0;
    for (double v : values) mean += v / 100;
    for (double v : values) {
        squares += std::pow(v - mean, 2);
        cubes += std::pow(v - mean, 3);
    }
    const double error = std::sqrt(squares / 99 / 100), a = cubes / 100 / std::pow(squares / 100, 1.5) / 10;
    // Each end solves U((mean - end) / error) = t for U(T) = T + a T^2 / 3 + a^2 T^3 / 27 + a / 6.
    const auto u = [&](double t) { return t + a * t * t / 3 + a * a * t * t * t / 27 + a / 6; };
    CHECK(u((mean - found.low) / error) == doctest::Approx(student_t_95(99)).epsilon(1e-10));
    CHECK(u((mean - found.high) / error) == doctest::Approx(-student_t_95(99)).epsilon(1e-10));
    values.pop_back();
    CHECK(!arithmetic_mean_interval(values));
    std::vector<double> wide;
    for (int i = 0; i < 100; ++i) wide.push_back(std::exp(0.04 * (i - 49.5)));  // spread 1.16
    CHECK(!arithmetic_mean_interval(wide));
}

TEST_CASE("a method of one seed has the interval of that model, of two seeds that of both variances") {
    std::vector<double> a, b;
    for (int i = 0; i < 5; ++i) {
        a.push_back(std::exp(i));
        b.push_back(std::exp(i + 2));
    }
    CHECK(method_interval({a})->low == geometric_mean_interval(a)->low);
    // Means 2 and 4: variance of their mean 1, one degree; of trajectories 0.5, four degrees.
    const double dof = 1.5 * 1.5 / (1 + 0.25 / 4);
    CHECK(std::log(method_interval({a, b})->high) ==
          doctest::Approx(3 + student_t_95(dof) * std::sqrt(1.5)).epsilon(1e-10));
}
