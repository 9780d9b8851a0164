#include "score/statistics/paired_test.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "sample/random_stream.hpp"
#include "score/statistics/intervals.hpp"

using namespace cchnn;

namespace {

// Log errors of a method: a trajectory is hard for it, a seed shifts all of them, the rest is of both.
std::vector<std::vector<double>> trained(RandomStream& stream, std::uint32_t seeds, int n, double level, double of_seed,
                                         double of_trajectory, double rest) {
    std::vector<double> own;
    for (int i = 0; i < n; ++i) own.push_back(of_trajectory * stream.normal());
    std::vector<std::vector<double>> errors(seeds);
    for (std::vector<double>& seed : errors) {
        const double shift = level + of_seed * stream.normal();
        for (const double hard : own) seed.push_back(std::exp(shift + hard + rest * stream.normal()));
    }
    return errors;
}

PairedTest experiment(RandomStream& stream, std::uint32_t seeds, double ratio, double of_seed, double of_trajectory,
                      double rest) {
    const auto a = trained(stream, seeds, 100, std::log(ratio), of_seed, of_trajectory, rest);
    const auto b = trained(stream, seeds, 100, 0, of_seed, of_trajectory, rest);
    return compare_pair(a, b, PairedTest::Of::methods, {});
}

}  // namespace

TEST_CASE("power of Student's test, against its definition: none beyond the level without a difference, 1 far away") {
    CHECK(student_t_power(0, 7) == doctest::Approx(0.05).epsilon(1e-9));
    CHECK(student_t_power(100, 7) == 1);
    // Of a normal variable: P(Z > 1.96 - 2.8016) = 0.8.
    CHECK(student_t_power(2.801585, 1e6) == doctest::Approx(0.8).epsilon(1e-5));
}

TEST_CASE("with the seeds that are asked for, four of five experiments see a ratio of 1.2" *
          doctest::test_suite("simulated experiments")) {
    for (const double of_seed : {0.15, 0.3}) {
        RandomStream stream(20260107, 1, 0, 0);
        // Variances as a study of many seeds knows them.
        const PairedTest known = experiment(stream, 200, 1, of_seed, 0.2, 0.3);
        REQUIRE(known.seeds_for_power);
        REQUIRE(known.seeds_for_power->seeds);
        const std::uint32_t seeds = *known.seeds_for_power->seeds;
        CAPTURE(seeds);
        int seen = 0, fewer = 0;
        constexpr int experiments = 400;
        for (int run = 0; run < experiments; ++run) {
            seen += differs(experiment(stream, seeds, 1.2, of_seed, 0.2, 0.3));
            fewer += differs(experiment(stream, seeds * 2 / 3, 1.2, of_seed, 0.2, 0.3));
        }
        // Binomial scatter of 0.8 in 400: 0.02, 4 sigma. Measured variances of the test hold the rest twice, which
        // costs up to 0.05 of the power that it would have.
        CHECK(seen > 0.72 * experiments);
        CHECK(seen < 0.90 * experiments);
        CHECK(fewer < seen);
    }
}

TEST_CASE("where trajectories alone hide the ratio, no number of seeds is enough") {
    RandomStream stream(3, 1, 0, 0);
    const PairedTest few = experiment(stream, 5, 1, 0.1, 2, 0.3);
    REQUIRE(few.seeds_for_power);
    CHECK(!few.seeds_for_power->seeds);
    // What more seeds average away hides nothing: the same spread, all of it of seed and trajectory together.
    const PairedTest noisy = experiment(stream, 5, 1, 0.1, 0, 2);
    CHECK(noisy.seeds_for_power->seeds);
    // Single training runs have no variance of seeds.
    CHECK(!compare_pair({{1, 2, 3, 4, 5}}, {{2, 2, 1, 8, 6}}, PairedTest::Of::models, {}).seeds_for_power);
}
