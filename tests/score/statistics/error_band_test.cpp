#include "score/statistics/error_band.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace cchnn;

TEST_CASE("the error band has the mean exactly and percentiles to the width of a bin") {
    ErrorBand band(2, 0.5);
    for (int i = 1; i <= 101; ++i) band.add({0, i * 1e-4});
    const ErrorOverTime curve = band.finish();
    CHECK(curve.times == std::vector<double>{0, 0.5});
    CHECK(curve.median[0] == 0);
    CHECK(curve.p95[0] == 0);
    CHECK(curve.mean[1] == doctest::Approx(51e-4).epsilon(1e-13));
    // Half a bin of 100 a decade is 1.2 %.
    CHECK(curve.p05[1] == doctest::Approx(6e-4).epsilon(0.012));
    CHECK(curve.median[1] == doctest::Approx(51e-4).epsilon(0.012));
    CHECK(curve.p95[1] == doctest::Approx(96e-4).epsilon(0.012));
}

TEST_CASE("percentiles of large errors are as exact as those of small ones") {
    ErrorBand band(1, 1);
    for (int i = 1; i <= 101; ++i) band.add({i * 1e9});
    const ErrorOverTime curve = band.finish();
    CHECK(curve.p05[0] == doctest::Approx(6e9).epsilon(0.012));
    CHECK(curve.median[0] == doctest::Approx(51e9).epsilon(0.012));
    CHECK(curve.p95[0] == doctest::Approx(96e9).epsilon(0.012));
}

TEST_CASE("the error band keeps at most 1000 times of a long rollout, evenly spaced from 0") {
    ErrorBand band(2500, 0.1);
    std::vector<double> err(2500, 1.0);
    err[3] = 1e-3;
    band.add(err);
    const ErrorOverTime curve = band.finish();
    CHECK(curve.times.size() == 834);
    CHECK(curve.times[1] == doctest::Approx(0.3).epsilon(1e-15));
    CHECK(curve.mean[1] == 1e-3);
    CHECK(curve.median[2] == doctest::Approx(1).epsilon(0.012));
}

TEST_CASE("errors below every bin are 0, above every bin the largest there is, one trajectory has itself everywhere") {
    ErrorBand band(3, 1);
    band.add({1e-18, 2e17, 0.37});
    const ErrorOverTime curve = band.finish();
    CHECK(curve.median[0] == 0);
    CHECK(curve.median[1] == 2e17);
    for (const auto* percentile : {&curve.p05, &curve.median, &curve.p95}) CHECK((*percentile)[2] == 0.37);
    ErrorBand lost(1, 1);
    for (int i = 0; i < 21; ++i) lost.add({i < 20 ? 1e-3 : std::numeric_limits<double>::infinity()});
    CHECK(lost.finish().p95[0] == doctest::Approx(1e-3).epsilon(0.012));  // the 20th of 21
    lost.add({std::numeric_limits<double>::infinity()});
    lost.add({std::numeric_limits<double>::infinity()});
    CHECK(lost.finish().p95[0] == std::numeric_limits<double>::infinity());  // the 21st of 23
    CHECK(lost.finish().p05[0] == doctest::Approx(1e-3).epsilon(0.012));
}

// schemas/metrics.md: below 1e-17 they are 0, and from there on a bin is a hundredth of a decade.
TEST_CASE("the smallest errors that are not 0 are in a bin of their own") {
    ErrorBand band(3, 1);
    band.add({1.01e-17, 0.99e-17, 1.03e-17});
    const ErrorOverTime curve = band.finish();
    for (const auto* percentile : {&curve.p05, &curve.median, &curve.p95})
        CHECK(*percentile == std::vector<double>{1.01e-17, 0, 1.03e-17});
}

TEST_CASE("curves that are added together make the band of curves that are added one by one") {
    ErrorBand together(3, 1), alone(3, 1);
    const std::vector<std::vector<double>> curves{{0, 1e-3, 0.2}, {1e-9, 0.4, 3}, {0.7, 1e-5, INFINITY}};
    const std::vector<const std::vector<double>*> of_two{&curves[1], &curves[2]};
    for (const auto& curve : curves) alone.add(curve);
    together.add(curves[0]);
    together.add(of_two);
    const ErrorOverTime a = together.finish(), b = alone.finish();
    CHECK(a.mean == b.mean);
    CHECK(a.median == b.median);
    CHECK(a.p05 == b.p05);
    CHECK(a.p95 == b.p95);
    CHECK(a.mean[0] == (0 + 1e-9 + 0.7) / 3);
}

TEST_CASE("percentiles of few trajectories lie between them, as those of a summary do") {
    ErrorBand band(1, 1);
    for (const double err : {1e-3, 1e-1}) band.add({err});
    const ErrorOverTime curve = band.finish();
    CHECK(curve.median[0] == doctest::Approx(0.0505).epsilon(0.012));
    CHECK(curve.p05[0] == doctest::Approx(1e-3 + 0.05 * 0.099).epsilon(0.012));
    CHECK(curve.p95[0] == doctest::Approx(1e-3 + 0.95 * 0.099).epsilon(0.012));
}
