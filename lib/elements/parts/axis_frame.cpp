#include "elements/parts/axis_frame.hpp"

#include "elements/parts/constants.hpp"
#include "numbers/vector3.hpp"

namespace cchnn {
namespace {

using ExactVector = Vector3Of<Exact>;

ExactVector unit(const ExactVector& a) {
    const Exact length = square_root(dot(a, a));
    return {a[0] / length, a[1] / length, a[2] / length};
}
std::size_t largest(const ExactVector& a) {
    std::size_t j = 0;
    for (std::size_t i = 1; i < 3; ++i)
        if (absolute(a[i]) > absolute(a[j])) j = i;
    return j;
}

}  // namespace

AxisFrameOf<Exact> exact_axis_frame(const std::vector<double>& axis) {
    ExactVector u{};
    for (std::size_t i = 0; i < axis.size() && i < 3; ++i) u[i] = axis[i];
    u = unit(u);
    const std::size_t next = (largest(u) + 1) % 3;
    ExactVector across;
    for (std::size_t i = 0; i < 3; ++i) across[i] = (i == next ? 1.0 : 0.0) - u[next] * u[i];
    across = unit(across);
    return {across, cross(u, across), u};
}

AxisFrame axis_frame(const std::vector<double>& axis) {
    const AxisFrameOf<Exact> exact = exact_axis_frame(axis);
    return {converted<double>(exact.across_1), converted<double>(exact.across_2), converted<double>(exact.axis)};
}

}  // namespace cchnn
