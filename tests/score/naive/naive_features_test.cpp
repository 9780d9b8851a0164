#include "score/naive/naive_features.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "spec/read_system.hpp"

using namespace cchnn;

TEST_CASE("features of x and v are these, and of an angle its sine and cosine, which come back to the nearest turn") {
    const NaiveFeatures plain(2, 2, nullptr);
    CHECK(plain.width() == 4);
    CHECK(plain.count() == 8);
    const GeneralisedCoordinates coordinates{BodyGraph(load_system("chain_pendulum_2"))};
    const NaiveFeatures features(2, 2, &coordinates);
    CHECK(features.width() == 2);
    CHECK(features.count() == 6);
    CHECK(features.positions() == 4);
    const std::vector<double> q{0.5, 7}, rates{1, -2}, previous{6.5, 8};
    std::vector<double> f(6), p(2), r(2);
    features.of(q.data(), rates.data(), f.data());
    CHECK(f == std::vector<double>{std::sin(0.5), std::cos(0.5), std::sin(7.0), std::cos(7.0), 1, -2});
    features.back(f.data(), previous.data(), p.data(), r.data());
    CHECK(p[0] == doctest::Approx(0.5 + 2 * 3.14159265358979).epsilon(1e-14));
    CHECK(p[1] == doctest::Approx(7).epsilon(1e-14));
    CHECK(r == rates);
}

TEST_CASE("features that are constant to rounding have no weight, whatever the unit of the others") {
    const NaiveFeatures features(1, 2, nullptr);
    for (const double unit : {1e-12, 1.0, 1e12}) {
        // Powers of two times the unit; 2^-31 is less than 1e-9, 2^-29 more.
        const std::vector<double> spread{0.5 * unit, 0x1p-29 * unit, 0x1p-31 * unit, 4 * unit};
        CHECK(feature_weights(features, spread) == std::vector<double>{2 / unit, 0x1p29 / unit, 0, 0.25 / unit});
    }
}
