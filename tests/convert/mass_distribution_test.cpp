#include "convert/mass_distribution.hpp"

#include <doctest/doctest.h>

namespace cchnn {
namespace {

// By adding up small cubes: what is inside of a shape, about z.
template <class Inside>
UniformSolid summed(Inside inside, double reach) {
    constexpr int cells = 120;
    const double h = 2 * reach / cells;
    UniformSolid sum{0, {}};
    for (int i = 0; i < cells; ++i)
        for (int j = 0; j < cells; ++j)
            for (int k = 0; k < cells; ++k) {
                const Vector3 x{-reach + (i + 0.5) * h, -reach + (j + 0.5) * h, -reach + (k + 0.5) * h};
                if (!inside(x)) continue;
                sum.volume += h * h * h;
                for (std::size_t a = 0; a < 3; ++a) sum.spread[a] += x[a] * x[a] * h * h * h;
            }
    sum.spread = times(1 / sum.volume, sum.spread);
    return sum;
}

void check_near(const UniformSolid& a, const UniformSolid& b) {
    // 120 cells along each side: their surface is off by about 1 / 120, as often outwards as inwards.
    CHECK(a.volume == doctest::Approx(b.volume).epsilon(5e-3));
    for (std::size_t i = 0; i < 3; ++i) CHECK(a.spread[i] == doctest::Approx(b.spread[i]).epsilon(5e-3));
}

TEST_CASE("volumes and second moments of solids are those of small cubes put together") {
    check_near(
        box({0.3, 0.45, 0.9}),
        summed([](const Vector3& x) { return std::abs(x[0]) < 0.3 && std::abs(x[1]) < 0.45 && std::abs(x[2]) < 0.9; },
               0.9));
    check_near(
        ellipsoid({0.3, 0.5, 0.8}),
        summed([](const Vector3& x) { return x[0] * x[0] / 0.09 + x[1] * x[1] / 0.25 + x[2] * x[2] / 0.64 < 1; }, 0.8));
    const auto radius = [](const Vector3& x) { return std::sqrt(x[0] * x[0] + x[1] * x[1]); };
    check_near(cylinder(0.4, 0.6),
               summed([&](const Vector3& x) { return radius(x) < 0.4 && std::abs(x[2]) < 0.6; }, 0.7));
    check_near(capsule(0.4, 0.6), summed(
                                      [&](const Vector3& x) {
                                          const double beyond = std::max(0.0, std::abs(x[2]) - 0.6);
                                          return radius(x) * radius(x) + beyond * beyond < 0.16;
                                      },
                                      1.0));
}

TEST_CASE("two halves of a box together are the box, seen from anywhere") {
    const auto half = [](double at) {
        const UniformSolid solid = box({0.5, 0.2, 0.1});
        return MassDistribution{
            1, {at, 0, 0}, {{{solid.spread[0], 0, 0}, {0, solid.spread[1], 0}, {0, 0, solid.spread[2]}}}};
    };
    const MassDistribution whole = together(half(-0.5), half(0.5));
    const UniformSolid expected = box({1, 0.2, 0.1});
    CHECK(whole.mass == 2);
    for (std::size_t i = 0; i < 3; ++i) CHECK(whole.spread[i][i] == doctest::Approx(2 * expected.spread[i]));
    const RigidFrame frame{rotation_of({1, 2, 3, 4}), {5, 6, 7}};
    const MassDistribution turned = seen_from(frame, whole);
    CHECK(turned.centre == frame.origin);
    CHECK(turned.spread[0][0] + turned.spread[1][1] + turned.spread[2][2] ==
          doctest::Approx(whole.spread[0][0] + whole.spread[1][1] + whole.spread[2][2]));
}

TEST_CASE("inertia of a body without mass adds to that of another") {
    const MassDistribution rotor{0, {}, identity}, body{2, {1, 0, 0}, identity};
    CHECK(together(rotor, body).spread[0][0] == 2);
    CHECK(together(body, rotor).centre == Vector3{1, 0, 0});
}

}  // namespace
}  // namespace cchnn
