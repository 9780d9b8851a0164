#include "score/metrics/distribution_distances.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace cchnn;

namespace {

constexpr double pi = 0x1.921fb54442d18p+1;

std::vector<double> curve(int samples, double (*of)(double)) {
    std::vector<double> values;
    for (int k = 0; k < samples; ++k) values.push_back(of(k));
    return values;
}

// (2) to (4) typed out.
double typed_out(const std::vector<double>& a, const std::vector<double>& b, double dt) {
    std::size_t points = 1;
    while (points < 2 * a.size()) points *= 2;
    const auto power = [&](const std::vector<double>& of, std::size_t m) {
        double mean = 0, real = 0, imaginary = 0;
        for (const double value : of) mean += value / static_cast<double>(of.size());
        for (std::size_t k = 0; k < of.size(); ++k) {
            const double angle = 2 * pi * static_cast<double>(k * m % points) / static_cast<double>(points);
            real += (of[k] - mean) * std::cos(angle);
            imaginary -= (of[k] - mean) * std::sin(angle);
        }
        return real * real + imaginary * imaginary;
    };
    double all_a = 0, all_b = 0, a_so_far = 0, b_so_far = 0, sum = 0;
    for (std::size_t m = 0; m <= points / 2; ++m) {
        all_a += power(a, m);
        all_b += power(b, m);
    }
    for (std::size_t m = 0; m <= points / 2; ++m) {
        a_so_far += power(a, m);
        b_so_far += power(b, m);
        sum += std::fabs(a_so_far / all_a - b_so_far / all_b);
    }
    return sum / (static_cast<double>(points) * dt);
}

}  // namespace

TEST_CASE("the distance of spectra is that of sums typed out, for any number of samples") {
    for (const int samples : {2, 3, 8, 30, 100, 101}) {
        const auto a = curve(samples, [](double k) { return std::sin(0.3 * k) + 0.2 * std::cos(1.1 * k * k); }),
                   b = curve(samples, [](double k) { return 3 + std::cos(0.5 * k) / (1 + 0.1 * k); });
        // roundings of sums of a hundred
        CHECK(spectral_distance(a, b, 0.1) == doctest::Approx(typed_out(a, b, 0.1)).epsilon(1e-12));
        CHECK(spectral_distance(a, b, 0.1) == spectral_distance(b, a, 0.1));
    }
}

TEST_CASE("two tones are as far apart as their frequencies, whatever their size, phase and place") {
    const auto low = curve(400, [](double k) { return std::sin(2 * pi * 0.05 * k); }),
               high = curve(400, [](double k) { return 7 + 3 * std::cos(2 * pi * 0.2 * k); });
    // 0.15 of 1/dt; leakage of 400 samples moves either mean frequency by some thousandths of it
    CHECK(spectral_distance(low, high, 0.5) == doctest::Approx(0.15 / 0.5).epsilon(0.02));
    const auto shifted = curve(400, [](double k) { return -2 + 0.1 * std::sin(2 * pi * 0.05 * (k + 20)); });
    CHECK(spectral_distance(low, shifted, 0.5) < 1e-12);
    const std::vector<double> backwards(low.rbegin(), low.rend());
    CHECK(spectral_distance(low, backwards, 0.5) < 1e-12);
}

TEST_CASE("what does not move has no spectrum, and what is not finite is as far off as can be") {
    const std::vector<double> still(100, 0.1), moving = curve(100, [](double k) { return std::sin(0.5 * k); });
    CHECK(spectral_distance(still, std::vector<double>(100, 0.3), 1) == 0);
    CHECK(spectral_distance(still, moving, 1) == doctest::Approx(0.5 / (2 * pi)).epsilon(0.05));  // all the way to it
    CHECK(spectral_distance({1}, {2}, 1) == 0);
    constexpr double inf = std::numeric_limits<double>::infinity();
    for (const double bad : {inf, -inf, std::numeric_limits<double>::quiet_NaN()}) {
        CHECK(spectral_distance({1, bad}, {1, 2}, 1) == inf);
        CHECK(spectral_distance({1, 2}, {bad, 2}, 1) == inf);
    }
}
