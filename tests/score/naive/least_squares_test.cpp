#include "score/naive/least_squares.hpp"

#include <doctest/doctest.h>

#include <Eigen/QR>
#include <random>
#include <vector>

using namespace cchnn;

namespace {

Eigen::MatrixXd random_matrix(Eigen::Index rows, Eigen::Index columns, unsigned seed) {
    std::mt19937 random(seed);
    std::normal_distribution<double> normal;
    return Eigen::MatrixXd::NullaryExpr(rows, columns, [&] { return normal(random); });
}

Eigen::MatrixXd solved(const Eigen::MatrixXd& a, const Eigen::MatrixXd& y) {
    using ByRows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    const ByRows rows = a, values = y;
    LeastSquares squares(static_cast<std::size_t>(a.cols()), static_cast<std::size_t>(y.cols()));
    for (Eigen::Index i = 0; i < a.rows(); ++i) squares.add(rows.data() + i * a.cols(), values.data() + i * y.cols());
    const std::vector<double> w = squares.solve();
    return Eigen::Map<const ByRows>(w.data(), a.cols(), y.cols());
}

}  // namespace

TEST_CASE("a line through three points by hand: (0, 1), (1, 2), (2, 2) lie about 7/6 + x/2") {
    Eigen::MatrixXd a(3, 2), y(3, 1);
    a << 0, 1, 1, 1, 2, 1;
    y << 1, 2, 2;
    const Eigen::MatrixXd w = solved(a, y);
    CHECK(w(0, 0) == doctest::Approx(0.5).epsilon(1e-14));
    CHECK(w(1, 0) == doctest::Approx(7.0 / 6).epsilon(1e-14));
}

TEST_CASE("rows that come one by one, in many blocks, have the solution of the whole matrix") {
    const Eigen::MatrixXd a = random_matrix(3000, 7, 1), y = random_matrix(3000, 3, 2);
    const Eigen::MatrixXd expected = a.colPivHouseholderQr().solve(y);
    CHECK((solved(a, y) - expected).norm() < 1e-13 * expected.norm());
}

TEST_CASE("of several solutions the one of the smallest norm is taken") {
    Eigen::MatrixXd a = random_matrix(500, 4, 3);
    a.col(3) = a.col(0);  // w_0 + w_3 is determined, and both are half of it
    const Eigen::MatrixXd w = solved(a, a.col(0) + 2 * a.col(1));
    CHECK(w(0, 0) == doctest::Approx(0.5).epsilon(1e-12));
    CHECK(w(3, 0) == doctest::Approx(0.5).epsilon(1e-12));
    CHECK(w(1, 0) == doctest::Approx(2).epsilon(1e-12));
    Eigen::MatrixXd one(1, 2);  // one equation of two unknowns: w_0 + w_1 = 2
    one << 1, 1;
    const Eigen::MatrixXd both = solved(one, Eigen::MatrixXd::Constant(1, 1, 2));
    CHECK(both(0, 0) == doctest::Approx(1).epsilon(1e-14));
    CHECK(both(1, 0) == doctest::Approx(1).epsilon(1e-14));
}
