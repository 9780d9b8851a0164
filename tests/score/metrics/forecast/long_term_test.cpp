#include "score/metrics/forecast/long_term.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace cchnn;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

// n values 0, then 1000 - n values 1.
std::vector<double> zeros_then_ones(int zeros) {
    std::vector<double> values(1000, 1.0);
    std::fill_n(values.begin(), zeros, 0.0);
    return values;
}

// 1000 states of `width` coordinates.
std::vector<double> constant(std::size_t width, double value) { return std::vector<double>(1000 * width, value); }

std::vector<double> sine(double periods) {
    std::vector<double> values;
    for (int k = 0; k < 1000; ++k) values.push_back(std::sin(2 * M_PI * periods * k / 1000));
    return values;
}

}  // namespace

TEST_CASE("state-space divergence of two bins worked out by hand, with the other 28 of 30") {
    // 500 and 500 against 250 and 750; 28 bins have 1e-5 in either.
    const double all = 1000 + 30 * 1e-5, half = (500 + 1e-5) / all, quarter = (250 + 1e-5) / all,
                 three = (750 + 1e-5) / all;
    const double by_hand = half * std::log(half / quarter) + half * std::log(half / three);
    CHECK(state_space_divergence(zeros_then_ones(500), zeros_then_ones(250), 1) ==
          doctest::Approx(by_hand).epsilon(1e-12));
    CHECK(state_space_divergence(zeros_then_ones(500), zeros_then_ones(500), 1) == doctest::Approx(0));
    // Nothing in any bin: q is the same in all 30.
    const double none = 2 * half * std::log(half * 30) + 28 * (1e-5 / all) * std::log(1e-5 / all * 30);
    CHECK(state_space_divergence(zeros_then_ones(500), constant(1, 7), 1) == doctest::Approx(none).epsilon(1e-12));
    CHECK(std::isinf(state_space_divergence(zeros_then_ones(500), constant(1, not_a_number), 1)));
}

TEST_CASE("state-space divergence of many coordinates is that of two normal distributions, where states do not move") {
    // KL(N(0, I), N(a, I)) = |a|^2 / 2 = 5 (0.8^2) / 2; the mean of 1000 draws is off by |a| / sqrt(1000) = 0.06.
    const double found = state_space_divergence(constant(5, 0), constant(5, 0.8), 5);
    CHECK(std::abs(found - 1.6) < 0.2);
    CHECK(found == state_space_divergence(constant(5, 0), constant(5, 0.8), 5));  // the same draws each time
    CHECK(state_space_divergence(constant(5, 0.3), constant(5, 0.3), 5) == 0);
}

TEST_CASE("Hellinger distance of spectra: 0 of the same, near 1 of others, 1 of what stands still or is not finite") {
    CHECK(hellinger_of_spectra(sine(50), sine(50), 1) < 1e-7);
    // A peak of 20 frequencies either way, 200 apart: exp(-200^2 / (8 20^2)) of it is shared.
    CHECK(hellinger_of_spectra(sine(50), sine(250), 1) > 0.999);
    // Peaks d apart share exp(-d^2 / (8 20^2)): two Gaussians of one width.
    const double near = hellinger_of_spectra(sine(200), sine(220), 1);
    CHECK(near == doctest::Approx(std::sqrt(1 - std::exp(-1.0 / 8))).epsilon(1e-3));
    CHECK(hellinger_of_spectra(sine(50), constant(1, 2), 1) == 1);
    CHECK(hellinger_of_spectra(sine(50), constant(1, not_a_number), 1) == 1);
}
