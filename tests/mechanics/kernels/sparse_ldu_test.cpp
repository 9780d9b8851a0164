#include "mechanics/kernels/sparse_ldu.hpp"

#include <doctest/doctest.h>

#include <Eigen/Dense>
#include <random>

using namespace cchnn;

namespace {

// A random matrix on the pattern, diagonally dominant so that no pivoting is needed, and its entries in pattern order.
struct Example {
    Example(std::vector<std::vector<int>> lower, unsigned seed)
        : pattern(lower), dense(Eigen::MatrixXd::Zero(pattern.size(), pattern.size())) {
        std::mt19937 engine(seed);
        std::uniform_real_distribution<double> entry(-1, 1);
        for (int k = 0; k < pattern.size(); ++k) {
            for (int j : lower[to_size(k)]) {
                dense(k, j) = entry(engine);
                dense(j, k) = entry(engine);
            }
            dense(k, k) = 10 + entry(engine);
        }
        for (int k = 0; k < pattern.size(); ++k)
            for (int e = pattern.a_begin[to_size(k)]; e < pattern.a_begin[to_size(k + 1)]; ++e) {
                below.push_back(dense(k, pattern.a_columns[to_size(e)]));
                above.push_back(dense(pattern.a_columns[to_size(e)], k));
            }
    }
    LdltPattern pattern;
    Eigen::MatrixXd dense;
    std::vector<double> below, above;
};

double solve_error(const Example& example) {
    Ldu<double> ldu(example.pattern);
    ldu.factor(example.below.data(), example.above.data(), [](int, double d) { return 1 / d; });
    const Eigen::VectorXd wanted = Eigen::VectorXd::LinSpaced(example.pattern.size(), -1, 2);
    Eigen::VectorXd b = example.dense * wanted;
    ldu.solve(b.data());
    return (b - wanted).cwiseAbs().maxCoeff();
}

}  // namespace

// Tolerances: entries of size 2 and a condition near 2; a handful of roundings of 2e-16 each.

TEST_CASE(
    "sparse_ldu: solves what dense multiplication made, on a chain, a star, a loop with fill, and a full matrix") {
    CHECK(solve_error({{{}, {0}, {1}, {2}, {3}}, 1}) < 1e-14);
    CHECK(solve_error({{{}, {0}, {0}, {0}, {0}}, 2}) < 1e-14);
    CHECK(solve_error({{{}, {0}, {1}, {2}, {0, 3}}, 3}) < 1e-14);
    CHECK(solve_error({{{}, {0}, {0, 1}, {0, 1, 2}, {0, 1, 2, 3}}, 4}) < 1e-14);
    CHECK(solve_error({{{}}, 5}) < 1e-14);
}

TEST_CASE("sparse_ldu: the same object factors another matrix afterwards, nothing of the first is left") {
    const std::vector<std::vector<int>> lower{{}, {0}, {1}, {0, 2}};
    const Example first(lower, 6), second(lower, 7);
    Ldu<double> used(first.pattern), fresh(first.pattern);
    const auto inverse = [](int, double d) { return 1 / d; };
    used.factor(first.below.data(), first.above.data(), inverse);
    used.factor(second.below.data(), second.above.data(), inverse);
    fresh.factor(second.below.data(), second.above.data(), inverse);
    std::vector<double> a{1, 2, 3, 4}, b = a;
    used.solve(a.data());
    fresh.solve(b.data());
    CHECK(a == b);
}

TEST_CASE("sparse_ldu: pivots are handed out in order, of the matrix without its later rows") {
    const Example example({{}, {0}, {0, 1}}, 8);
    std::vector<double> pivots;
    Ldu<double> ldu(example.pattern);
    ldu.factor(example.below.data(), example.above.data(), [&](int k, double d) {
        CHECK(k == static_cast<int>(pivots.size()));
        pivots.push_back(d);
        return 1 / d;
    });
    double product = 1;
    for (int k = 0; k < 3; ++k) {
        product *= pivots[to_size(k)];
        CHECK(product == doctest::Approx(example.dense.topLeftCorner(k + 1, k + 1).determinant()).epsilon(1e-13));
    }
}
