#include "mesh/principal_axes.hpp"

#include <cmath>

#include "mesh/surface_mesh.hpp"

namespace cchnn {
namespace {

using Matrix = std::array<Vector3, 3>;

double trace(const Matrix& s) { return std::fabs(s[0][0]) + std::fabs(s[1][1]) + std::fabs(s[2][2]); }

void clear_rounding(Matrix& s) {
    const double negligible = 1e-13 * trace(s);
    for (std::size_t p = 0; p < 3; ++p)
        for (std::size_t q = p + 1; q < 3; ++q)
            if (std::fabs(s[p][q]) <= negligible) s[p][q] = s[q][p] = 0;
}

// S <- J^T S J with a zero at (p, q); v[k] are the columns of the product of all J.
void rotate(Matrix& s, Matrix& v, std::size_t p, std::size_t q) {
    if (s[p][q] == 0) return;
    const double theta = (s[q][q] - s[p][p]) / (2 * s[p][q]);
    const double t = (theta < 0 ? -1 : 1) / (std::fabs(theta) + std::sqrt(theta * theta + 1));
    const double cosine = 1 / std::sqrt(t * t + 1), sine = t * cosine;
    s[p][p] -= t * s[p][q];
    s[q][q] += t * s[p][q];
    s[p][q] = s[q][p] = 0;
    const std::size_t r = 3 - p - q;
    const double rp = s[r][p], rq = s[r][q];
    s[r][p] = s[p][r] = cosine * rp - sine * rq;
    s[r][q] = s[q][r] = sine * rp + cosine * rq;
    for (std::size_t k = 0; k < 3; ++k) {
        const double vp = v[p][k], vq = v[q][k];
        v[p][k] = cosine * vp - sine * vq;
        v[q][k] = sine * vp + cosine * vq;
    }
}

// Order and signs of principal_axes.hpp.
PrincipalAxes nearest_to_coordinates(const Matrix& s, const Matrix& v) {
    constexpr std::size_t orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    const std::size_t* best = orders[0];
    double most = -1;
    for (const auto& order : orders) {
        double sum = 0;
        for (std::size_t i = 0; i < 3; ++i) sum += std::fabs(v[order[i]][i]);
        if (sum > most + 1e-9) {  // sums that differ by rounding alone are equal
            best = order;
            most = sum;
        }
    }
    PrincipalAxes found{};
    for (std::size_t i = 0; i < 3; ++i) {
        found.moments[i] = s[best[i]][best[i]];
        found.axes[i] = v[best[i]];
        if (found.axes[i][i] < 0)
            for (double& entry : found.axes[i]) entry = -entry;
    }
    found.axes[2] = cross(found.axes[0], found.axes[1]);
    return found;
}

}  // namespace

PrincipalAxes principal_axes(const std::array<Vector3, 3>& symmetric) {
    Matrix s = symmetric, v = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    clear_rounding(s);
    // Converges quadratically: five sweeps are enough, and more change nothing.
    constexpr int sweeps = 12;
    for (int sweep = 0; sweep < sweeps; ++sweep) {
        rotate(s, v, 0, 1);
        rotate(s, v, 0, 2);
        rotate(s, v, 1, 2);
    }
    return nearest_to_coordinates(s, v);
}

}  // namespace cchnn
