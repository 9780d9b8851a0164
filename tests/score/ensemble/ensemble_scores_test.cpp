#include "score/ensemble/ensemble_scores.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <random>

#include "core/to_size.hpp"

using namespace cchnn;

namespace {

// One entry of x with spread 1, and none of v that varies.
const CoordinateSpread one_entry{{0.0, 0.0}, {1.0, 0.0}, {0}};

EnsembleScores scores_of(const std::vector<double>& members, double y) {
    EnsembleTally tally(one_entry, static_cast<int>(members.size()));
    const std::vector<double> still(members.size(), 0.0);
    const double at_rest = 0;
    tally.add(&y, &at_rest, members.data(), still.data(), 1);
    return tally.finish();
}

constexpr double rounding = 1e-14;
doctest::Approx about(double value) { return doctest::Approx(value).epsilon(rounding); }

// Members and reference from N(0, 1), or members from N(shift, width).
struct Draws {
    std::mt19937_64 random;
    std::normal_distribution<double> normal;

    explicit Draws(std::uint64_t seed) : random(seed) {}
    std::vector<double> members(int count, double shift = 0, double width = 1) {
        std::vector<double> all;
        for (int m = 0; m < count; ++m) all.push_back(shift + width * normal(random));
        return all;
    }
    double one() { return normal(random); }
};

struct MeanAndError {
    double mean, error;
};
MeanAndError mean_and_error(const std::vector<double>& values) {
    const Centre centre = centre_of(values);
    return {centre.mean, std::sqrt(centre.variance_of_mean)};
}

}  // namespace

TEST_CASE("CRPS of two and three members is worked out by hand") {
    // |0 - 3| and |2 - 3|: mean 2; half the mean distance of the members is 2/2 = 1, half of that with each to itself.
    CHECK(scores_of({0, 2}, 3).fair_crps == about(1));
    CHECK(scores_of({0, 2}, 3).crps == about(1.5));
    CHECK(scores_of({0, 2}, 1).fair_crps == 0);  // between two members a fair score sees nothing
    CHECK(scores_of({0, 2}, 1).crps == about(0.5));
    // (2 + 1 + 3)/3 = 2; distances 1, 5 and 4 of three pairs: half their mean is 10/6; of nine 10/9.
    CHECK(scores_of({5, 0, 1}, 2).fair_crps == about(2 - 10.0 / 6));
    CHECK(scores_of({5, 0, 1}, 2).crps == about(2 - 10.0 / 9));
}

TEST_CASE("members that know nothing, half of them at either end, have no better CRPS than a forecast of the middle") {
    Draws draws(20261128);
    for (const int members : {2, 20, 50}) {
        std::vector<double> far(static_cast<std::size_t>(members), 30);
        for (std::size_t m = 0; m < far.size() / 2; ++m) far[m] = -30;
        const EnsembleScores ignorant = scores_of(far, draws.one());
        if (members == 2) CHECK(ignorant.fair_crps == about(0));
        CHECK(ignorant.crps == about(15));
        CHECK(ignorant.energy_score == about(15));
    }
    // Eight copies of a forecast and two far members, which the fair score gives a fifth less.
    std::vector<double> copies(10, 0.3);
    copies[0] = -1.2;
    copies[1] = 1.2;
    CHECK(scores_of(copies, 0).fair_crps < 0.8 * 0.3);
    CHECK(scores_of(copies, 0).crps > 0.8 * 0.3);
}

TEST_CASE("fifty copies of a forecast have its absolute error as CRPS") {
    CHECK(scores_of(std::vector<double>(50, 1.5), -1).crps == about(2.5));
    CHECK(scores_of({1.5}, -1).crps == 2.5);
}

TEST_CASE("the CRPS of climatology is that of many members drawn from it") {
    const CoordinateSpread spread{{0.5, 0.0}, {2.0, 0.0}, {0}};
    Draws draws(5);
    for (const double y : {-1.0, 0.5, 4.0}) {
        EnsembleTally tally(spread, 4000);
        std::vector<double> members = draws.members(4000, 0.5, 2);
        const std::vector<double> still(4000, 0.0);
        const double rest = 0;
        tally.add(&y, &rest, members.data(), still.data(), 1);
        CHECK(normal_crps(spread, &y, &rest) == doctest::Approx(tally.finish().crps).epsilon(0.05));
    }
}

TEST_CASE("one member has its absolute error as CRPS, its norm as energy score, and no spread") {
    const EnsembleScores scores = scores_of({1.5}, -1);
    CHECK(scores.crps == 2.5);
    CHECK(scores.energy_score == 2.5);
    CHECK(scores.spread_squares == 0);
    CHECK(scores.error_squares == 6.25);
}

TEST_CASE("the energy score takes the norm of all entries") {
    // Members (0, 0) and (3, 4), one entry of x and one of v; the reference is (3, 0).
    const CoordinateSpread two{{0.0, 0.0}, {1.0, 1.0}, {0, 1}};
    EnsembleTally tally(two, 2);
    const std::vector<double> x{0, 3}, v{0, 4};
    const double truth_x = 3, truth_v = 0;
    tally.add(&truth_x, &truth_v, x.data(), v.data(), 1);
    // (3 + 4)/2 - 5/2 = 1, over the root of two entries; 5/4 with each member to itself.
    CHECK(tally.finish().fair_energy_score == about(1 / std::sqrt(2.0)));
    CHECK(tally.finish().energy_score == about(2.25 / std::sqrt(2.0)));
}

TEST_CASE("entries are divided by their spread, and those that do not vary are left out") {
    const CoordinateSpread two{std::vector(4, 0.0), {2.0, 0.0, 0.0, 0.0}, {0}};
    EnsembleTally tally(two, 1);
    const std::vector<double> x{6, 100}, v{7, 8}, truth_x{2, -100}, truth_v{0, 0};
    tally.add(truth_x.data(), truth_v.data(), x.data(), v.data(), 2);
    CHECK(tally.finish().crps == 2);
}

TEST_CASE("spread is the variance that the reference would have as one more member, skill the error of the mean") {
    // Variance of 0 and 2 is 2, times (M + 1)/M = 3/2; the mean 1 is off by 3.
    const EnsembleScores scores = scores_of({0, 2}, 4);
    CHECK(scores.spread_squares == about(3));
    CHECK(scores.error_squares == about(9));
}

TEST_CASE("a rank is the number of members below, and ties are shared evenly") {
    CHECK(scores_of({5, 0, 1}, 2).ranks == std::vector<double>{0, 0, 1, 0});
    CHECK(scores_of({5, 0, 1}, -2).ranks == std::vector<double>{1, 0, 0, 0});
    const std::vector<double> shared = scores_of({1, 3, 1}, 1).ranks;
    for (const std::size_t r : {0U, 1U, 2U}) CHECK(shared[r] == about(1.0 / 3));
    CHECK(shared[3] == 0);
}

TEST_CASE("central intervals are those whose nominal share is nearest") {
    const auto ten = central_intervals(10), nineteen = central_intervals(19), one = central_intervals(1);
    CHECK(ten[0].k == 3);
    CHECK(ten[0].nominal == about(5.0 / 11));
    CHECK(ten[1].k == 1);
    CHECK(ten[1].nominal == about(9.0 / 11));
    CHECK(nineteen[0].nominal == about(0.5));
    CHECK(nineteen[1].nominal == about(0.9));
    CHECK(one[1].nominal == 0);
    // Of eleven ranks, 3 .. 7 are within the third members from both ends.
    CHECK(ten[0].covered({0, 0, 0, 0.25, 0, 0.5, 0, 0, 0.25, 0, 0}) == 0.75);
    CHECK(one[1].covered({0.5, 0.5}) == 0);
}

TEST_CASE("a member that is not finite makes its sample the worst, and samples that are missing too") {
    const double inf = std::numeric_limits<double>::infinity();
    const EnsembleScores lost = scores_of({0, std::nan(""), 1}, 0.5);
    CHECK(lost.crps == inf);
    CHECK(lost.energy_score == inf);
    CHECK(lost.error_squares == inf);
    CHECK(lost.ranks == std::vector<double>(4, 0.0));
    EnsembleTally tally(one_entry, 1);
    const double x = 1, v = 0;
    tally.add(&x, &v, &x, &v, 1);
    tally.add_missing(1);
    CHECK(tally.finish().crps == inf);
    CHECK(tally.finish().ranks == std::vector<double>(2, 0.25));
}

TEST_CASE("fair scores of 100 ensembles of 10 have the mean of one ensemble of 1,000") {
    Draws draws(1);
    std::vector<double> off, off_energy;
    for (int k = 0; k < 20; ++k) {
        const double y = draws.one();
        std::vector<double> all = draws.members(1000);
        const EnsembleScores large = scores_of(all, y);
        double small = 0, small_energy = 0;
        for (int e = 0; e < 100; ++e) {
            const EnsembleScores one = scores_of({all.begin() + 10 * e, all.begin() + 10 * (e + 1)}, y);
            small += one.fair_crps / 100;
            small_energy += one.fair_energy_score / 100;
        }
        off.push_back(small - large.fair_crps);
        off_energy.push_back(small_energy - large.fair_energy_score);
    }
    // Without the fair sum, scores of 10 members would be larger by E|X - X'| (1/10 - 1/1000)/2 = 0.056.
    const MeanAndError mean = mean_and_error(off), energy = mean_and_error(off_energy);
    CHECK(mean.error < 0.01);
    CHECK(std::abs(mean.mean) < 4 * mean.error);
    CHECK(std::abs(energy.mean) < 4 * energy.error);
}

TEST_CASE("the mean CRPS of members and reference from N(0, 1) is 1/sqrt(pi), for few members and many") {
    for (const int members : {2, 10, 50}) {
        Draws draws(2);
        std::vector<double> all;
        for (int k = 0; k < 4000; ++k) all.push_back(scores_of(draws.members(members), draws.one()).fair_crps);
        const MeanAndError mean = mean_and_error(all);
        CHECK(std::abs(mean.mean - 1 / std::sqrt(std::acos(-1.0))) < 4 * mean.error);
    }
}

// CRPS of N(0, 1) at z: z (2 Phi(z) - 1) + 2 phi(z) - 1/sqrt(pi) (Gneiting and Raftery 2007, equation 21). At z = 1.5,
// with Phi = 0.933193 and phi = 0.129518: 1.5 0.866386 + 0.259035 - 0.564190 = 0.994424.
TEST_CASE("the mean CRPS of members from N(0, 1) where the reference is 1.5 is that of the published formula") {
    Draws draws(4);
    std::vector<double> all, moved;
    for (int k = 0; k < 4000; ++k) {
        std::vector<double> members = draws.members(10);
        all.push_back(scores_of(members, 1.5).fair_crps);
        for (double& member : members) member += 100;
        moved.push_back(scores_of(members, 101.5).fair_crps);
    }
    const MeanAndError mean = mean_and_error(all);
    CHECK(mean.error < 0.01);
    CHECK(std::abs(mean.mean - 0.994424) < 4 * mean.error);
    for (std::size_t k = 0; k < all.size(); ++k) CHECK(moved[k] == doctest::Approx(all[k]).epsilon(1e-12));
}

// In two coordinates E|X| = sqrt(pi/2) = 1.253314 and E|X - X'| = sqrt(pi) = 1.772454. The energy score of N(0, I) at 0
// is
// (1.253314 - 1.772454/2)/sqrt(2) = 0.259575.
TEST_CASE("the mean energy score of members from N(0, I) in two coordinates is worked out, in any unit") {
    Draws draws(5);
    std::vector<double> all;
    for (int k = 0; k < 4000; ++k) {
        const std::vector<double> x = draws.members(5), v = draws.members(5, 0, 1000);  // v in mm/s
        const CoordinateSpread spread{{0.0, 0.0}, {1.0, 1000.0}, {0, 1}};
        EnsembleTally tally(spread, 5);
        const double origin = 0;
        tally.add(&origin, &origin, x.data(), v.data(), 1);
        all.push_back(tally.finish().fair_energy_score);
    }
    const MeanAndError mean = mean_and_error(all);
    CHECK(mean.error < 0.005);
    CHECK(std::abs(mean.mean - 0.259575) < 4 * mean.error);
}

TEST_CASE("coverage, ranks and spread-skill ratio of four samples are worked out by hand") {
    // Members 1, 2, 3; the reference at 0.5, 1.5, 2.5, 4 has ranks 0, 1, 2, 3. Two of four lie from 1 to 3, as many as
    // (3 + 1 - 2)/(3 + 1) expects.
    const std::vector<double> members{1, 2, 3}, still(3, 0.0);
    const double at_rest = 0;
    EnsembleTally tally(one_entry, 3);
    for (const double y : {0.5, 1.5, 2.5, 4.0}) tally.add(&y, &at_rest, members.data(), still.data(), 1);
    EnsembleSummaryTally summary(3);
    summary.add(tally.finish());
    const EnsembleSummary found = summary.finish();
    CHECK(found.coverage[0].interval.nominal == 0.5);
    CHECK(found.coverage[0].share == 0.5);
    for (const EnsembleSummary::Rank& rank : found.ranks) CHECK(rank.share == 0.25);
    // Variance 1, times (3 + 1)/3. The mean 2 is off by 1.5, 0.5, 0.5, 2: squares 2.25, 0.25, 0.25, 4, mean 1.6875.
    REQUIRE(found.spread_skill);
    CHECK(*found.spread_skill == about(std::sqrt((4.0 / 3) / 1.6875)));
}

TEST_CASE("an ensemble of the reference's own distribution is calibrated, one of another width is not") {
    const auto summary_of = [](double shift, double width) {
        Draws draws(3);
        EnsembleSummaryTally tally(9);
        for (int k = 0; k < 250; ++k) {  // trajectories of eight samples
            EnsembleTally trajectory(one_entry, 9);
            for (int sample = 0; sample < 8; ++sample) {
                const std::vector<double> members = draws.members(9, shift, width), still(9, 0.0);
                const double y = draws.one(), at_rest = 0;
                trajectory.add(&y, &at_rest, members.data(), still.data(), 1);
            }
            tally.add(trajectory.finish());
        }
        return tally.finish();
    };
    const EnsembleSummary honest = summary_of(0, 1), narrow = summary_of(0, 0.5), wide = summary_of(0, 2);
    REQUIRE(honest.spread_skill_ci95);
    CHECK(honest.spread_skill_ci95->low < 1);
    CHECK(honest.spread_skill_ci95->high > 1);
    for (const EnsembleSummary::Coverage& c : honest.coverage) {
        REQUIRE(c.ci95);
        CHECK(c.ci95->low < c.interval.nominal);
        CHECK(c.ci95->high > c.interval.nominal);
    }
    // Ten ranks with an expected share of 0.1; of 2,000 its standard error is 0.0067, and four of them are allowed.
    for (const EnsembleSummary::Rank& rank : honest.ranks) CHECK(std::abs(rank.share - 0.1) < 4 * 0.0067);
    CHECK(narrow.spread_skill_ci95->high < 1);
    CHECK(narrow.ranks.front().share > 0.15);
    CHECK(narrow.coverage[1].ci95->high < narrow.coverage[1].interval.nominal);
    CHECK(wide.spread_skill_ci95->low > 1);
    CHECK(wide.ranks.front().share < 0.05);
    const EnsembleSummary biased = summary_of(1, 1);
    CHECK(biased.ranks.front().share > 2 * biased.ranks.back().share);
}

TEST_CASE("an ensemble without error, or of one member, has no spread-skill ratio") {
    EnsembleSummaryTally exact(2), single(1);
    for (int k = 0; k < 6; ++k) {
        exact.add(scores_of({1, 1}, 1));
        single.add(scores_of({1}, 2));
    }
    CHECK(!exact.finish().spread_skill);
    CHECK(!single.finish().spread_skill);
    CHECK(single.finish().ranks[1].share == 1);
    CHECK(!single.finish().ranks[1].ci95);  // all the same
}
