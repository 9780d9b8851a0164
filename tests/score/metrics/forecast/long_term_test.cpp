#include "score/metrics/distribution_distances.hpp"

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

TEST_CASE("state-space divergence in two coordinates, from four corners to two of them") {
    // 250 states in each corner of a square; the prediction has 500 in two opposite ones. Of 30^2 bins four are
    // occupied, of n + 900 1e-5 = 1000.009: 1/2 log(1/2) + 1/2 log(250/1e-5) = 8.1706, apart from the smoothing.
    std::vector<double> truth, predicted;
    for (int k = 0; k < 1000; ++k) {
        truth.insert(truth.end(), {k % 2 ? 1.0 : 0.0, k % 4 < 2 ? 1.0 : 0.0});
        predicted.insert(predicted.end(), {k % 2 ? 1.0 : 0.0, k % 2 ? 1.0 : 0.0});
    }
    const double found = state_space_divergence(truth, predicted, 2);
    CHECK(found == doctest::Approx(8.1706).epsilon(2e-4));
    const double share = (250 + 1e-5) / 1000.009;
    const double by_hand =
        2 * share * std::log((250 + 1e-5) / (500 + 1e-5)) + 2 * share * std::log((250 + 1e-5) / 1e-5);
    CHECK(found == doctest::Approx(by_hand).epsilon(1e-12));
    // Measured by another origin and twice the unit, bins are the same.
    for (std::vector<double>* states : {&truth, &predicted})
        for (double& value : *states) value = 2 * value + 8;
    CHECK(state_space_divergence(truth, predicted, 2) == found);
}

TEST_CASE("state-space divergence does not see where in a bin a state is") {
    std::vector<double> truth, predicted;
    for (int k = 0; k <= 3000; ++k) {
        truth.push_back(k / 3000.0);
        predicted.push_back((std::min(k / 100, 29) + 0.5) / 30);  // the middle of its bin: 100 in each, 101 in the last
    }
    CHECK(std::abs(state_space_divergence(truth, predicted, 1)) < 1e-12);
    for (double& value : predicted) value += 1.0 / 30;  // one bin further, and 101 states outside
    CHECK(state_space_divergence(truth, predicted, 1) > 0.4);
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

TEST_CASE("Hellinger distance of two spectra that divide their power 9 : 16 and 16 : 9 is 0.2") {
    // Peaks at 100 and 300 do not overlap. They share 2 sqrt(0.36 0.64) = 0.96, and sqrt(1 - 0.96) = 0.2.
    const std::vector<double> low = sine(100), high = sine(300);
    std::vector<double> one, other;
    for (std::size_t k = 0; k < low.size(); ++k) {
        one.push_back(3 * low[k] + 4 * high[k]);
        other.push_back(7 * (4 * low[k] + 3 * high[k]) - 5);  // another unit and origin
    }
    CHECK(hellinger_of_spectra(one, other, 1) == doctest::Approx(0.2).epsilon(1e-9));
    // The mean over coordinates: one that agrees beside it.
    std::vector<double> two, others;
    for (std::size_t k = 0; k < low.size(); ++k) {
        two.insert(two.end(), {one[k], low[k]});
        others.insert(others.end(), {other[k], low[k]});
    }
    CHECK(hellinger_of_spectra(two, others, 2) == doctest::Approx(0.1).epsilon(1e-7));
}
