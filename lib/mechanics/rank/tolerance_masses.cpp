#include "mechanics/rank/tolerance_masses.hpp"

#include <Eigen/Dense>
#include <algorithm>

#include "core/to_size.hpp"
#include "mechanics/rank/onto_manifold.hpp"

namespace cchnn {
namespace {

constexpr double worth_looking = 1000, far_smaller = 100;  // ratios of masses
constexpr int most_numbers = 1000;                         // of positions: the factorisation is a dense one

// Of (n d) numbers of nodes, those of one axis for each column; the axes of a node follow each other in memory.
using OfNodes = Eigen::Map<Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;

// G^T at x, a column for each row.
template <int D>
Eigen::MatrixXd gradients(const ConstraintManifold& manifold, const SolvePlan& plan, const std::vector<double>& x) {
    Approach<D> at(manifold, plan, x.size());
    at.read(x);
    Eigen::MatrixXd columns = Eigen::MatrixXd::Zero(std::ssize(x), count_of(plan.row));
    std::vector<double> unit(plan.row.size(), 0.0);
    for (std::size_t k = 0; k < unit.size(); ++k) {
        unit[k] = 1;
        at.rows.add_gradient(unit.data(), columns.col(static_cast<Eigen::Index>(k)).data());
        unit[k] = 0;
    }
    return columns;
}

// Since M = L L^T, B = L^-T T T^T L^-1 with T an orthonormal basis of the null space of G L^-T: no difference of large
// numbers, however far masses are apart.
template <int D>
std::vector<double> effective_masses(const ConstraintManifold& manifold, const SolvePlan& plan,
                                     const std::vector<double>& x) {
    const Eigen::Index n = std::ssize(x) / D, rows = count_of(plan.row);
    Eigen::MatrixXd mass = Eigen::MatrixXd::Zero(n, n);
    for (Eigen::Index i = 0; i < n; ++i)
        for (const NodeWeight& entry : manifold.masses.matrix()[to_size(static_cast<int>(i))])
            mass(i, index(entry.node)) = double(entry.weight);
    const Eigen::LLT<Eigen::MatrixXd> cholesky(mass);
    Eigen::MatrixXd scaled = gradients<D>(manifold, plan, x);
    for (Eigen::Index k = 0; k < rows; ++k) {
        OfNodes column(scaled.col(k).data(), n, D);
        column = cholesky.matrixL().solve(Eigen::MatrixXd(column)).eval();
    }
    const Eigen::HouseholderQR<Eigen::MatrixXd> qr(scaled);
    Eigen::MatrixXd basis = Eigen::MatrixXd::Zero(n * D, n * D - rows);
    basis.bottomRows(n * D - rows).setIdentity();
    basis = qr.householderQ() * basis;
    Eigen::VectorXd trace = Eigen::VectorXd::Zero(n);
    for (Eigen::Index k = 0; k < basis.cols(); ++k) {
        const Eigen::MatrixXd column = OfNodes(basis.col(k).data(), n, D);
        trace += cholesky.matrixU().solve(column).rowwise().squaredNorm();
    }
    std::vector<double> masses;
    for (Eigen::Index i = 0; i < n; ++i) masses.push_back(1 / trace(i));
    return masses;
}

}  // namespace

std::vector<double> tolerance_mass_factors(const ConstraintManifold& manifold, const std::vector<SolverRow>& rows,
                                           const std::vector<int>& chosen, const std::vector<double>& x) {
    const std::vector<double>& own = manifold.masses.body_mass();
    if (chosen.empty() || x.empty() || std::ssize(x) > most_numbers) return {};
    const auto [least, most] = std::minmax_element(own.begin(), own.end());
    if (!(*most > worth_looking * *least)) return {};
    const int d = manifold.dimension;
    const SolvePlan plan(solve_plan(rows, chosen, manifold.masses.inverse(), d, false));
    const std::vector<double> masses = d == 1   ? effective_masses<1>(manifold, plan, x)
                                       : d == 2 ? effective_masses<2>(manifold, plan, x)
                                                : effective_masses<3>(manifold, plan, x);
    std::vector<double> factors(own.size(), 1.0);
    for (std::size_t i = 0; i < own.size(); ++i)
        if (masses[i] > far_smaller * own[i]) factors[i] = masses[i] / own[i];
    return factors;
}

}  // namespace cchnn
