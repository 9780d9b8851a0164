// Level and power of the tests of paired_test.hpp over several systems, simulated. Systems differ from each other: the
// difference of the two models on system s is e_s in the mean, the same in all experiments, since systems are fixed and
// not drawn; equal models have e_s that add up to 0. CCHNN_LEVELS_TABLE=1 prints the table of README.md, with 4,000
// experiments a row instead of 300.

#include <doctest/doctest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>

#include "score/statistics/paired_test.hpp"

using namespace cchnn;

namespace {

using Random = std::mt19937_64;
using Numbers = std::vector<double>;

double uniform(Random& random) { return (static_cast<double>(random() >> 11) + 0.5) / 9007199254740992.0; }
double normal(Random& random) {  // Box and Muller: std::normal_distribution differs between libraries
    const double radius = std::sqrt(-2 * std::log(uniform(random)));
    return radius * std::cos(6.283185307179586 * uniform(random));
}

struct Row {
    const char* errors;
    std::size_t systems;
    double spread;                  // of e_s
    std::vector<int> trajectories;  // of the systems, in turns
    int seeds = 1;
    double failing = 0;  // share of trajectories on which an error is e^7 times as large, of either model
};

// One experiment: log ratio of the two models D, errors of trajectories with a standard deviation of 1.
PairedTest experiment(Random& random, const Row& row, double log_ratio, std::uint64_t number) {
    std::vector<PairOnSystem> systems;
    for (std::size_t s = 0; s < row.systems; ++s) {
        // Evenly spaced about 0, the standard deviation is `spread`.
        const double k = static_cast<double>(row.systems), place = static_cast<double>(s) - (k - 1) / 2;
        const double own = log_ratio + row.spread * place / std::sqrt((k * k - 1) / 12);
        PairOnSystem system;
        Numbers of_a(row.seeds), of_b(row.seeds);
        for (int j = 0; j < row.seeds; ++j) {
            of_a[j] = row.seeds > 1 ? own + 0.3 * normal(random) : own;
            of_b[j] = row.seeds > 1 ? 0.3 * normal(random) : 0;
        }
        double shift = 0;
        for (int j = 0; j < row.seeds; ++j) shift += (of_a[j] - of_b[j]) / row.seeds;
        for (int i = 0; i < row.trajectories[s % row.trajectories.size()]; ++i) {
            const double lost = 7 * ((uniform(random) < row.failing) - (uniform(random) < row.failing));
            system.differences.push_back(shift + normal(random) + lost);
        }
        if (row.seeds > 1) {
            system.seeds_a = of_a;
            system.seeds_b = of_b;
        }
        systems.push_back(std::move(system));
    }
    return compare_pair(systems, row.seeds > 1 ? PairedTest::Of::methods : PairedTest::Of::models, {500, number, 1});
}

struct Found {
    double p = 0, interval = 0;  // shares of experiments with p <= 0.05, and with an interval without 1
};

Found simulate(const Row& row, double log_ratio, int experiments) {
    Random random(20261128);
    Found found;
    for (int run = 0; run < experiments; ++run) {
        const PairedTest test = experiment(random, row, log_ratio, static_cast<std::uint64_t>(run));
        found.p += *test.p_value <= 0.05;
        found.interval += test.ratio_ci95 && (test.ratio_ci95->low > 1 || test.ratio_ci95->high < 1);
    }
    return {found.p / experiments, found.interval / experiments};
}

bool all_rows() { return std::getenv("CCHNN_LEVELS_TABLE") != nullptr; }
int experiments() { return all_rows() ? 4000 : 300; }

std::vector<Row> rows() {
    std::vector<Row> all;
    for (const std::size_t systems : {3u, 8u})
        for (const double spread : {0.0, 1.0, 2.0}) {
            for (const int n : {5, 10, 25}) all.push_back({"lognormal, s = 1", systems, spread, {n}});
            all.push_back({"lognormal, s = 1", systems, spread, {5, 25, 10}});
            all.push_back({"lognormal, s = 1", systems, spread, {25}, 3});
            all.push_back({"10 % of trajectories fail", systems, spread, {25}, 1, 0.1});
        }
    return all;
}

}  // namespace

TEST_CASE("over several systems p keeps its level and finds what the interval beside it finds" *
          doctest::test_suite("simulated experiments")) {
    if (all_rows())
        std::puts(
            "\n| errors | systems | their spread | N | seeds | p <= 0.05 | interval | power, p | power, interval "
            "|\n|---|---:|---:|---:|---:|---:|---:|---:|---:|");
    const double scatter = 3 * std::sqrt(0.05 * 0.95 / experiments());
    for (const Row& row : rows()) {
        double count = 0;
        std::string n;
        for (std::size_t s = 0; s < row.systems; ++s) count += 1.0 / row.trajectories[s % row.trajectories.size()];
        for (const int some : row.trajectories) n += (n.empty() ? "" : ", ") + std::to_string(some);
        // Three standard errors of D, which an interval sees in five of six experiments.
        const double k = static_cast<double>(row.systems);
        const double of_seeds = row.seeds > 1 ? 2 * 0.09 / row.seeds * k : 0;
        const double error = std::sqrt((1 + 98 * row.failing * (1 - row.failing)) * count + of_seeds) / k;
        const Found equal = simulate(row, 0, experiments()), apart = simulate(row, 3 * error, experiments());
        char text[200];
        std::snprintf(text, sizeof text, "| %s | %zu | %g | %s | %d, %d | %.1f %% | %.1f %% | %.0f %% | %.0f %% |",
                      row.errors, row.systems, row.spread, n.c_str(), row.seeds, row.seeds, 100 * equal.p,
                      100 * equal.interval, 100 * apart.p, 100 * apart.interval);
        if (all_rows()) std::puts(text);
        CAPTURE(text);
        CHECK(equal.p <= 0.07 + scatter);
        if (row.seeds == 1) CHECK(equal.p >= 0.02 - scatter / 2);
        CHECK(apart.p >= apart.interval - 0.05 - scatter);
    }
}

TEST_CASE(
    "p and the interval beside it do not contradict each other where systems differ by far more than their errors") {
    // Three systems on which the first model is 0.3, 1 and 3 times as good, trajectories that scatter by a tenth.
    Random random(3);
    std::vector<PairOnSystem> systems;
    for (const double level : {std::log(0.5), std::log(1.1), std::log(3.0)}) {
        systems.emplace_back();
        for (int i = 0; i < 25; ++i) systems.back().differences.push_back(level + 0.1 * normal(random));
    }
    const PairedTest test = compare_pair(systems, PairedTest::Of::models, {10000, 0, 1});
    REQUIRE(test.ratio_ci95);
    CHECK(test.ratio_ci95->low > 1);
    CHECK(*test.p_value < 0.001);
    CHECK(test.test == PairedTest::Test::mean);
    // A system on which both stand at the floor or at the worst value adds no scatter, and halves nothing but the mean.
    systems.push_back({Numbers(25, 0.0)});
    CHECK(*compare_pair(systems, PairedTest::Of::models, {10000, 0, 1}).p_value < 0.001);
}
