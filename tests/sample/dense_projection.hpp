#pragma once
// The projection of a state as sample/state_projection.hpp states it, through a dense pseudo-inverse:
//   step = -J^+ psi,  psi = (Phi, G v),  J = [[G, 0], [W, G]],  clamped entrywise to half the RMS of (x, v).

#include <algorithm>
#include <cmath>

#include "mechanics/dense_equations.hpp"
#include "mechanics/example_systems.hpp"

namespace cchnn_test {
using namespace cchnn;

// False when psi is not at rounding after 50 steps.
inline bool dense_projection(const DenseEquations& paper, std::vector<double>& x_plain, std::vector<double>& v_plain) {
    DenseVector x = dense(x_plain), v = dense(v_plain);
    if (paper.phi(x).size() == 0) return true;
    const Eigen::Index n = x.size(), c = paper.phi(x).size();
    for (int step = 0; step < 50; ++step) {
        const DenseMatrix g = paper.gradient(x);
        DenseVector psi(2 * c);
        psi << paper.phi(x), g * v;
        if (psi.cwiseAbs().maxCoeff() < 1e-16) {
            x_plain = plain(x);
            v_plain = plain(v);
            return true;
        }
        DenseMatrix j = DenseMatrix::Zero(2 * c, 2 * n);
        j.topLeftCorner(c, n) = g;
        j.bottomLeftCorner(c, n) = rate_gradient(paper, v);
        j.bottomRightCorner(c, n) = g;
        const Float most = std::sqrt((x.squaredNorm() + v.squaredNorm()) / static_cast<Float>(2 * n)) / 2;
        const DenseVector move = j.completeOrthogonalDecomposition().pseudoInverse() * psi;
        for (Eigen::Index i = 0; i < n; ++i) {
            x[i] -= std::clamp(move[i], -most, most);
            v[i] -= std::clamp(move[n + i], -most, most);
        }
    }
    return false;
}

}  // namespace cchnn_test
