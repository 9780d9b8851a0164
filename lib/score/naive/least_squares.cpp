#include "score/naive/least_squares.hpp"

#include <algorithm>
#include <limits>

// Eigen's namespace is renamed here. A program that also includes Eigen, compiled for another instruction set, aligns
// memory differently, and the linker would keep one version of each function for both.
#define Eigen cchnn_eigen
#include <Eigen/QR>

#include "core/counted.hpp"

namespace cchnn {

using Eigen::Index;
using Eigen::MatrixXd;

struct LeastSquares::State {
    // How many rows are collected before they are folded into R. With four times as many rows as R has, R is a fifth of
    // what each QR decomposition works on.
    static Index block_rows(Index unknowns) { return std::max<Index>(4 * unknowns, 256); }

    State(Index columns, Index outputs)
        : unknowns(columns),
          a(MatrixXd::Zero(columns + block_rows(columns), columns)),
          y(MatrixXd::Zero(columns + block_rows(columns), outputs)) {}

    void fold() {  // (1)
        const Index all = unknowns + held;
        const Eigen::HouseholderQR<MatrixXd> qr(a.topRows(all));
        y.topRows(all).applyOnTheLeft(qr.householderQ().adjoint());
        a.setZero();
        a.topRows(unknowns).triangularView<Eigen::Upper>() = qr.matrixQR().topRows(unknowns);
        held = 0;
    }

    Index unknowns, held = 0;  // rows that wait below R and Z
    std::uint64_t rows = 0;
    MatrixXd a, y;  // R and Z, with a block of rows below
};

LeastSquares::LeastSquares(std::size_t unknowns, std::size_t outputs)
    : state_(std::make_unique<State>(static_cast<Index>(unknowns), static_cast<Index>(outputs))) {}
LeastSquares::~LeastSquares() = default;

std::uint64_t LeastSquares::rows() const { return state_->rows; }

void LeastSquares::add(const double* a, const double* y) {
    State& s = *state_;
    if (s.unknowns + s.held == s.a.rows()) s.fold();
    s.a.row(s.unknowns + s.held) = Eigen::Map<const Eigen::RowVectorXd>(a, s.a.cols());
    s.y.row(s.unknowns + s.held) = Eigen::Map<const Eigen::RowVectorXd>(y, s.y.cols());
    ++s.held;
    ++s.rows;
}

std::vector<double> LeastSquares::solve() {
    State& s = *state_;
    s.fold();
    Eigen::CompleteOrthogonalDecomposition<MatrixXd> decomposition;
    const double size = std::max(to_double(s.rows), static_cast<double>(s.unknowns));
    decomposition.setThreshold(size * std::numeric_limits<double>::epsilon());
    decomposition.compute(s.a.topRows(s.unknowns));
    const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> w =
        decomposition.solve(s.y.topRows(s.unknowns));
    return {w.data(), w.data() + w.size()};
}

}  // namespace cchnn

#undef Eigen
