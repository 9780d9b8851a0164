#include <doctest/doctest.h>

#include <cmath>
#include <random>

#include "elements/parts/curve/curve.hpp"
#include "mechanics/plan/track_search.hpp"
#include "mechanics/rows/track_terms.hpp"

using namespace cchnn;

namespace {

const CurveSpec knot{"u", {"(2 + cos(3*u))*cos(2*u)", "(2 + cos(3*u))*sin(2*u)", "sin(3*u)"}, {0, 6.2}};
const CurveSpec eight{"u", {"3*sin(u)", "2*sin(2*u)", ""}, {-3.2, 3.2}};

double distance(const Curve& curve, double s, const double* p) {
    const CurvePoint at(curve, s);
    double sum = 0;
    for (int k = 0; k < curve.dimension(); ++k) sum += (p[k] - at.position[k]) * (p[k] - at.position[k]);
    return std::sqrt(sum);
}

TEST_CASE("no point of the curve is nearer than the one that is found") {
    std::mt19937_64 random(3);
    const auto uniform = [&] { return 8 * (static_cast<double>(random() >> 11) * 0x1p-53 - 0.5); };
    for (const CurveSpec& spec : {knot, eight}) {
        const auto curve = std::make_shared<const Curve>(spec);
        const TrackSearch search(curve);
        for (int i = 0; i < 40; ++i) {
            const double p[] = {uniform(), uniform(), uniform() / 4};
            const double found = distance(*curve, search.nearest(p, nullptr), p);
            double least = INFINITY;
            for (int k = 0; k <= 5000; ++k)
                least = std::min(least, distance(*curve, curve->low() + (curve->high() - curve->low()) * k / 5000, p));
            CHECK(found <= least + 1e-12);  // rounding of distances below 10
        }
    }
}

// The even samples are 3e-3 apart; the bump is higher than its distance from them.
TEST_CASE("a bump between even samples is found, from its sides and its top") {
    const CurveSpec bump{"s", {"s", "0.5*exp(-((s - 1.0003)/1e-4)^2)", ""}, {-3, 3}};
    const auto curve = std::make_shared<const Curve>(bump);
    const TrackSearch search(curve);
    for (const double s : {1.0001, 1.0002, 1.00028, 1.0003, 1.00034, 1.0005}) {
        const CurvePoint at(*curve, s);
        CHECK(search.nearest(at.position, nullptr) == doctest::Approx(s).epsilon(1e-9));
        const double above[] = {at.position[0], at.position[1] + 0.1};
        CHECK(distance(*curve, search.nearest(above, nullptr), above) <= distance(*curve, 1.0003, above) + 1e-12);
    }
}

TEST_CASE("both parameters of one search are those of two, at crossings too") {
    const auto curve = std::make_shared<const Curve>(eight);
    const TrackSearch search(curve);
    std::mt19937_64 random(5);
    const auto uniform = [&] { return 4 * (static_cast<double>(random() >> 11) * 0x1p-53 - 0.5); };
    for (int i = 0; i < 40; ++i) {
        const double near = i % 2 == 0 ? 1 : 1e-8;  // of the crossing, every other time
        const double p[] = {near * uniform(), near * uniform()}, v[] = {uniform(), uniform()};
        const TrackSearch::Nearest both = search.nearest_both(p, v);
        // One ends at a step of 1e-9 of the range, which Newton squares; 1e-13 is left for rounding where the curve
        // bends.
        CHECK(std::fabs(both.to_point - search.nearest(p, nullptr)) < 1e-13);
        CHECK(std::fabs(both.to_motion - search.nearest(p, v)) < 1e-13);
    }
    const double nowhere[] = {NAN, 0.0};
    CHECK(std::isnan(search.nearest(nowhere, nullptr)));
}

TEST_CASE("a point of the curve is found again, at the crossing of an eight the velocity decides") {
    const auto curve = std::make_shared<const Curve>(eight);
    const TrackSearch search(curve);
    for (const double u : {-2.9, -1.0, 0.3, 2.0}) {
        const CurvePoint at(*curve, u);
        CHECK(search.nearest(at.position, nullptr) == doctest::Approx(u).epsilon(1e-12));
    }
    const double centre[] = {1e-9, -1e-9}, rising[] = {3, 4}, falling[] = {3, -4};
    CHECK(std::fabs(search.nearest(centre, rising)) < 1e-8);
    const double turn = search.nearest(centre, falling);  // u = pi or -pi
    CHECK(std::fabs(std::fabs(turn) - 3.141592653589793) < 1e-8);
}

TEST_CASE("normals are of unit length, at right angles to the tangent and to each other, in every direction") {
    std::mt19937_64 random(4);
    const auto uniform = [&] { return 2 * (static_cast<double>(random() >> 11) * 0x1p-53 - 0.5); };
    for (int i = 0; i < 1000; ++i) {
        double t[] = {uniform(), uniform(), i % 3 == 0 ? 1e-9 * uniform() : uniform()}, n[6];
        if (i == 1) {
            t[0] = t[1] = 0;
            t[2] = -1;
        }
        const double size = std::sqrt(t[0] * t[0] + t[1] * t[1] + t[2] * t[2]);
        for (double& c : t) c /= size;
        normals_across<3>(t, n);
        const auto dot3 = [](const double* a, const double* b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; };
        for (const double zero : {dot3(n, t), dot3(n + 3, t), dot3(n, n + 3), dot3(n, n) - 1, dot3(n + 3, n + 3) - 1})
            CHECK(std::fabs(zero) < 1e-15);  // a few roundings
    }
}

}  // namespace
