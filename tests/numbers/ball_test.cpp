// Balls against the same operations in long double, on numbers from inside them.

#include "numbers/ball.hpp"

#include <doctest/doctest.h>

#include <functional>
#include <random>

using namespace cchnn;

namespace {

using Long = long double;

struct Draw {
    std::mt19937_64 random{7};
    double uniform() { return 2 * (static_cast<double>(random() >> 11) * 0x1p-53) - 1; }  // -1 .. 1
    // Middles and radii of all sizes, wide ones among them.
    Ball ball(double most) {
        const double middle = most * uniform() * std::pow(2.0, 20 * std::min(uniform(), 0.0));
        return {middle, std::fabs(middle * uniform()) * std::pow(2.0, 40 * std::min(uniform(), 0.03))};
    }
    Long inside(const Ball& b) { return static_cast<Long>(b.middle) + static_cast<Long>(b.radius) * uniform(); }
};

bool holds(const Ball& b, Long x) {
    return std::isnan(b.middle) || std::fabs(static_cast<Long>(b.middle) - x) <= static_cast<Long>(b.radius);
}

// Of so many draws, those in which the ball is known and holds what it must; how wide it is beside the widest two ends.
void check(
    double most, const std::function<Ball(Ball)>& ball, const std::function<Long(Long)>& exact,
    bool (*defined)(Long) = [](Long) { return true; }) {
    Draw draw;
    int known = 0;
    for (int i = 0; i < 20000; ++i) {
        const Ball a = draw.ball(most);
        const Ball result = ball(a);
        const Long x = draw.inside(a);
        if (!defined(x)) continue;
        known += !std::isnan(result.middle);
        CHECK(holds(result, exact(x)));
    }
    CHECK(known > 5000);
}

TEST_CASE("sums, products and quotients of balls hold those of all that is in them") {
    Draw draw;
    int known = 0;
    for (int i = 0; i < 50000; ++i) {
        const Ball a = draw.ball(3), b = draw.ball(100);
        const Long x = draw.inside(a), y = draw.inside(b);
        CHECK(holds(a + b, x + y));
        CHECK(holds(a - b, x - y));
        CHECK(holds(a * b, x * y));
        CHECK(holds(square(a), x * x));
        const Ball quotient = a / b;
        known += !std::isnan(quotient.middle);
        CHECK(holds(quotient, x / y));
    }
    CHECK(known > 20000);
}

TEST_CASE("functions of balls hold those of all that is in them") {
    check(
        30, [](Ball a) { return exponential(a); }, [](Long x) { return std::exp(x); });
    check(
        20, [](Ball a) { return sine_cosine(a).sine; }, [](Long x) { return std::sin(x); });
    check(
        20, [](Ball a) { return sine_cosine(a).cosine; }, [](Long x) { return std::cos(x); });
    check(
        20, [](Ball a) { return hyperbolic_tangent(a); }, [](Long x) { return std::tanh(x); });
    check(
        20, [](Ball a) { return hyperbolic_tangent_slope(a); },
        [](Long x) { return 1 / (std::cosh(x) * std::cosh(x)); });
    check(
        50, [](Ball a) { return square_root(a); }, [](Long x) { return std::sqrt(x); }, [](Long x) { return x > 0; });
}

TEST_CASE("a narrow ball stays narrow, 0 stays exact, and what has no value is nowhere") {
    const Ball a(2, 1e-12);
    for (const Ball& narrow : {a * a, a / Ball(3.0), square(a), square_root(a), exponential(a), sine_cosine(a).sine,
                               hyperbolic_tangent(a), hyperbolic_tangent_slope(a)})
        CHECK(narrow.radius < 2e-11);                                  // no slope here is above e^2
    CHECK(hyperbolic_tangent_slope(Ball(300, 1)).largest() < 1e-250);  // 1 - tanh^2 would say 1e-16
    CHECK((Ball(0.0) * Ball(3, 1)).largest() == 0);
    CHECK((Ball(0.0) + Ball(0.0)).largest() == 0);
    CHECK(square(Ball(1, 1000)).middle - square(Ball(1, 1000)).radius > -1e-6);  // of 10^6: a square is not below 0
    CHECK(std::isnan((Ball(1.0) / Ball(1, 2)).middle));
    CHECK(std::isnan(square_root(Ball(1, 2)).middle));
}

}  // namespace
