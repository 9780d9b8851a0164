// GCC 12 takes the undefined halves of AVX-512 shuffles in its own headers for variables that nobody set.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif

#include "lyapunov/orthonormalise.hpp"

#include <doctest/doctest.h>

#include <Eigen/Dense>
#include <cmath>
#include <random>

using namespace cchnn;

// Vectors that are parallel but for 1e-7: what a chaotic flow makes of them.
TEST_CASE("orthonormalise: Q is orthonormal to rounding and R is Householder's, for nearly parallel vectors") {
    std::mt19937 engine(4);
    std::normal_distribution<double> normal;
    constexpr int size = 9, count = 6;
    std::vector<std::vector<double>> vectors(count, std::vector<double>(size));
    Eigen::MatrixXd dense(size, count);
    for (int i = 0; i < size; ++i) {
        const double common = normal(engine);
        for (int k = 0; k < count; ++k)
            dense(i, k) = vectors[static_cast<std::size_t>(k)][static_cast<std::size_t>(i)] =
                common + 1e-7 * normal(engine);
    }
    const std::vector<double> diagonal = orthonormalise(vectors);
    const Eigen::MatrixXd r = dense.householderQr().matrixQR();
    for (int k = 0; k < count; ++k) {
        const auto& a = vectors[static_cast<std::size_t>(k)];
        // What is left of a vector is 1e-7 of it, with 1e-16 of rounding.
        CHECK(diagonal[static_cast<std::size_t>(k)] == doctest::Approx(std::fabs(r(k, k))).epsilon(1e-7));
        for (int j = 0; j <= k; ++j) {
            double product = 0;
            for (std::size_t i = 0; i < size; ++i) product += a[i] * vectors[static_cast<std::size_t>(j)][i];
            CHECK(std::fabs(product - (j == k)) < 1e-14);
        }
    }
}
