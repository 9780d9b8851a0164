#pragma once
// Eigenvalues and eigenvectors of a symmetric 3 x 3 matrix by Jacobi's rotations in the fixed order (1,2), (1,3),
// (2,3). Only + - * / sqrt: the same bits on every machine.
//
//   (1)  S = sum_i moments[i] axes[i] axes[i]^T
//
// Eigenvectors have no order and no sign of their own. Here they are taken nearest to the axes that S is written in, so
// that a body drawn along its principal axes keeps them:
//   order  of the six orders, the one with the largest sum of |axes[i][i]|, the first of equals
//   sign   axes[0][0] >= 0, axes[1][1] >= 0, and axes[2] = axes[0] x axes[1]
// An entry off the diagonal below 1e-13 of the trace counts as zero: equal moments (a body of revolution) would
// otherwise turn the axes by whatever angle rounding suggests.

#include <array>

#include "mesh/surface_mesh.hpp"

namespace cchnn {

struct PrincipalAxes {
    std::array<double, 3> moments;
    std::array<Vector3, 3> axes;  // orthonormal, right-handed
};

PrincipalAxes principal_axes(const std::array<Vector3, 3>& symmetric);

}  // namespace cchnn
