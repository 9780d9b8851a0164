#pragma once
// Vectors of three numbers, outside of the stepping path: meshes, frames, angles.

#include <array>

namespace cchnn {

template <class C>
using Vector3Of = std::array<C, 3>;
using Vector3 = Vector3Of<double>;

inline Vector3 minus(const Vector3& a, const Vector3& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
template <class C>
C dot(const Vector3Of<C>& a, const Vector3Of<C>& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
template <class C>
Vector3Of<C> cross(const Vector3Of<C>& a, const Vector3Of<C>& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

}  // namespace cchnn
