// How often the interval of a spread-skill ratio covers the true one, where it is given: spreads that are all the same
// or follow what is hard, errors with tails from light to heavy. 2,000 experiments a row, which
// CCHNN_COVERAGE_TABLE=1 prints for README.md.

#include <doctest/doctest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <random>
#include <string>
#include <tuple>

#include "score/ensemble/ensemble_scores.hpp"

using namespace cchnn;

namespace {

using Random = std::mt19937_64;

double normal(Random& random) {  // Box and Muller: std::normal_distribution differs between libraries
    const double u = (static_cast<double>(random() >> 11) + 0.5) / 9007199254740992.0;
    const double w = (static_cast<double>(random() >> 11) + 0.5) / 9007199254740992.0;
    return std::sqrt(-2 * std::log(u)) * std::cos(6.283185307179586 * w);
}

// Mean of the squares of so many normal numbers: an error of an honest ensemble.
double chi(Random& random, int degrees) {
    double sum = 0;
    for (int k = 0; k < degrees; ++k) sum += std::pow(normal(random), 2) / degrees;
    return sum;
}

// Squares of spread and of skill of a trajectory, with the same mean.
struct Law {
    const char* name;
    std::function<std::pair<double, double>(Random&)> draw;
};

std::vector<Law> laws() {
    const auto hard = [](double s, int degrees) {
        return [s, degrees](Random& random) {
            const double square = std::exp(2 * s * normal(random));
            return std::pair(square, square * chi(random, degrees));
        };
    };
    const auto lognormal = [](double s) {
        return [s](Random& random) { return std::pair(std::exp(2 * s * s), std::exp(2 * s * normal(random))); };
    };
    return {{"one spread, squares of 4 normal errors", [](Random& r) { return std::pair(1.0, chi(r, 4)); }},
            {"one spread, squares of 8 normal errors", [](Random& r) { return std::pair(1.0, chi(r, 8)); }},
            {"spread follows hardness, s = 0.25, 8 errors", hard(0.25, 8)},
            {"spread follows hardness, s = 1, 4 errors", hard(1, 4)},
            {"one spread, lognormal errors, s = 0.35", lognormal(0.35)},
            {"one spread, lognormal errors, s = 1", lognormal(1)}};
}

}  // namespace

TEST_CASE("the interval of a spread-skill ratio covers where it is given, and is not given where it would not" *
          doctest::test_suite("simulated experiments")) {
    constexpr int experiments = 2000;
    const bool print = std::getenv("CCHNN_COVERAGE_TABLE") != nullptr;
    if (print) std::puts("\n| squares of spread and skill | N | covers, where given | given |\n|---|---:|---:|---:|");
    for (const Law& law : laws())
        for (const int n : {20, 100, 200}) {
            Random random(20261128);
            int given = 0, covered = 0;
            for (int run = 0; run < experiments; ++run) {
                EnsembleSummaryTally tally(2);
                for (int i = 0; i < n; ++i) {
                    EnsembleScores scores;
                    std::tie(scores.spread_squares, scores.error_squares) = law.draw(random);
                    scores.ranks = {0, 1, 0};
                    tally.add(scores);
                }
                const EnsembleSummary found = tally.finish();
                if (!found.spread_skill_ci95) continue;
                ++given;
                covered += found.spread_skill_ci95->low <= 1 && 1 <= found.spread_skill_ci95->high;
            }
            const double share = given > 0 ? static_cast<double>(covered) / given : 0;
            if (print)
                std::printf("| %s | %d | %s | %.1f %% |\n", law.name, n,
                            given ? (std::to_string(std::round(1000 * share) / 10).substr(0, 4) + " %").c_str() : "-",
                            100.0 * given / experiments);
            CAPTURE(law.name);
            CAPTURE(n);
            if (n < 100) CHECK(given == 0);
            if (given > experiments / 20) CHECK(share >= 0.92);
        }
}
