#pragma once
// The distribution of mass in a rigid body, and the solids that model files know by name.
//
//   (1)  m = sum dm    c = sum x dm / m    S = sum (x - c)(x - c)^T dm        [kg, m, kg m^2]
//   (2)  S = tr(I)/2 - I,  I = tr(S) - S   I the moments of inertia about c
//   (3)  of two: m = m_a + m_b,  S = S_a + S_b + m_a m_b/m (c_a - c_b)(c_a - c_b)^T
//
// S is used and not I, because it is additive for any distribution, and its principal values divided by the
// mass are the second_moments of a system file.

#include <array>
#include <cmath>
#include <string>

#include "numbers/vector3.hpp"

namespace cchnn {

// Rotations, and frames of rigid bodies.
//
//   (1)  x = origin + R c     c the coordinates in the frame, R its axes as columns
//
// Rotation matrices are stored by rows. Quaternions are (w, x, y, z), as MuJoCo writes them.
using Matrix3 = std::array<Vector3, 3>;
using Quaternion = std::array<double, 4>;

inline constexpr Matrix3 identity{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

inline Vector3 plus(const Vector3& a, const Vector3& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }
inline Vector3 times(double s, const Vector3& a) { return {s * a[0], s * a[1], s * a[2]}; }
inline double length(const Vector3& a) { return std::sqrt(dot(a, a)); }
inline Vector3 unit(const Vector3& a) { return times(1 / length(a), a); }

inline Vector3 rotated(const Matrix3& m, const Vector3& c) { return {dot(m[0], c), dot(m[1], c), dot(m[2], c)}; }
inline Matrix3 transposed(const Matrix3& m) {
    return {{{m[0][0], m[1][0], m[2][0]}, {m[0][1], m[1][1], m[2][1]}, {m[0][2], m[1][2], m[2][2]}}};
}
inline Matrix3 product(const Matrix3& a, const Matrix3& b) {
    const Matrix3 columns = transposed(b);
    return {rotated(columns, a[0]), rotated(columns, a[1]), rotated(columns, a[2])};
}
inline Matrix3 from_columns(const Vector3& a, const Vector3& b, const Vector3& c) { return transposed({a, b, c}); }

struct RigidFrame {
    Matrix3 rotation = identity;  // R
    Vector3 origin{};

    Vector3 direction(const Vector3& c) const { return rotated(rotation, c); }
    Vector3 point(const Vector3& c) const { return plus(origin, direction(c)); }
};
// The frame `inner`, given relative to `outer`, in the coordinates that `outer` is given in.
inline RigidFrame combined(const RigidFrame& outer, const RigidFrame& inner) {
    return {product(outer.rotation, inner.rotation), outer.point(inner.origin)};
}
// The inverse of combined(): `frame` relative to `outer`, both given in the same coordinates.
inline RigidFrame seen_in(const RigidFrame& outer, const RigidFrame& frame) {
    const Matrix3 back = transposed(outer.rotation);
    return {product(back, frame.rotation), rotated(back, minus(frame.origin, outer.origin))};
}

Matrix3 rotation_of(const Quaternion& q);  // of any length but zero
Matrix3 rotation_about(const Vector3& unit_axis, double angle);
// The smallest rotation that takes the third axis to the direction of `z`.
Matrix3 rotation_to_z(const Vector3& z);
// Three successive rotations, one for each letter: "xyz" about axes that move with the body, "XYZ" about fixed
// axes.
Matrix3 rotation_of_euler(const Vector3& angles, const std::string& sequence);

struct MassDistribution {
    double mass = 0;
    Vector3 centre{};
    Matrix3 spread{};  // S
};

Matrix3 spread_of_inertia(const Matrix3& inertia);  // (2)
// The distribution of two bodies that are rigidly connected, by (3).
MassDistribution together(const MassDistribution& a, const MassDistribution& b);
// The distribution `inside`, given in `frame`, in the coordinates that `frame` is given in.
MassDistribution seen_from(const RigidFrame& frame, const MassDistribution& inside);

// A uniform solid of mass 1 about its centre, with its long axis along z; callers multiply by the mass.
struct UniformSolid {
    double volume;
    Vector3 spread;  // diagonal of S of mass 1, m^2
};
UniformSolid ellipsoid(const Vector3& radii);
UniformSolid box(const Vector3& half_sides);
UniformSolid cylinder(double radius, double half_length);
// A cylinder with two half-balls; `half_length` is that of the cylinder alone.
UniformSolid capsule(double radius, double half_length);

}  // namespace cchnn
