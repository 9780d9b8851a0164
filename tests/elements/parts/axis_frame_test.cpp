#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "graph/body_graph.hpp"

using namespace cchnn;

namespace {

using Vector3 = std::array<double, 3>;

double dot(const Vector3& a, const Vector3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

TEST_CASE("the frame of a principal axis is made of the other two, in cyclic order") {
    const Vector3 e1 = {1, 0, 0}, e2 = {0, 1, 0}, e3 = {0, 0, 1};
    const AxisFrame about_1 = axis_frame({1, 0, 0}), about_2 = axis_frame({0, 1, 0}), about_3 = axis_frame({0, 0, 1});
    CHECK(about_1.across_1 == e2);
    CHECK(about_1.across_2 == e3);
    CHECK(about_2.across_1 == e3);
    CHECK(about_2.across_2 == e1);
    CHECK(about_3.across_1 == e1);
    CHECK(about_3.across_2 == e2);
    CHECK(about_3.axis == e3);
}

TEST_CASE("an axis of a flat body is filled up with zeros") {
    CHECK(axis_frame({0, 1}).across_1 == Vector3{0, 0, 1});
    CHECK(axis_frame({0, 1}).across_2 == Vector3{1, 0, 0});
    CHECK(axis_frame({-1}).axis == Vector3{-1, 0, 0});
    CHECK(axis_frame({-1}).across_1 == Vector3{0, 1, 0});
    CHECK(axis_frame({-1}).across_2 == Vector3{0, 0, -1});
}

TEST_CASE("an oblique frame is the one worked out by hand") {
    // u = (0, 0.6, 0.8): j = 3, e_1 is across already, u x e_1 = (0, 0.8, -0.6).
    const AxisFrame frame = axis_frame({0, 0.6, 0.8});
    CHECK(frame.across_1 == Vector3{1, 0, 0});
    CHECK(frame.across_2[0] == 0);
    // 1e-16: |u| of the typed digits is 1 to rounding, and is divided out.
    CHECK(std::abs(frame.across_2[1] - 0.8) <= 2e-16);
    CHECK(std::abs(frame.across_2[2] + 0.6) <= 2e-16);
}

// Angles that files hold are counted from across_1, so that the choice among equals is part of the format.
TEST_CASE("of equal entries of an axis the first one decides") {
    const double half = 1 / std::sqrt(2.0), sixth = 1 / std::sqrt(6.0);
    const auto off = [](const Vector3& a, const Vector3& b) {
        return std::max({std::abs(a[0] - b[0]), std::abs(a[1] - b[1]), std::abs(a[2] - b[2])});
    };
    constexpr double rounding = 1e-15;  // a few roundings of numbers <= 1
    // j = 1, 2 and 1: e_2, e_3 and e_2 less their parts along the axis.
    CHECK(off(axis_frame({1, 1, 0}).across_1, {-half, half, 0}) <= rounding);
    CHECK(off(axis_frame({0, 1, 1}).across_1, {0, -half, half}) <= rounding);
    CHECK(off(axis_frame({-1, 1, -1}).across_1, {sixth, 2 * sixth, sixth}) <= rounding);
}

TEST_CASE("every frame is orthonormal and right-handed") {
    constexpr double rounding = 1e-15;  // a few roundings of numbers <= 1
    for (const auto& u : {std::vector<double>{1, 1, 1}, {-1, 1, -1}, {1e-9, -1, 1e-9}, {3, -4, 12}, {1, 1, 0}}) {
        const AxisFrame f = axis_frame(u);
        CHECK(std::abs(dot(f.axis, f.axis) - 1) <= rounding);
        CHECK(std::abs(dot(f.across_1, f.across_1) - 1) <= rounding);
        CHECK(std::abs(dot(f.across_1, f.axis)) <= rounding);
        const Vector3 a = f.across_1, b = f.across_2;
        const Vector3 cross = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
        for (std::size_t i = 0; i < 3; ++i) CHECK(std::abs(cross[i] - f.axis[i]) <= rounding);
        for (std::size_t i = 0; i < 3; ++i) CHECK(f.axis[i] * u[i] >= 0);
    }
}

}  // namespace
