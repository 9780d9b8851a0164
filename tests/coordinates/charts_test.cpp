#include "coordinates/charts.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <random>
#include <vector>

namespace cchnn::charts {
namespace {

constexpr double pi = std::numbers::pi;

double distance(const Vector& a, const Vector& b) { return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]); }
double distance(const MovingFrame& a, const MovingFrame& b, bool rates) {
    double most = 0;
    for (std::size_t i = 0; i < 3; ++i)
        most = std::max(most, rates ? distance(a[i].rate, b[i].rate) : distance(a[i].value, b[i].value));
    return most;
}

TEST_CASE("a direction in the plane counts from straight down, counter-clockwise") {
    double q, qdot;
    plane_angle({{0, -2, 0}, {3, 0, 0}}, &q, &qdot);
    CHECK(q == 0);
    CHECK(qdot == 1.5);
    plane_angle({{2, 0, 0}, {0, 1, 0}}, &q, &qdot);
    CHECK(q == pi / 2);
    CHECK(qdot == 0.5);
    plane_angle({{-0.0, 1, 0}, {0, 0, 0}}, &q, &qdot);
    CHECK(q == pi);  // not -pi: the first sample is in (-pi, pi]
}

TEST_CASE("directions in space come back from azimuth and polar angle, and hanging straight down is (pi, pi/2)") {
    double q[2], qdot[2];
    sphere_angles({{0, 0, -1}, {0.5, -0.25, 0}}, nullptr, q, qdot);
    CHECK(q[0] == pi);
    CHECK(q[1] == pi / 2);
    std::mt19937_64 bits(1);
    std::uniform_real_distribution<double> azimuth(-pi, pi), polar(0.01, pi - 0.01), rate(-5, 5);
    for (int i = 0; i < 300; ++i) {
        const double in[]{azimuth(bits), polar(bits)}, in_rate[]{rate(bits), rate(bits)};
        Moving r = sphere_direction(in, in_rate);
        for (double& entry : r.value) entry *= 0.7;
        for (double& entry : r.rate) entry *= 0.7;
        sphere_angles(r, nullptr, q, qdot);
        // Rounding of entries near 1, over sin p >= 0.01 where the azimuth is concerned.
        CHECK(q[0] == doctest::Approx(in[0]).epsilon(1e-13));
        CHECK(q[1] == doctest::Approx(in[1]).epsilon(1e-13));
        CHECK(std::fabs(qdot[0] - in_rate[0]) < 1e-12);
        CHECK(std::fabs(qdot[1] - in_rate[1]) < 1e-13);
    }
}

TEST_CASE("Euler angles come back from their axes") {
    std::mt19937_64 bits(2);
    std::uniform_real_distribution<double> turn(-pi, pi), theta(0.01, pi - 0.01), rate(-5, 5);
    for (int i = 0; i < 300; ++i) {
        const double in[]{turn(bits), theta(bits), turn(bits)}, in_rate[]{rate(bits), rate(bits), rate(bits)};
        double q[3], qdot[3];
        euler_angles(euler_frame(in, in_rate), nullptr, q, qdot);
        for (std::size_t k = 0; k < 3; ++k) {
            CHECK(std::fabs(q[k] - in[k]) < 1e-13);  // rounding over sin theta >= 0.01
            CHECK(std::fabs(qdot[k] - in_rate[k]) < 1e-12);
        }
    }
}

// A second way: R_z(phi) R_x(theta) R_z(psi) multiplied out, and its rate by differences of order 4.
TEST_CASE("an Euler frame is the product of three turns, and its rates are the slopes") {
    const auto product = [](double phi, double theta, double psi) {
        const double c1 = std::cos(phi), s1 = std::sin(phi), c2 = std::cos(theta), s2 = std::sin(theta),
                     c3 = std::cos(psi), s3 = std::sin(psi);
        return std::array<Vector, 3>{Vector{c1 * c3 - s1 * c2 * s3, s1 * c3 + c1 * c2 * s3, s2 * s3},
                                     Vector{-c1 * s3 - s1 * c2 * c3, -s1 * s3 + c1 * c2 * c3, s2 * c3},
                                     Vector{s1 * s2, -c1 * s2, c2}};
    };
    const double q[]{0.7, 1.1, -2.3}, qdot[]{1.5, -0.4, 2.5}, h = 1e-3;
    const MovingFrame e = euler_frame(q, qdot);
    const auto after = [&](double t) { return product(q[0] + t * qdot[0], q[1] + t * qdot[1], q[2] + t * qdot[2]); };
    for (std::size_t i = 0; i < 3; ++i) {
        CHECK(distance(e[i].value, after(0)[i]) < 1e-15);
        for (std::size_t k = 0; k < 3; ++k) {
            const double slope =
                (8 * (after(h)[i][k] - after(-h)[i][k]) - (after(2 * h)[i][k] - after(-2 * h)[i][k])) / (12 * h);
            CHECK(std::fabs(e[i].rate[k] - slope) < 1e-9);  // h^4 |w|^5/30 is 2e-11, rounding 1e-16/h some 1e-13
        }
    }
}

TEST_CASE(
    "at the poles of a direction position and velocity come back exactly, and the azimuth is that of the crossing") {
    for (const double side : {1.0, -1.0})
        for (const Vector velocity : {Vector{0, 0.3, -0.4}, Vector{0, 0, 0}, Vector{0, 0, -2}})
            for (const double before : {std::numeric_limits<double>::quiet_NaN(), 0.2, 3.0, -9.0}) {
                const Moving r{{side, 0, 0}, velocity};
                double q[2], qdot[2];
                sphere_angles(r, std::isnan(before) ? nullptr : &before, q, qdot);
                const Moving back = sphere_direction(q, qdot);
                CHECK(distance(back.value, r.value) < 2e-16);
                CHECK(distance(back.rate, r.rate) < 5e-16);
                CHECK(qdot[0] == 0);
                if (velocity[2] == 0) CHECK(q[0] == (std::isnan(before) ? 0 : before));
                if (velocity[2] == 0 || std::isnan(before)) continue;
                CHECK(std::fabs(nearest_turn(q[0], before) - before) <= pi / 2 + 1e-15);  // never the far branch
            }
    double q[2], qdot[2];
    sphere_angles({{-1, 0, 0}, {0, 0, -1}}, nullptr, q, qdot);  // out of the pole p = 0, downwards: azimuth pi
    CHECK(q[0] == pi);
    CHECK(q[1] == 0);
    CHECK(qdot[1] == 1);
}

// Upright and upside down, turning about any axis: phi is where the tip goes, psi takes the rest.
TEST_CASE("at the poles of Euler angles axes and their rates come back exactly") {
    for (const double up : {1.0, -1.0})
        for (const double turn : {0.0, 0.4, -2.5})
            for (const Vector w : {Vector{0, 0, 3}, Vector{0.3, -0.5, 2}, Vector{0, 0, 0}, Vector{-1, 0, 0}})
                for (const double before : {std::numeric_limits<double>::quiet_NaN(), 0.2, 3.0, -9.0}) {
                    MovingFrame e{};
                    e[0].value = {std::cos(turn), std::sin(turn), 0};
                    e[2].value = {0, 0, up};
                    e[1].value = cross(e[2].value, e[0].value);
                    for (Moving& axis : e) axis.rate = cross(w, axis.value);
                    double q[3], qdot[3];
                    euler_angles(e, std::isnan(before) ? nullptr : &before, q, qdot);
                    const MovingFrame back = euler_frame(q, qdot);
                    CHECK(distance(back, e, false) < 1e-15);
                    CHECK(distance(back, e, true) < 5e-15);  // some roundings of |w| < 4
                    CHECK(q[1] == (up > 0 ? 0 : pi));
                    CHECK(qdot[0] == 0);
                    if (w[0] == 0 && w[1] == 0) CHECK(q[0] == (std::isnan(before) ? 0 : before));
                }
}

TEST_CASE("near the poles positions come back to rounding, and velocities to rounding over sin theta") {
    std::mt19937_64 bits(3);
    std::uniform_real_distribution<double> turn(-pi, pi), rate(-1, 1);
    for (double theta = 0.1; theta > 1e-14; theta /= 10)
        for (int i = 0; i < 50; ++i) {
            const double in[]{turn(bits), theta, turn(bits)}, still[]{0, 0, 0};
            MovingFrame e = euler_frame(in, still);
            const Vector w{rate(bits), rate(bits), rate(bits)};
            for (Moving& axis : e) axis.rate = cross(w, axis.value);
            double q[3], qdot[3];
            euler_angles(e, nullptr, q, qdot);
            const MovingFrame back = euler_frame(q, qdot);
            CHECK(distance(back, e, false) < 2e-15);
            CHECK(distance(back, e, true) < 5e-15 + 1e-15 / theta);
            for (const double side : {-1.0, 1.0}) {  // p near 0, near pi
                const Moving r{{side * e[2].value[2], e[2].value[0], e[2].value[1]},
                               {side * e[2].rate[2], e[2].rate[0], e[2].rate[1]}};
                sphere_angles(r, nullptr, q, qdot);
                const Moving again = sphere_direction(q, qdot);
                CHECK(distance(again.value, r.value) < 1e-15);
                // Nothing cancels at p = 0; near pi, p itself has 2e-16 of pi, which sin p feels.
                CHECK(distance(again.rate, r.rate) < 2e-15 + (side > 0 ? 1e-15 / theta : 0));
            }
        }
}

TEST_CASE("a hinge angle comes back at any attitude of both bodies, with the relative rate") {
    const double q[]{0.3, 1.2, -0.8}, qdot[]{2, -1, 0.5};
    const MovingFrame a = euler_frame(q, qdot);
    for (const double angle : {-3.1, -1.0, 0.0, 0.5, 2.9}) {
        double back, rate;
        hinge_angle(a, hinged_frame(a, angle, -1.7), &back, &rate);
        CHECK(std::fabs(back - angle) < 1e-15);  // of angles below 4
        CHECK(std::fabs(rate + 1.7) < 2e-15);
    }
}

}  // namespace
}  // namespace cchnn::charts
