#include "numbers/dual.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace cchnn;

namespace {

using OneWithEight = Dual<double, Lanes>;
using EightWithOne = Dual<Lanes, Lanes>;

// A function with every operation in it, and its derivative by hand for the check.
template <class Real>
Real mixed(const Real& x) {
    Real y = 2.0 * x + x * x - x / 3.0;
    y += 1.0 / (x + 1.5);
    y *= square_root(x * x + 2.0);
    y /= 3.0 - x;
    y -= 0.25;
    return -y;
}
double mixed_derivative(double x) {
    const double a = 2 * x + x * x - x / 3 + 1 / (x + 1.5), da = 2 + 2 * x - 1.0 / 3 - 1 / ((x + 1.5) * (x + 1.5));
    const double b = std::sqrt(x * x + 2), db = x / b, c = 3 - x;
    return -((da * b + a * db) / c + a * b / (c * c));
}

}  // namespace

TEST_CASE("dual: value and derivative of a function with every operation, one value with eight tangents") {
    OneWithEight x(0.7);
    for (int l = 0; l < lane_width; ++l) set_lane(x.tangent, l, l - 2.5);
    const OneWithEight y = mixed(x);
    CHECK(y.value == mixed(0.7));
    for (int l = 0; l < lane_width; ++l)
        CHECK(lane(y.tangent, l) == doctest::Approx((l - 2.5) * mixed_derivative(0.7)).epsilon(1e-14));
}

TEST_CASE("dual: eight values with a tangent each, the same bits as double in every value") {
    EightWithOne x{Lanes(0.0), Lanes(1.0)};
    for (int l = 0; l < lane_width; ++l) set_lane(x.value, l, 0.1 + 0.3 * l);
    const EightWithOne y = mixed(x);
    for (int l = 0; l < lane_width; ++l) {
        CHECK(lane(y.value, l) == mixed(0.1 + 0.3 * l));
        CHECK(lane(y.tangent, l) == doctest::Approx(mixed_derivative(0.1 + 0.3 * l)).epsilon(1e-13));
    }
}

TEST_CASE("dual: comparisons look at values alone, selection takes the tangent along") {
    const OneWithEight small(1.0, Lanes(9.0)), large(2.0, Lanes(-9.0));
    CHECK(small < large);
    CHECK(large > small);
    CHECK(small <= large);
    CHECK(lane(select(small < large, small, large).tangent, 3) == 9.0);
    CHECK(lane(absolute(OneWithEight(-1.0, Lanes(4.0))).tangent, 0) == -4.0);
    EightWithOne a{Lanes(1.0), Lanes(5.0)}, b{Lanes(2.0), Lanes(6.0)};
    set_lane(a.value, 2, 7.0);
    const EightWithOne least = select(a < b, a, b);
    CHECK(lane(least.tangent, 1) == 5.0);
    CHECK(lane(least.value, 2) == 2.0);
    CHECK(lane(least.tangent, 2) == 6.0);
}
