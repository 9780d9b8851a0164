// Levels of the tests of paired_test.hpp, simulated: equal models and equal methods whose errors are lognormal, skewed,
// or mixed with failures. A p-value is wrong where it is of a mean and means are equal, or of trajectories won and as
// many are won as lost. CCHNN_LEVELS_TABLE=1 prints the tables of README.md, with 4,000 experiments a row instead of
// 400.

#include <doctest/doctest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <random>

#include "score/statistics/paired_test.hpp"

using namespace cchnn;

namespace {

using Random = std::mt19937_64;
using Numbers = std::vector<double>;

double uniform(Random& random) { return (static_cast<double>(random() >> 11) + 0.5) / 9007199254740992.0; }
double exponential(Random& random) { return -std::log(uniform(random)); }
double normal(Random& random) {  // Box and Muller: std::normal_distribution differs between libraries
    const double radius = std::sqrt(-2 * std::log(uniform(random)));
    return radius * std::cos(6.283185307179586 * uniform(random));
}

constexpr double failure = 7;  // a failed trajectory has an error e^7 times that of others

// How hard a trajectory is for methods A and B, as logarithms, and how often a single run of either fails on it.
struct Law {
    const char* name;
    bool means_equal, shares_equal;
    std::function<double(Random&)> a, b;
    double failing_runs = 0;
};

double failing(Random& random, double share) { return uniform(random) < share ? failure : 0; }

std::vector<Law> laws() {
    const auto lognormal = [](double s) { return [s](Random& random) { return s * normal(random); }; };
    const auto failed = [](double share) {
        return [share](Random& random) { return 0.3 * normal(random) + failing(random, share); };
    };
    const auto nothing = [](Random&) { return 0.0; };
    const auto skewed = [](double off) { return [off](Random& random) { return exponential(random) - off; }; };
    return {{"lognormal, s = 0.3", true, true, lognormal(0.3), lognormal(0.3)},
            {"lognormal, s = 1", true, true, lognormal(1), lognormal(1)},
            {"lognormal, s = 2", true, true, lognormal(2), lognormal(2)},
            {"s = 2 against 0.3", true, true, lognormal(2), lognormal(0.3)},
            {"3 % of trajectories fail", true, true, failed(0.03), failed(0.03)},
            {"10 % of trajectories fail", true, true, failed(0.1), failed(0.1)},
            {"3 % of runs fail", true, true, lognormal(0.3), lognormal(0.3), 0.03},
            {"10 % of runs fail", true, true, lognormal(0.3), lognormal(0.3), 0.1},
            {"skewed, equal means", true, false, skewed(1), nothing},
            {"skewed, equal shares", false, true, skewed(std::log(2)), nothing}};
}

struct Design {
    int seeds_a, seeds_b;
    double spread_a, spread_b;
};

std::vector<Numbers> trained(Random& random, const Numbers& hard, int seeds, double spread, double failing_runs) {
    std::vector<Numbers> errors;
    for (int s = 0; s < seeds; ++s) {
        const double shift = spread * normal(random);
        errors.emplace_back();
        for (const double level : hard) {
            const double rest = seeds > 1 ? 0.3 * normal(random) : 0;
            errors.back().push_back(std::exp(level + shift + rest + failing(random, failing_runs)));
        }
    }
    return errors;
}

struct Level {
    double wrong = 0, sign = 0;  // shares of experiments
};

Level level_of(const Law& law, const Design& design, int n, int experiments) {
    Random random(20261123);
    Level level;
    for (int run = 0; run < experiments; ++run) {
        Numbers a, b;
        for (int i = 0; i < n; ++i) {
            a.push_back(law.a(random));
            b.push_back(law.b(random));
        }
        const bool single = design.seeds_a == 1;
        const PairedTest test = compare_pair(trained(random, a, design.seeds_a, design.spread_a, law.failing_runs),
                                             trained(random, b, design.seeds_b, design.spread_b, law.failing_runs),
                                             single ? PairedTest::Of::models : PairedTest::Of::methods,
                                             {500, static_cast<std::uint64_t>(run), 1});
        const bool sign = test.test == PairedTest::Test::sign;
        level.sign += sign;
        level.wrong += *test.p_value <= 0.05 && (sign ? law.shares_equal : law.means_equal);
    }
    return {level.wrong / experiments, level.sign / experiments};
}

bool all_rows() { return std::getenv("CCHNN_LEVELS_TABLE") != nullptr; }
int experiments() { return all_rows() ? 4000 : 400; }

// 7 %, and three times the binomial scatter of so many experiments.
double highest_level() { return 0.07 + 3 * std::sqrt(0.07 * 0.93 / experiments()); }

void print_row(const std::string& start, const Level& level) {
    char text[60];
    std::snprintf(text, sizeof text, " %.1f %% | %.0f %% |", 100 * level.wrong, 100 * level.sign);
    if (all_rows()) std::puts((start + text).c_str());
}

}  // namespace

TEST_CASE("equal models are found different in at most 7 % of experiments, whatever their errors look like" *
          doctest::test_suite("simulated experiments")) {
    if (all_rows()) std::puts("\n| errors | N | p <= 0.05 | sign test |\n|---|---:|---:|---:|");
    for (const Law& law : laws())
        for (const int n : {5, 20, 100}) {
            const Level level = level_of(law, {1, 1, 0, 0}, n, experiments());
            print_row("| " + std::string(law.name) + " | " + std::to_string(n) + " |", level);
            CAPTURE(law.name);
            CAPTURE(n);
            CHECK(level.wrong <= highest_level());
            // Nothing near the level is lost where errors are lognormal: a test that never finds anything is none.
            if (std::string(law.name).starts_with("lognormal") && n == 100) CHECK(level.wrong >= 0.02);
        }
}

TEST_CASE("equal methods are found different in at most 7 % of experiments, over unequal numbers and spreads of seeds" *
          doctest::test_suite("simulated experiments")) {
    if (all_rows())
        std::puts("\n| errors | seeds | spread of seeds | N | p <= 0.05 | sign test |\n|---|---:|---:|---:|---:|---:|");
    const std::vector<Design> designs{{3, 3, 0.1, 0.1}, {3, 3, 1, 1},    {3, 3, 0.1, 1},    {3, 5, 0.1, 0.1},
                                      {3, 5, 0.1, 1},   {3, 5, 1, 0.1},  {5, 20, 0.1, 0.1}, {5, 20, 0.1, 1},
                                      {5, 20, 1, 0.1},  {3, 20, 1, 0.02}};
    for (const Law& law : laws())
        for (const Design& design : designs)
            for (const int n : {5, 20, 100}) {
                if (!all_rows() && n == 100 && design.seeds_b == 20) continue;  // the longest ones
                const Level level = level_of(law, design, n, experiments());
                char text[120];
                std::snprintf(text, sizeof text, "| %s | %d, %d | %g, %g | %d |", law.name, design.seeds_a,
                              design.seeds_b, design.spread_a, design.spread_b, n);
                print_row(text, level);
                CAPTURE(text);
                CHECK(level.wrong <= highest_level());
            }
}
