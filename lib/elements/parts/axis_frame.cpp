#include "elements/parts/axis_frame.hpp"

#include <cmath>

#include "numbers/vector3.hpp"

namespace cchnn {
namespace {

Vector3 unit(const Vector3& a) {
    const double length = std::sqrt(dot(a, a));
    return {a[0] / length, a[1] / length, a[2] / length};
}
std::size_t largest(const Vector3& a) {
    std::size_t j = 0;
    for (std::size_t i = 1; i < 3; ++i)
        if (std::abs(a[i]) > std::abs(a[j])) j = i;
    return j;
}

}  // namespace

AxisFrame axis_frame(const std::vector<double>& axis) {
    Vector3 u{};
    for (std::size_t i = 0; i < axis.size() && i < 3; ++i) u[i] = axis[i];
    u = unit(u);
    const std::size_t next = (largest(u) + 1) % 3;
    Vector3 across;
    for (std::size_t i = 0; i < 3; ++i) across[i] = (i == next ? 1.0 : 0.0) - u[next] * u[i];
    across = unit(across);
    return {across, cross(u, across), u};
}

}  // namespace cchnn
