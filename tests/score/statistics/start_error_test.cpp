#include "score/statistics/start_error.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <random>

using namespace cchnn;
using Outcome = StartError::Outcome;

namespace {

constexpr std::size_t count = 40;

double normal(std::mt19937_64& random) {  // Box and Muller: std::normal_distribution differs between libraries
    const double u = (static_cast<double>(random() >> 11) + 0.5) / 9007199254740992.0;
    const double w = (static_cast<double>(random() >> 11) + 0.5) / 9007199254740992.0;
    return std::sqrt(-2 * std::log(u)) * std::cos(6.283185307179586 * w);
}

// Errors grow by `gain` and do not go beyond `most`; `floor` is what is not known of the truth. Each trajectory has a
// spread of its own, the same at all levels.
struct Motion {
    double gain = 3, most = 0.7, floor = 0;
    double error(double epsilon, double spread) const {
        const double grown = std::exp(spread) * gain * epsilon + floor;
        return grown * most / (grown + most);
    }
    std::vector<double> errors(double epsilon, std::mt19937_64& random, double spread = 0.5) const {
        std::vector<double> all;
        for (std::size_t i = 0; i < count; ++i) all.push_back(error(epsilon, spread * normal(random)));
        return all;
    }
    ErrorGrowth growth(unsigned seed, double highest = 1e9, int* measured = nullptr) const {
        return {start_error_levels(), [*this, seed, highest, measured](double e) -> std::optional<std::vector<double>> {
                    if (measured) ++*measured;
                    if (e > highest) return std::nullopt;
                    std::mt19937_64 random(seed);
                    std::vector<double> logs = errors(e, random);
                    for (double& h : logs) h = std::log(h);
                    return logs;
                }};
    }
};

StartError of(const Motion& motion, const std::vector<double>& errors) {
    ErrorGrowth growth = motion.growth(1);
    return start_error(growth, {errors});
}

}  // namespace

TEST_CASE("a start error is read off a straight line of growth exactly, from few levels") {
    const Motion motion{3, 1e300};
    int measured = 0;
    ErrorGrowth growth = motion.growth(1, 1e9, &measured);
    std::mt19937_64 random(1);  // the draws of the levels themselves
    const StartError found = start_error(growth, {motion.errors(4e-5, random)});
    CHECK(found.outcome == Outcome::found);
    CHECK(found.value == doctest::Approx(4e-5).epsilon(1e-12));
    CHECK(measured <= 4);
    REQUIRE(found.levels.size() == static_cast<std::size_t>(measured));
    CHECK(found.errors[0] / found.levels[0] == doctest::Approx(found.errors[1] / found.levels[1]));
}

TEST_CASE("the interval of a start error covers it, on straight lines and where errors bend over") {
    std::mt19937_64 random(7);
    for (const double epsilon : {3e-6, 2e-2, 0.1}) {
        int covered = 0;
        constexpr int draws = 400;
        for (int draw = 0; draw < draws; ++draw) {
            const Motion motion;
            ErrorGrowth growth = motion.growth(1000 + static_cast<unsigned>(draw));
            const StartError found = start_error(growth, {motion.errors(epsilon, random)});
            covered += found.low.value_or(0) <= epsilon && epsilon <= found.high.value_or(INFINITY);
        }
        // 95 % with a binomial sigma of 1.1 %; half decades bend the curve by some 2 % of epsilon at most.
        CHECK_MESSAGE(covered >= 0.92 * draws, epsilon << ": " << covered);
        CHECK_MESSAGE(covered <= 0.98 * draws, epsilon << ": " << covered);
    }
}

TEST_CASE("errors that are as large as they get have no start error, and a lower limit of it") {
    const Motion motion;
    std::mt19937_64 random(3);
    const StartError found = of(motion, motion.errors(50, random));
    CHECK(found.outcome == Outcome::saturated);
    REQUIRE(found.low);
    CHECK(*found.low > 0.1);
    CHECK(!found.high);
}

TEST_CASE("errors below what the truth is known to have an upper limit of their start error alone") {
    const Motion motion{3, 0.7, 1e-6};  // the truth is off by 1e-6: the curve is flat up to 1e-7
    std::mt19937_64 random(3);
    const StartError at_floor = of(motion, motion.errors(1e-9, random, 0));
    CHECK(at_floor.outcome == Outcome::below);
    CHECK(at_floor.value >= 1e-7);
    CHECK(at_floor.value <= 1e-5);
    const StartError perfect = of(Motion{}, std::vector<double>(count, 1e-16));
    CHECK(perfect.outcome == Outcome::below);
    CHECK(perfect.value == doctest::Approx(1e-9));
}

TEST_CASE("of motions that are too regular and too chaotic a report says so instead of a number") {
    CHECK(of({0, 0.7, 1e-12}, std::vector<double>(count, 1e-12)).outcome == Outcome::too_regular);
    CHECK(of({0, 0.7, 1e-12}, std::vector<double>(count, 1e-3)).outcome == Outcome::too_regular);
    CHECK(of({1e12, 0.7}, std::vector<double>(count, 0.69)).outcome == Outcome::too_chaotic);
    CHECK(of({1e12, 0.7}, std::vector<double>(count, 1e-6)).outcome == Outcome::too_chaotic);
    for (const Outcome outcome : {Outcome::saturated, Outcome::too_regular, Outcome::too_chaotic})
        CHECK(std::string(why_none(outcome)) != "");
}

TEST_CASE("levels that a start cannot be moved by are left out") {
    const Motion motion;
    ErrorGrowth growth = motion.growth(1, 1e-3);
    std::mt19937_64 random(3);
    CHECK(start_error(growth, {motion.errors(1e-4, random)}).outcome == Outcome::found);
    CHECK(start_error(growth, {motion.errors(1e-1, random)}).outcome == Outcome::saturated);
}

TEST_CASE("training seeds that differ widen the interval of a method") {
    const Motion motion;
    std::mt19937_64 random(3);
    ErrorGrowth growth = motion.growth(1);
    const std::vector<double> a = motion.errors(1e-5, random), b = motion.errors(1e-4, random),
                              c = motion.errors(1e-3, random);
    const StartError one = start_error(growth, {b}), several = start_error(growth, {a, b, c});
    REQUIRE((one.low && one.high && several.low && several.high));
    CHECK(*several.high / *several.low > 100 * *one.high / *one.low);
    CHECK(several.value == doctest::Approx(1e-4).epsilon(0.5));
}

TEST_CASE("of four trajectories a start error has no interval, of five that of Student's t") {
    ErrorGrowth growth(start_error_levels(), [](double e) { return std::vector<double>(4, std::log(e)); });
    const StartError found = start_error(growth, {{1e-4, 1e-4, 1e-4, 1e-4}});
    CHECK(found.value == doctest::Approx(1e-4));
    CHECK(!found.low);
    // On g = log E: logs of 1e-4 times 2^-2 to 2^2, whose variance is 2.5 log^2 2; t of 4 degrees is 2.776445.
    ErrorGrowth of_five(start_error_levels(), [](double e) { return std::vector<double>(5, std::log(e)); });
    const StartError five = start_error(of_five, {{0.25e-4, 0.5e-4, 1e-4, 2e-4, 4e-4}});
    REQUIRE((five.low && five.high));
    const double off = std::exp(2.776445 * std::sqrt(2.5 / 5) * std::log(2.0));
    CHECK(*five.high == doctest::Approx(1e-4 * off).epsilon(1e-6));
    CHECK(*five.low == doctest::Approx(1e-4 / off).epsilon(1e-6));
}

TEST_CASE("levels are half decades of the spread of a test set") {
    const std::vector<double> levels = start_error_levels();
    REQUIRE(levels.size() == 19);
    CHECK(levels.front() == doctest::Approx(1e-9));
    CHECK(levels.back() == 1);
    CHECK(levels[1] == doctest::Approx(std::sqrt(10) * 1e-9));
}
