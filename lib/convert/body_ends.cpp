#include "convert/body_ends.hpp"

#include <algorithm>
#include <cmath>

namespace cchnn {
namespace {

constexpr double outside = 1e-9;  // of a size: what rounding of the file's numbers leaves of zero

// Coordinates of v along the axes, and the length of the part of v outside their span.
std::pair<std::vector<double>, double> along(const std::vector<Vector3>& axes, const Vector3& v) {
    std::vector<double> coordinates;
    Vector3 rest = v;
    for (const Vector3& axis : axes) {
        coordinates.push_back(dot(axis, v));
        rest = minus(rest, times(coordinates.back(), axis));
    }
    return {coordinates, axes.size() == 3 ? 0.0 : length(rest)};
}

std::vector<double> of_unit_length(std::vector<double> u) {
    double square = 0;
    for (const double entry : u) square += entry * entry;
    for (double& entry : u) entry = std::abs(entry) < 1e-15 ? 0 : entry / std::sqrt(square);
    return u;
}

}  // namespace

std::optional<std::vector<double>> BodyEnds::direction(const Vector3& u) const {
    const auto [coordinates, rest] = body ? along(body->axes, u) : std::pair(std::vector(u.begin(), u.end()), 0.0);
    if (rest > outside || coordinates.empty()) return std::nullopt;
    return of_unit_length(coordinates);
}

std::optional<std::vector<double>> BodyEnds::point(const Vector3& p) const {
    if (!body) return std::vector<double>{};
    const Vector3 from_centre = minus(p, body->mass.centre);
    auto [coordinates, rest] = along(body->axes, from_centre);
    const double size =
        body->moments.empty() ? 0 : std::sqrt(*std::max_element(body->moments.begin(), body->moments.end()));
    if (rest > outside * (size + length(p))) return std::nullopt;
    return coordinates;
}

std::optional<Vector3> across(const Vector3& u, const BodyEnds& ends) {
    if (ends.axes() < 2) return std::nullopt;
    if (ends.axes() == 2) return unit(cross(cross(ends.body->axes[0], ends.body->axes[1]), u));
    std::size_t least = 0;
    for (std::size_t i = 1; i < 3; ++i)
        if (std::abs(u[i]) < std::abs(u[least])) least = i;
    Vector3 e{};
    e[least] = 1;
    return unit(minus(e, times(dot(e, u), u)));
}

}  // namespace cchnn
