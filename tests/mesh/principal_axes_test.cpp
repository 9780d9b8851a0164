#include "mesh/principal_axes.hpp"

#include <doctest/doctest.h>

#include <Eigen/Dense>
#include <random>

#include "mesh/surface_mesh.hpp"

using namespace cchnn;

namespace {

using Symmetric = std::array<Vector3, 3>;

Symmetric random_covariance(std::mt19937_64& random) {
    std::normal_distribution<double> normal;
    Symmetric s{};
    for (int k = 0; k < 3; ++k) {
        const Vector3 x{normal(random), normal(random), normal(random)};
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t j = 0; j < 3; ++j) s[i][j] += x[i] * x[j];
    }
    return s;
}

double entry(const PrincipalAxes& p, std::size_t i, std::size_t j) {
    double sum = 0;
    for (std::size_t k = 0; k < 3; ++k) sum += p.moments[k] * p.axes[k][i] * p.axes[k][j];
    return sum;
}

TEST_CASE("moments and axes make the matrix again, and are Eigen's") {
    std::mt19937_64 random(7);
    for (int i = 0; i < 200; ++i) {
        const Symmetric s = random_covariance(random);
        const PrincipalAxes found = principal_axes(s);
        const double size = s[0][0] + s[1][1] + s[2][2];
        for (std::size_t a = 0; a < 3; ++a)
            for (std::size_t b = 0; b < 3; ++b) {
                CHECK(std::fabs(entry(found, a, b) - s[a][b]) < 1e-14 * size);  // a dozen roundings
                CHECK(std::fabs(dot(found.axes[a], found.axes[b]) - (a == b)) < 1e-14);
            }
        Eigen::Matrix3d matrix;
        for (int a = 0; a < 3; ++a)
            for (int b = 0; b < 3; ++b) matrix(a, b) = s[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)];
        const Eigen::Vector3d expected = Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(matrix).eigenvalues();
        auto moments = found.moments;
        std::sort(moments.begin(), moments.end());
        for (std::size_t k = 0; k < 3; ++k) CHECK(std::fabs(moments[k] - expected[static_cast<int>(k)]) < 1e-14 * size);
    }
}

TEST_CASE("axes are right-handed and as near to the coordinates as any order of them") {
    std::mt19937_64 random(8);
    for (int i = 0; i < 200; ++i) {
        const PrincipalAxes found = principal_axes(random_covariance(random));
        CHECK(dot(cross(found.axes[0], found.axes[1]), found.axes[2]) == doctest::Approx(1).epsilon(1e-14));
        CHECK(found.axes[0][0] >= 0);
        CHECK(found.axes[1][1] >= 0);
        const auto nearness = [&](std::size_t a, std::size_t b, std::size_t c) {
            return std::fabs(found.axes[a][0]) + std::fabs(found.axes[b][1]) + std::fabs(found.axes[c][2]);
        };
        for (const auto& [a, b, c] : {std::array{0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}})
            CHECK(nearness(0, 1, 2) >=
                  nearness(static_cast<std::size_t>(a), static_cast<std::size_t>(b), static_cast<std::size_t>(c)) -
                      1e-9);
    }
}

TEST_CASE("rounding beside equal moments does not turn the axes") {
    const PrincipalAxes found = principal_axes({{{2, 1e-16, -1e-15}, {1e-16, 2, 0}, {-1e-15, 0, 5}}});
    CHECK(found.axes == Symmetric{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}});
    CHECK(found.moments == std::array<double, 3>{2, 2, 5});
}

TEST_CASE("a matrix far from its axes is turned to them exactly once") {
    // Eigenvectors (1, 1, 0), (-1, 1, 0), (0, 0, 1) with 3, 1, 4: the nearest order keeps z.
    const PrincipalAxes found = principal_axes({{{2, 1, 0}, {1, 2, 0}, {0, 0, 4}}});
    CHECK(found.axes[2][2] == doctest::Approx(1).epsilon(1e-15));
    CHECK(found.moments[2] == 4);
    CHECK(found.moments[0] * found.moments[1] == doctest::Approx(3).epsilon(1e-15));
    CHECK(std::fabs(found.axes[0][1]) == doctest::Approx(std::sqrt(0.5)).epsilon(1e-15));
}

}  // namespace
