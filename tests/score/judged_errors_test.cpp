#include "score/judged_errors.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace cchnn;

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
const std::vector<double> bound{1e-15, 1e-10, 1e-9, 1e-8, 1e-7};

std::vector<double> times_bound(std::vector<double> factors) {
    for (std::size_t k = 0; k < factors.size(); ++k) factors[k] *= bound[k];
    return factors;
}

// The judged error of one trajectory with these errors, and whether it is at the floor.
std::pair<double, bool> judged(const std::vector<double>& err) {
    const MetricChoices choices;
    JudgedErrors errors(choices, 1);
    errors.add(err, bound.data());
    return {errors.errors()[0], errors.at_floor()};
}

}  // namespace

TEST_CASE("two trajectories whose errors are mostly those of the bounds are tied, and no error is below a bound") {
    const auto exact = judged(times_bound({0, 0, 0, 0, 0})), off = judged(times_bound({0, 0.5, 9, 1, 3}));
    CHECK(exact.second);
    CHECK(off.second);
    CHECK(off.first == exact.first);
    const auto more = judged(times_bound({0, 0.5, 2, 2, 3}));
    CHECK(!more.second);
    CHECK(more.first > exact.first);
}

TEST_CASE("a trajectory that is exact for half of its time and wrong or not finite after it is not at the floor") {
    const auto exact = judged(times_bound({0, 0, 0, 0, 0}));
    for (const double wrong : {1e-5, 1.0, inf}) {
        CAPTURE(wrong);
        const auto found = judged({0, 0, 0, 0, wrong});
        CHECK(!found.second);
        CHECK(found.first > exact.first);
    }
}

TEST_CASE("one trajectory at the floor says nothing of another one") {
    const MetricChoices choices;
    JudgedErrors errors(choices, 1);
    for (int i = 0; i < 9; ++i) errors.add({0, 0, 0, 0, 0}, bound.data());
    CHECK(errors.at_floor());
    errors.add({0, 1, 1, 1, 1}, bound.data());
    CHECK(!errors.at_floor());
    CHECK(errors.errors()[9] > 1e6 * errors.errors()[0]);
}

TEST_CASE("exact first samples pay for later ones down to the floor of each sample, and no further") {
    MetricChoices choices;
    JudgedErrors floored(choices, 1, 1e-6), bounded(choices, 1);
    std::vector<double> game(101, 1e-2), honest(101, 2e-3);
    for (std::size_t k = 0; k < 11; ++k) game[k] = 0;  // a tenth
    const std::vector<double> exact(101, 1e-15);
    for (const std::vector<double>& err : {game, honest}) {
        floored.add(err, exact.data());
        bounded.add(err, exact.data());
    }
    CHECK(bounded.errors()[0] < bounded.errors()[1]);  // the game of five times the error
    CHECK(floored.errors()[0] > floored.errors()[1]);
    // Two that are below the floor everywhere are alike.
    JudgedErrors both(choices, 1, 1e-6);
    both.add(std::vector<double>(5, 1e-8), nullptr);
    both.add(std::vector<double>(5, 1e-12), nullptr);
    CHECK(both.errors()[0] == both.errors()[1]);
    CHECK(both.errors()[0] == doctest::Approx(1e-6).epsilon(1e-9));
}

TEST_CASE(
    "where ranks go by another curve it is judged, and whether a trajectory is at the floor stays a matter of Err") {
    MetricChoices choices;
    choices.rank_by = RankChoice::nrmse;
    JudgedErrors errors(choices, 1, 1e-6);
    const std::vector<double> nrmse{0, 0.3, 0.4, inf, 0.5}, err{0, 0.1, 0.1, 1, 0.1};
    errors.add(err, bound.data(), &nrmse);
    CHECK(errors.errors()[0] == doctest::Approx(std::sqrt((0.09 + 0.16 + 1e6 + 0.25) / 4)).epsilon(1e-14));
    choices.rank_by = RankChoice::kinetic;
    JudgedErrors kinetic(choices, 1, 1e-6);
    const std::vector<double> curve{0, 0.3, 0.3, 0.3, 0.3};
    kinetic.add(times_bound({0, 0.5, 0.5, 1, 1}), bound.data(), &curve);
    CHECK(kinetic.at_floor());
    CHECK(kinetic.errors()[0] == doctest::Approx(1e-6).epsilon(1e-9));
}

TEST_CASE("the parts of a motion have the errors that are above the floor, and none where all samples are at it") {
    const MetricChoices choices;
    JudgedErrors errors(choices, 1, 1e-6, 2);
    std::vector<double> err(65, 1e-2);  // 32 parts of two samples
    std::fill(err.begin(), err.begin() + 4, 1e-12);
    errors.add(err, nullptr);
    errors.add({0, 1e-4, 1e-3}, nullptr);
    const std::vector<float> parts = errors.take_parts();
    REQUIRE(parts.size() == 32 + 2);
    // They have seven digits, which is enough for what is compared within a factor.
    const auto part = [&](std::size_t p) { return static_cast<double>(parts[p]); };
    CHECK(part(0) == -inf);
    for (std::size_t p = 1; p < 32; ++p) CHECK(part(p) == doctest::Approx(std::log(1e-2)).epsilon(1e-6));
    CHECK(part(32) == doctest::Approx(std::log(1e-4)).epsilon(1e-6));
    CHECK(part(33) == doctest::Approx(std::log(1e-3)).epsilon(1e-6));
}

TEST_CASE("a sample that is exact again after larger errors is judged by the error before it") {
    const MetricChoices choices;
    JudgedErrors errors(choices, 1, 1e-6);
    errors.add({0, 1e-2, 1e-2, 1e-2, 1e-2}, nullptr);
    errors.add({0, 1e-2, 1e-12, 1e-12, 1e-12}, nullptr);
    errors.add({0, 1e-2, 1e-7, 1e-7, 1e-7}, nullptr);  // near is not exact: it counts with the floor
    const std::vector<double> kinetic{0, 2e-2, 1e-15, 1e-15, 1e-15};
    errors.add({0, 1e-2, 1e-12, 1e-12, 1e-12}, nullptr, &kinetic);
    CHECK(errors.errors()[1] == errors.errors()[0]);
    CHECK(errors.errors()[2] < 0.1 * errors.errors()[0]);
    CHECK(errors.errors()[3] == doctest::Approx(2 * errors.errors()[0]));
}
