#include "score/statistics/generalisation.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <random>

using namespace cchnn;

namespace {

double normal(std::mt19937_64& random) {  // Box and Muller: std::normal_distribution differs between libraries
    const double u = (static_cast<double>(random() >> 11) + 0.5) / 9007199254740992.0;
    const double w = (static_cast<double>(random() >> 11) + 0.5) / 9007199254740992.0;
    return std::sqrt(-2 * std::log(u)) * std::cos(6.283185307179586 * w);
}

std::vector<std::vector<double>> drawn(std::mt19937_64& random, const std::vector<double>& of_seeds, std::size_t count,
                                       double factor) {
    std::vector<std::vector<double>> errors;
    std::vector<double> hard;
    for (std::size_t i = 0; i < count; ++i) hard.push_back(normal(random));
    for (const double seed : of_seeds) {
        errors.emplace_back();
        for (const double one : hard) errors.back().push_back(factor * std::exp(seed + one + 0.3 * normal(random)));
    }
    return errors;
}

}  // namespace

TEST_CASE("a ratio is that of geometric means, and one of errors that are 0 or infinite has no interval") {
    const Generalisation found = generalisation({{1, 4, 2, 2, 2}}, {{10, 40, 20, 20, 20, 20}});
    CHECK(found.ratio == doctest::Approx(10));
    REQUIRE(found.ci95);
    CHECK(found.ci95->low < 10);
    CHECK(found.ci95->high > 10);
    CHECK(!generalisation({{1, 1, 1, 1, 1}}, {{INFINITY, 1, 1, 1, 1}}).ci95);
    CHECK(!generalisation({{1, 2, 3, 4}}, {{1, 2, 3, 4, 5}}).ci95);
    CHECK(!generalisation({{1, 1, 1, 1, 1}}, {{2, 2, 2, 2, 2}}).ci95);
}

TEST_CASE("the interval of a ratio covers it, for one model and for methods of three seeds, and of a mean over tasks") {
    std::mt19937_64 random(11);
    int one = 0, three = 0, mean = 0;
    constexpr int draws = 1000;
    for (int draw = 0; draw < draws; ++draw) {
        const auto covers = [](const Generalisation& g, double truth) {
            return g.ci95 && g.ci95->low <= truth && truth <= g.ci95->high;
        };
        one += covers(generalisation(drawn(random, {0}, 30, 1), drawn(random, {0}, 20, 3)), 3);
        std::vector<double> here, there;
        for (int seed = 0; seed < 3; ++seed) {
            const double both = 0.5 * normal(random);
            here.push_back(both + 0.3 * normal(random));
            there.push_back(both + 0.3 * normal(random));
        }
        three += covers(generalisation(drawn(random, here, 30, 1), drawn(random, there, 30, 2)), 2);
        std::vector<LogGeneralisation> parts;
        for (const double factor : {1.0, 4.0})
            parts.push_back(*log_generalisation(drawn(random, {0}, 30, 1), drawn(random, {0}, 30, factor)));
        mean += covers(mean_generalisation(parts), 2);
    }
    // 95 % with a binomial sigma of 0.7 %; Satterthwaite's degrees of freedom of three seeds are no whole truth.
    for (const int covered : {one, three, mean}) {
        CHECK(covered >= 0.925 * draws);
        CHECK(covered <= 0.985 * draws);
    }
}
