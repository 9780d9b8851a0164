#include "convert/rigid_frame.hpp"

namespace cchnn {

Matrix3 rotation_of(const Quaternion& given) {
    const double norm =
        std::sqrt(given[0] * given[0] + given[1] * given[1] + given[2] * given[2] + given[3] * given[3]);
    const double w = given[0] / norm, x = given[1] / norm, y = given[2] / norm, z = given[3] / norm;
    return {{{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
             {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
             {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}}};
}

Matrix3 rotation_about(const Vector3& axis, double angle) {
    const Vector3 part = times(std::sin(angle / 2), axis);
    return rotation_of({std::cos(angle / 2), part[0], part[1], part[2]});
}

Matrix3 rotation_to_z(const Vector3& z) {
    const Vector3 to = unit(z), across = cross(Vector3{0, 0, 1}, to);
    const double sine = length(across);
    if (sine < 1e-10) return to[2] > 0 ? identity : rotation_about({1, 0, 0}, std::acos(-1.0));
    return rotation_about(unit(across), std::atan2(sine, to[2]));
}

Matrix3 rotation_of_euler(const Vector3& angles, const std::string& sequence) {
    Matrix3 rotation = identity;
    for (std::size_t i = 0; i < 3; ++i) {
        const char letter = sequence[i];
        const bool fixed = letter < 'a';
        Vector3 axis{};
        axis[letter - (fixed ? 'X' : 'x')] = 1;
        const Matrix3 next = rotation_about(axis, angles[i]);
        rotation = fixed ? product(next, rotation) : product(rotation, next);
    }
    return rotation;
}

}  // namespace cchnn
