#include "score/naive/naive_forecast.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace cchnn;

namespace {

const NaiveFeatures line(1, 1, nullptr);  // one node on a line

NaiveStates from(Naive kind, const std::vector<double>& p, const std::vector<double>& r, int samples) {
    return forecast_from_context(kind, line, {0.5, samples}, static_cast<int>(p.size()), {0, 1, p, r}, 1);
}

}  // namespace

TEST_CASE("naive forecasts from a context of a point on a line, by hand") {
    const std::vector<double> p{1, 3, 5}, r{0, 4, 2};
    const NaiveStates kept = from(Naive::persistence, p, r, 5);
    CHECK(kept.positions == std::vector<double>{1, 3, 5, 5, 5});
    CHECK(kept.rates == std::vector<double>{0, 4, 2, 2, 2});
    const NaiveStates moved = from(Naive::constant_velocity, p, r, 5);
    CHECK(moved.positions == std::vector<double>{1, 3, 5, 6, 7});
    CHECK(moved.rates == std::vector<double>{0, 4, 2, 2, 2});
    const NaiveStates mean = from(Naive::mean, p, r, 5);
    CHECK(mean.positions == std::vector<double>{1, 3, 5, 3, 3});
    CHECK(mean.rates == std::vector<double>{0, 4, 2, 2, 2});
}

TEST_CASE("a linear map is fitted to the context alone") {
    // p doubles and r falls by 1 each sample: exactly a map of (p, r, 1).
    const NaiveStates found = from(Naive::linear, {1, 2, 4, 8, 16}, {9, 8, 7, 6, 5}, 7);
    for (std::size_t k = 0; k < 7; ++k) {
        CHECK(std::abs(found.positions[k] - std::ldexp(1.0, static_cast<int>(k))) < 1e-10);
        CHECK(std::abs(found.rates[k] - (9.0 - static_cast<double>(k))) < 1e-10);
    }
}

TEST_CASE("a parrot continues the nearest window of its context, and begins it again at the end") {
    // The last state is that of sample 1: samples 2, 3, 4 follow it, then again 2, 3, 4.
    const std::vector<double> p{9, 1, 5, 7, 1}, r{0, 2, 3, 4, 2};
    const NaiveStates found = from(Naive::parrot, p, r, 12);
    CHECK(found.positions == std::vector<double>{9, 1, 5, 7, 1, 5, 7, 1, 5, 7, 1, 5});
    CHECK(found.rates == std::vector<double>{0, 2, 3, 4, 2, 3, 4, 2, 3, 4, 2, 3});
    CHECK(from(Naive::parrot, {3, 4}, {1, 1}, 4).positions == std::vector<double>{3, 4, 4, 4});
}

TEST_CASE("windows of a tenth of the context are compared as a whole") {
    // D = 2. Ends at sample 1 and at 6 have the last state, 5; only that at 6 comes from 8, as the last does.
    const std::vector<double> p{2, 5, 0, 0, 1, 8, 5, 3, 4, 0, 1, 2, 0, 1, 2, 3, 1, 2, 8, 5}, r(20, 1.0);
    const NaiveStates found = from(Naive::parrot, p, r, 23);
    CHECK(std::vector<double>(found.positions.begin() + 20, found.positions.end()) == std::vector<double>{3, 4, 0});
}
