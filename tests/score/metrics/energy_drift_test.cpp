#include "score/metrics/energy_drift.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <thread>

#include "sample/random_stream.hpp"
#include "score/metrics/oscillation.hpp"

using namespace cchnn;

TEST_CASE("slope and fluctuation of four samples worked out by hand") {
    // Pairs (0, 2) and (1, 3), 1 s apart: slopes 3 and 5, median 4. Beside 4 t: 0, -1, -1, 0; median -0.5.
    const RobustLine line = robust_line({0, 1, 3, 6}, 0.5);
    CHECK(line.slope == 4);
    CHECK(line.intercept == -0.5);
    CHECK(line.fluctuation == 0.5);
}

TEST_CASE("a straight line has its slope and no fluctuation, a quarter of wild samples changes neither sign nor size") {
    std::vector<double> curve;
    for (int k = 0; k < 101; ++k) curve.push_back(2 - 0.3 * 0.1 * k);
    CHECK(robust_line(curve, 0.1).slope == doctest::Approx(-0.3).epsilon(1e-12));  // rounding of 2 - 0.03 k
    CHECK(robust_line(curve, 0.1).fluctuation < 1e-14);
    for (std::size_t k = 60; k < 80; ++k) curve[k] = 1e6;
    // 20 of 50 pairs are wild, all upwards: the median moves among equal slopes.
    CHECK(robust_line(curve, 0.1).slope == doctest::Approx(-0.3).epsilon(1e-12));
}

TEST_CASE("an oscillation has fluctuation and no drift") {
    std::vector<double> curve;
    for (int k = 0; k < 100; ++k) curve.push_back(std::sin(2 * 3.14159265358979 * k / 10));
    const RobustLine line = robust_line(curve, 0.1);
    CHECK(std::abs(line.slope) < 1e-9);                                        // its frequency is found to 1e-7
    CHECK(line.fluctuation == doctest::Approx(std::sqrt(0.5)).epsilon(1e-9));  // beside that slope
}

TEST_CASE("a value that is not finite is the worst of both") {
    for (double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(), -1e308}) {
        const RobustLine line = robust_line({0, 1e308, bad, 0}, 1e-3);
        CHECK(line.slope == std::numeric_limits<double>::infinity());
        CHECK(line.fluctuation == std::numeric_limits<double>::infinity());
    }
}

TEST_CASE("an oscillation of one period or more has no drift, wherever the span ends and it begins") {
    for (const int samples : {40, 100, 600})
        for (double periods = 1; periods <= 5; periods += 0.375)
            for (const double phase : {0.0, 0.7, 1.5, 2.4}) {
                std::vector<double> curve, drifting;
                for (int k = 0; k < samples; ++k) {
                    const double u = static_cast<double>(k) / (samples - 1);
                    curve.push_back(0.1 * std::sin(2 * 3.14159265358979 * periods * u + phase));
                    drifting.push_back(curve.back() + 0.05 * u);
                }
                const double span = (samples - 1) * 0.03;
                CAPTURE(samples);
                CAPTURE(periods);
                CAPTURE(phase);
                // Of an amplitude of 0.1: what averaging in pieces leaves.
                CHECK(std::abs(robust_line(curve, 0.03).slope * span) < 1e-3);
                CHECK(robust_line(drifting, 0.03).slope * span == doctest::Approx(0.05).epsilon(0.02));
            }
}

TEST_CASE("two oscillations and a sum of harmonics have no drift, a curved drift keeps its slope") {
    std::vector<double> two, square, curved;
    for (int k = 0; k < 100; ++k) {
        const double u = k / 99.0, turn = 2 * 3.14159265358979 * u;
        two.push_back(0.1 * std::sin(1.3 * turn) + 0.1 * std::cos(4.4 * turn + 1));
        square.push_back(0.1 * std::sin(1.3 * turn + 1) + 0.033 * std::sin(3 * (1.3 * turn + 1)));
        curved.push_back(0.1 * u * u);
    }
    // Found one after the other, not together: a third of an amplitude of 0.1 is left.
    CHECK(std::abs(robust_line(two, 1 / 99.0).slope) < 0.035);
    CHECK(std::abs(robust_line(square, 1 / 99.0).slope) < 0.01);
    CHECK(robust_line(curved, 1 / 99.0).slope == doctest::Approx(0.1).epsilon(0.2));
}

TEST_CASE("an oscillation that explains a third of the squares or less stays, one that explains more is taken out") {
    int fewer = 0, more = 0;
    for (double amplitude = 0; amplitude < 2; amplitude += 0.05) {
        RandomStream noise(1, 2, 3, 4);
        std::vector<double> curve, slopes;
        for (int k = 0; k < 100; ++k)
            curve.push_back(amplitude * std::sin(2 * 3.14159265358979 * 1.3 * k / 99) + noise.normal());
        for (std::size_t k = 0; k < 50; ++k) slopes.push_back((curve[k + 50] - curve[k]) / 5);
        std::sort(slopes.begin(), slopes.end());
        const double as_it_is = (slopes[24] + slopes[25]) / 2, share = find_oscillation(curve).explains;
        fewer += share > 0.26 && share < 1.0 / 3;
        more += share > 1.0 / 3 && share < 0.4;
        CAPTURE(share);
        const bool stays = std::fabs(robust_line(curve, 0.1).slope - as_it_is) < 1e-12;
        CHECK(stays == (share <= 1.0 / 3));
    }
    CHECK((fewer > 0 && more > 0));
}

TEST_CASE("a search that may end early finds the same oscillation, or none where it explains too little") {
    constexpr double least = 1.0 / 3;
    int found = 0, fewer = 0, ended_early = 0;
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
        RandomStream random(seed, 2, 3, 4);
        const std::size_t samples = 20 + seed % 190;
        const double periods = 0.5 + 0.4 * static_cast<double>(samples) * random.uniform(),
                     noise = 0.5 + random.uniform(), slope = seed % 7 == 0 ? 1e7 : 1;
        std::vector<double> curve;
        for (std::size_t k = 0; k < samples; ++k) {
            const double u = static_cast<double>(k) / static_cast<double>(samples - 1);
            curve.push_back(slope * u + std::sin(2 * 3.14159265358979 * periods * u + 0.3) + noise * random.normal());
        }
        const Oscillation whole = find_oscillation(curve), early = find_oscillation(curve, least);
        CAPTURE(seed);
        ended_early += early.frequency == 0;
        if (whole.explains > least) {
            ++found;
            REQUIRE(early.frequency == whole.frequency);
            REQUIRE(early.cosine == whole.cosine);
            REQUIRE(early.sine == whole.sine);
            REQUIRE(early.explains == whole.explains);
        } else {
            ++fewer;
            REQUIRE(early.explains <= least);
        }
    }
    CHECK(found > 300);
    CHECK(ended_early > fewer / 2);
}

namespace {

using Column = std::vector<double>;

double dot(const Column& a, const Column& b) { return std::inner_product(a.begin(), a.end(), b.begin(), 0.0); }

// Adds a column to an orthonormal basis.
void add_to(std::vector<Column>& basis, Column column) {
    for (int twice = 0; twice < 2; ++twice)
        for (const Column& b : basis)
            for (double share = dot(b, column); double& value : column) value -= share * b[&value - column.data()];
    for (double length = std::sqrt(dot(column, column)); double& value : column) value /= length;
    basis.push_back(column);
}

// Orthonormal: two of a line, then two of the cosine and the sine beside it.
std::vector<Column> plane_at(std::size_t points, double f) {
    Column one(points, 1.0), line, cosine, sine;
    for (std::size_t k = 0; k < points; ++k) {
        const double u = static_cast<double>(k) / static_cast<double>(points - 1);
        line.push_back(u);
        cosine.push_back(std::cos(2 * 3.14159265358979 * f * u));
        sine.push_back(std::sin(2 * 3.14159265358979 * f * u));
    }
    std::vector<Column> basis;
    for (const Column& column : {one, line, cosine, sine}) add_to(basis, column);
    return basis;
}

// The angle between two planes: the largest of the angles between a direction of one and the other plane.
double angle_between(const std::vector<Column>& a, const std::vector<Column>& b) {
    const double p = dot(a[2], b[2]), q = dot(a[2], b[3]), r = dot(a[3], b[2]), s = dot(a[3], b[3]);
    const double sum = p * p + q * q + r * r + s * s, product = p * s - q * r;
    const double least = (sum - std::sqrt(std::max(sum * sum - 4 * product * product, 0.0))) / 2;  // squared cosine
    return std::acos(std::sqrt(std::clamp(least, 0.0, 1.0)));
}

}  // namespace

TEST_CASE("the plane of cosine and sine turns by less than 2.5 per period: the search for an oscillation counts on 3") {
    double most = 0;
    for (const std::size_t points : {32, 33, 64, 100, 128})
        for (double f = 1; f + 0.02 < 0.45 * static_cast<double>(points); f += f < 3 ? 0.01 : 0.2)
            most = std::max(most, angle_between(plane_at(points, f), plane_at(points, f + 0.02)) / 0.02);
    CHECK(most > 1.8);  // 2 pi / sqrt(12) between ends far away
    CHECK(most < 2.5);
}

namespace {

// A sine of `periods` in the span, on a line.
std::vector<double> sine_on_a_line(std::size_t samples, double periods) {
    std::vector<double> curve;
    for (std::size_t k = 0; k < samples; ++k) {
        const double u = static_cast<double>(k) / static_cast<double>(samples - 1);
        curve.push_back(0.5 * u + std::sin(2 * 3.14159265358979 * periods * u + 0.3));
    }
    return curve;
}

}  // namespace

TEST_CASE("curves of several lengths, one after the other and on several threads, have their own frequencies") {
    const std::vector<std::size_t> lengths{8, 128, 40, 129, 1000, 40, 8};
    const auto wrong = [&] {
        int count = 0;
        for (int again = 0; again < 20; ++again)
            for (const std::size_t samples : lengths) {
                const Oscillation found = find_oscillation(sine_on_a_line(samples, 1.7));
                // The golden section ends in 1e-6 periods.
                if (!(std::fabs(found.frequency - 1.7) < 2e-6 && found.explains > 1 - 1e-9)) ++count;
            }
        return count;
    };
    CHECK(wrong() == 0);
    std::vector<int> counts(4, -1);
    std::vector<std::thread> threads;
    for (int& count : counts) threads.emplace_back([&count, &wrong] { count = wrong(); });
    for (std::thread& thread : threads) thread.join();
    for (const int count : counts) CHECK(count == 0);
}
