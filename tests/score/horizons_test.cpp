#include "score/horizons.hpp"

#include <doctest/doctest.h>

using namespace cchnn;

namespace {

Scores scores_over(int samples, double dt, std::optional<MeanInterval> exponent) {
    Scores scores;
    scores.truth.samples = samples;
    scores.truth.dt = dt;
    scores.truth.lyapunov = exponent;
    return scores;
}

}  // namespace

TEST_CASE(
    "horizons of chaotic motion are in Lyapunov times as far as the span reaches, of others in shares of the span") {
    const Horizons chaotic = horizons_of(scores_over(101, 0.03, MeanInterval{0.8, 0.7, 0.9}));  // 2.4 Lyapunov times
    CHECK(chaotic.of_lyapunov_time);
    CHECK(chaotic.unit == doctest::Approx(1.25));
    CHECK(chaotic.at == std::vector<double>{0.5, 1, 2});
    const std::vector<double> shares{0.125, 0.25, 0.5, 1};
    for (const auto& exponent : {std::optional<MeanInterval>(), std::optional(MeanInterval{0.01, -0.1, 0.1}),
                                 std::optional(MeanInterval{0.1, 0.09, 0.11})}) {  // the last one too short
        const Horizons regular = horizons_of(scores_over(101, 0.03, exponent));
        CHECK(!regular.of_lyapunov_time);
        CHECK(regular.unit == doctest::Approx(3));
        CHECK(regular.at == shares);
    }
    Scores given = scores_over(101, 0.03, std::nullopt);
    given.choices.context = 21;
    CHECK(horizons_of(given).unit == doctest::Approx(2.4));
}

TEST_CASE("errors at horizons are medians at the nearest sample") {
    ErrorOverTime curve;
    for (int k = 0; k <= 100; ++k) {
        curve.times.push_back(0.03 * k);
        curve.median.push_back(k);
        curve.mean.push_back(2 * k);
    }
    CHECK(medians_at({true, 1.25, {0.5, 1, 2}}, curve) == std::vector<double>{21, 42, 83});
    CHECK(medians_at({false, 3, {0.25, 1}}, curve) == std::vector<double>{25, 100});
    CHECK(means_at({false, 3, {0.25, 1}}, curve) == std::vector<double>{50, 200});
}
