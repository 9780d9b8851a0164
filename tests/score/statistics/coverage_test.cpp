// Coverage of every interval and level of every p-value, simulated: 4,000 runs a cell. Prints the tables of
// README.md with CCHNN_COVERAGE_TABLE=1. Draws are of the standard library's
// generator, apart from the library's own; coverage.py beside this simulates the same cells with formulas of its own.

#include <doctest/doctest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <random>
#include <sstream>

#include "places.hpp"
#include "score/standings.hpp"
#include "score/statistics/intervals.hpp"
#include "score/statistics/paired_test.hpp"

using namespace cchnn;

namespace {

constexpr int runs = 4000;
// Of a share near 0.95 or 0.05 over 4,000 runs: binomial, one sigma.
constexpr double share_scatter = 0.0035;
using Random = std::mt19937_64;

double normal(Random& random) {  // Box and Muller: std::normal_distribution differs between libraries
    const double u = (static_cast<double>(random() >> 11) + 0.5) / 9007199254740992.0;
    const double w = (static_cast<double>(random() >> 11) + 0.5) / 9007199254740992.0;
    return std::sqrt(-2 * std::log(u)) * std::cos(6.283185307179586 * w);
}
double exponential(Random& random) {
    return -std::log((static_cast<double>(random() >> 11) + 0.5) / 9007199254740992.0);
}

// A distribution of errors with its true means.
struct Population {
    std::string name;
    double log_mean, mean;
    std::function<double(Random&)> draw;
};

Population lognormal(double s) {
    std::ostringstream name;
    name << "lognormal, s = " << s;
    return {name.str(), 0, std::exp(s * s / 2), [s](Random& random) { return std::exp(s * normal(random)); }};
}

// Relative errors of 2,000 perturbed trajectories (real_errors.txt): one system a line.
Population real(const std::string& system) {
    std::ifstream file(cchnn_test::source_dir() + "/tests/score/statistics/real_errors.txt");
    std::string line;
    while (std::getline(file, line) && !line.starts_with(system + " ")) {
    }
    std::istringstream words(line.substr(std::min(line.size(), system.size())));
    std::vector<double> errors;
    double sum = 0, logs = 0;
    for (double error = 0; words >> error;) {
        errors.push_back(error);
        sum += error;
        logs += std::log(error);
    }
    const double n = static_cast<double>(errors.size());
    return {system, logs / n, sum / n, [errors](Random& random) { return errors[random() % errors.size()]; }};
}

std::vector<Population> populations() {
    return {lognormal(0.5),
            lognormal(1),
            lognormal(2),
            // Logarithms of one sign with the skewness 2 of an exponential distribution, and 1.4 of a sum of two.
            {"skewed, log of 2 exponentials", 0.6, 1 / 0.49,
             [](Random& random) { return std::exp(0.3 * (exponential(random) + exponential(random))); }},
            {"skewed, log exponential", 0.5, 2, [](Random& random) { return std::exp(0.5 * exponential(random)); }},
            real("chain_pendulum_3"),
            real("chain_pendulum_5")};
}

struct Cell {
    int given = 0, covered = 0;
    void see(const std::optional<Interval>& interval, double truth) {
        if (!interval) return;
        ++given;
        covered += interval->low <= truth && truth <= interval->high;
    }
    double share() const { return given ? static_cast<double>(covered) / given : 0; }
};

struct Coverage {
    Cell geometric, arithmetic;
};

Coverage simulate(const Population& population, int n) {
    Random random(20260101);
    Coverage coverage;
    for (int run = 0; run < runs; ++run) {
        std::vector<double> errors;
        for (int i = 0; i < n; ++i) errors.push_back(population.draw(random));
        coverage.geometric.see(geometric_mean_interval(errors), std::exp(population.log_mean));
        coverage.arithmetic.see(arithmetic_mean_interval(errors), population.mean);
    }
    return coverage;
}

void print(const std::string& line) {
    if (std::getenv("CCHNN_COVERAGE_TABLE")) std::puts(line.c_str());
}

std::string percent(double share) {
    char text[20];
    std::snprintf(text, sizeof text, "%.1f %%", 100 * share);
    return text;
}

// log errors (seeds, N): trajectories are shared by methods, a seed shifts all of them, each pair has its own part.
struct Method {
    std::vector<std::vector<double>> errors;
};
Method trained(Random& random, int seeds, double spread, const std::vector<double>& trajectories) {
    Method method;
    for (int s = 0; s < seeds; ++s) {
        const double shift = spread * normal(random);
        method.errors.emplace_back();
        for (const double level : trajectories)
            method.errors.back().push_back(std::exp(level + shift + 0.3 * normal(random)));
    }
    return method;
}

// Equal methods whose trajectories differ in what is hard for either of them.
struct Level {
    double found_different = 0, covered = 0, method_covered = 0;
};
Level level_of_methods(int seeds, int n, double spread) {
    Random random(20260102);
    int different = 0;
    Cell ratio, method;
    for (int run = 0; run < runs; ++run) {
        std::vector<double> hard, a, b;
        for (int i = 0; i < n; ++i) {
            hard.push_back(normal(random));
            a.push_back(hard.back() + 0.3 * normal(random));
            b.push_back(hard.back() + 0.3 * normal(random));
        }
        const Method of_a = trained(random, seeds, spread, a), of_b = trained(random, seeds, spread, b);
        const PairedTest test = compare_pair(of_a.errors, of_b.errors, PairedTest::Of::methods, {});
        different += *test.p_value <= 0.05;
        ratio.see(test.ratio_ci95, 1);
        method.see(method_interval(of_a.errors), 1);
    }
    return {static_cast<double>(different) / runs, ratio.share(), method.share()};
}

double level_of_models(int n, double spread) {
    Random random(20260103);
    int different = 0;
    for (int run = 0; run < runs; ++run) {
        std::vector<double> a, b;
        for (int i = 0; i < n; ++i) {
            const double hard = normal(random);
            a.push_back(std::exp(hard + spread * normal(random)));
            b.push_back(std::exp(hard + spread * normal(random)));
        }
        different +=
            *compare_pair({a}, {b}, PairedTest::Of::models, {1000, static_cast<std::uint64_t>(run), 1}).p_value <= 0.05;
    }
    return static_cast<double>(different) / runs;
}

// Methods of three seeds on one system: the log error of method m is -8 + m gap in the mean, seeds and trajectories
// vary, and what makes a trajectory hard is hard for all of them.
Scores system_of(Random& random, std::size_t methods, int n, double gap, double of_seeds) {
    Scores scores;
    std::vector<double> hard;
    for (int i = 0; i < n; ++i) hard.push_back(normal(random));
    for (std::size_t m = 0; m < methods; ++m) {
        std::vector<double> own;
        for (int i = 0; i < n; ++i) own.push_back(0.7 * normal(random));
        scores.models.push_back({"method " + std::to_string(m), {}, false, {}});
        for (int seed = 0; seed < 3; ++seed) {
            const double level = -8 + gap * static_cast<double>(m) + of_seeds * normal(random);
            scores.models.back().members.push_back(scores.submissions.size());
            scores.submissions.emplace_back();
            for (std::size_t i = 0; i < hard.size(); ++i)
                scores.submissions.back().judged_error.push_back(
                    std::exp(level + hard[i] + own[i] + 0.2 * normal(random)));
        }
    }
    return scores;
}

struct StandingsCover {
    Cell ranks, errors, ratios;  // of all methods; the last of the last method to the first one, where that came first
};

StandingsCover coverage_of_standings(std::size_t methods, std::size_t systems, double gap, double of_seeds,
                                     int experiments) {
    Random random(20260104);
    MetricChoices choices;
    choices.resamples = 400;  // draws: a share is then known to 2.5 %
    StandingsCover found;
    for (int run = 0; run < experiments; ++run) {
        std::vector<Scores> all;
        for (std::size_t s = 0; s < systems; ++s) all.push_back(system_of(random, methods, 20, gap, of_seeds));
        const std::vector<Standing> table = standings(all, choices);
        for (const Standing& standing : table) {
            const double m = standing.model.back() - '0';
            found.ranks.see(Interval{standing.draws->lowest, standing.draws->highest}, gap > 0 ? m + 1 : 1);
            found.errors.see(standing.error_ci95, std::exp(-8 + gap * m));
        }
        const double first = table.front().model.back() - '0', last = table.back().model.back() - '0';
        found.ratios.see(table.back().against_first->ratio_ci95, std::exp(gap * (last - first)));
    }
    return found;
}

}  // namespace

TEST_CASE(
    "the range of ranks holds the true rank, and the intervals of a standing cover, with three seeds and 20 "
    "trajectories" *
    doctest::test_suite("simulated experiments")) {
    const int experiments = std::getenv("CCHNN_COVERAGE_TABLE") ? runs / 4 : runs / 20;
    // Three times the scatter of a share of 0.95 in so many experiments: its models are not independent of each other.
    const double scatter = 3 * std::sqrt(0.05 * 0.95 / experiments);
    print(
        "\n| methods | systems | ratio of neighbours | spread of seeds | rank | error | ratio "
        "|\n|---:|---:|---:|---:|---:|---:|---:|");
    for (const std::size_t methods : {2u, 5u})
        for (const std::size_t systems : {1u, 4u})
            for (const double gap : {0.05, 0.3})
                for (const double of_seeds : {0.1, 0.5}) {
                    const StandingsCover found = coverage_of_standings(methods, systems, gap, of_seeds, experiments);
                    char text[120];
                    std::snprintf(text, sizeof text, "| %zu | %zu | %.2f | %.1f | ", methods, systems, std::exp(gap),
                                  of_seeds);
                    print(text + percent(found.ranks.share()) + " | " + percent(found.errors.share()) + " | " +
                          percent(found.ratios.share()) + " |");
                    CAPTURE(text);
                    CHECK(found.ranks.share() >= 0.93 - scatter / 2);
                    CHECK(found.errors.share() >= 0.93 - scatter);
                    // The last of several is further from the first than it truly is, more often than not.
                    if (methods == 2) CHECK(found.ratios.share() >= 0.93 - scatter);
                }
}

TEST_CASE("the interval of a geometric mean covers it in 90 to 97 % of samples of 20, in 93 to 97 % of 100" *
          doctest::test_suite("simulated experiments")) {
    print("| errors | N | geometric mean | arithmetic mean, where given | given |\n|---|---:|---:|---:|---:|");
    for (const Population& population : populations())
        for (const int n : {5, 20, 100, 500}) {
            const Coverage found = simulate(population, n);
            CAPTURE(population.name);
            CAPTURE(n);
            const Cell &geometric = found.geometric, &arithmetic = found.arithmetic;
            print("| " + population.name + " | " + std::to_string(n) + " | " + percent(geometric.share()) + " | " +
                  (arithmetic.given ? percent(arithmetic.share()) : "-") + " | " +
                  percent(static_cast<double>(arithmetic.given) / runs) + " |");
            CHECK(geometric.given == runs);
            CHECK(geometric.share() >= (n == 5 ? 0.87 : n == 20 ? 0.90 : 0.93));
            CHECK(geometric.share() <= 0.97);
            // Where an interval of the arithmetic mean is given in more than one run of twenty; below, the sample
            // happened to look like one of a lighter tail.
            if (n < 100) CHECK(arithmetic.given == 0);
            if (arithmetic.given > runs / 20) CHECK(arithmetic.share() >= 0.92 - 2 * share_scatter);
        }
}

TEST_CASE(
    "equal methods with several seeds are found different at the level of p, and the interval of their ratio covers "
    "1" *
    doctest::test_suite("simulated experiments")) {
    print("\n| seeds | N | spread of seeds | p <= 0.05 | ratio | method |\n|---:|---:|---:|---:|---:|---:|");
    for (const int seeds : {3, 5})
        for (const int n : {20, 100})
            for (const double spread : {0.1, 0.3, 1.0}) {
                const Level found = level_of_methods(seeds, n, spread);
                CAPTURE(seeds);
                CAPTURE(n);
                CAPTURE(spread);
                char text[20];
                std::snprintf(text, sizeof text, "%.1f", spread);
                print("| " + std::to_string(seeds) + " | " + std::to_string(n) + " | " + text + " | " +
                      percent(found.found_different) + " | " + percent(found.covered) + " | " +
                      percent(found.method_covered) + " |");
                CHECK(found.found_different <= 0.07);
                CHECK(found.covered >= 0.93);
                CHECK(found.method_covered >= 0.90);
            }
}

TEST_CASE("equal models are found different at the level of p of sign flips" *
          doctest::test_suite("simulated experiments")) {
    print("\n| N | p <= 0.05 |\n|---:|---:|");
    for (const int n : {5, 20, 100}) {
        const double found = level_of_models(n, 0.5);
        print("| " + std::to_string(n) + " | " + percent(found) + " |");
        CHECK(found <= 0.05 + 3 * share_scatter);
        if (n > 5) CHECK(found >= 0.05 - 4 * share_scatter);  // all signs of 5 reach 1/16 at the least
    }
}
