#pragma once
// Derivatives of what is typed out densely in long double, by central differences.

#include <Eigen/Dense>
#include <array>

namespace cchnn_test {
using namespace cchnn;

using Float = long double;
using DenseVector = Eigen::Matrix<Float, Eigen::Dynamic, 1>;
using DenseMatrix = Eigen::Matrix<Float, Eigen::Dynamic, Eigen::Dynamic>;

// Of functions that are quadratic: one step of 1, exact up to rounding. Of smooth ones: order 8 with a step of 5e-3,
// which leaves out h^8/630 of the ninth derivative, for an arc tangent 8!: 2e-17, and rounds at 2e-17.
enum class Shape { quadratic, smooth };

// d/ds f(s) at 0
template <class Function>
auto slope(Shape shape, Function&& f) {
    using Value = std::decay_t<decltype(f(Float(0)))>;
    if (shape == Shape::quadratic) return Value((f(Float(1)) - f(Float(-1))) / 2);
    constexpr Float step = 5e-3L;
    constexpr std::array<Float, 4> weight{4.0L / 5, -1.0L / 5, 4.0L / 105, -1.0L / 280};
    Value sum = weight[0] * (f(step) - f(-step));
    for (int i = 2; i <= 4; ++i)
        sum += weight[static_cast<std::size_t>(i - 1)] *
               (f(static_cast<Float>(i) * step) - f(static_cast<Float>(-i) * step));
    return Value(sum / step);
}

// Columns df/dx_i of a function of vectors to vectors.
template <class Function>
DenseMatrix differences(Shape shape, const DenseVector& at, Function&& f) {
    const Eigen::Index rows = f(at).size();
    DenseMatrix out(rows, at.size());
    for (Eigen::Index i = 0; i < at.size(); ++i)
        out.col(i) = slope(shape, [&](Float s) {
            DenseVector moved = at;
            moved[i] += s;
            return DenseVector(f(moved));
        });
    return out;
}

}  // namespace cchnn_test
