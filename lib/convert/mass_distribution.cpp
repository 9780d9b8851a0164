#include "convert/mass_distribution.hpp"

namespace cchnn {
namespace {

constexpr double pi = 3.14159265358979323846;

void add_outer(Matrix3& to, double factor, const Vector3& d) {
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) to[i][j] += factor * d[i] * d[j];
}

}  // namespace

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

Matrix3 spread_of_inertia(const Matrix3& inertia) {
    const double half_trace = (inertia[0][0] + inertia[1][1] + inertia[2][2]) / 2;
    Matrix3 spread{};
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) spread[i][j] = (i == j ? half_trace : 0) - inertia[i][j];
    return spread;
}

MassDistribution together(const MassDistribution& a, const MassDistribution& b) {
    if (a.mass == 0 || b.mass == 0) {
        MassDistribution sum = a.mass == 0 ? b : a;
        const Matrix3& other = a.mass == 0 ? a.spread : b.spread;  // of rotors without mass
        for (std::size_t i = 0; i < 3; ++i) sum.spread[i] = plus(sum.spread[i], other[i]);
        return sum;
    }
    MassDistribution sum{a.mass + b.mass, {}, {}};
    sum.centre = times(1 / sum.mass, plus(times(a.mass, a.centre), times(b.mass, b.centre)));
    for (std::size_t i = 0; i < 3; ++i) sum.spread[i] = plus(a.spread[i], b.spread[i]);
    add_outer(sum.spread, a.mass * b.mass / sum.mass, minus(a.centre, b.centre));
    return sum;
}

MassDistribution seen_from(const RigidFrame& frame, const MassDistribution& inside) {
    return {inside.mass, frame.point(inside.centre),
            product(product(frame.rotation, inside.spread), transposed(frame.rotation))};
}

UniformSolid ellipsoid(const Vector3& r) {
    return {4 * pi / 3 * r[0] * r[1] * r[2], {r[0] * r[0] / 5, r[1] * r[1] / 5, r[2] * r[2] / 5}};
}
UniformSolid box(const Vector3& h) {
    return {8 * h[0] * h[1] * h[2], {h[0] * h[0] / 3, h[1] * h[1] / 3, h[2] * h[2] / 3}};
}
UniformSolid cylinder(double r, double h) { return {2 * pi * r * r * h, {r * r / 4, r * r / 4, h * h / 3}}; }
// The centre of mass of each half-ball is 3r/8 beyond the end of the cylinder.
UniformSolid capsule(double r, double h) {
    const UniformSolid middle = cylinder(r, h), caps = ellipsoid({r, r, r});
    const double volume = middle.volume + caps.volume;
    const double across = (middle.volume * r * r / 4 + caps.volume * r * r / 5) / volume;
    const double along = (middle.volume * h * h / 3 + caps.volume * (h * h + 2 * h * 3 * r / 8 + r * r / 5)) / volume;
    return {volume, {across, across, along}};
}

}  // namespace cchnn
