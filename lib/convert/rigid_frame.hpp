#pragma once
// Rotations, and frames of rigid bodies.
//
//   (1)  x = origin + R c     c the coordinates in the frame, R its axes as columns
//
// Rotation matrices are stored by rows. Quaternions are (w, x, y, z), as MuJoCo writes them.

#include <array>
#include <cmath>
#include <string>

#include "numbers/vector3.hpp"

namespace cchnn {

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

}  // namespace cchnn
