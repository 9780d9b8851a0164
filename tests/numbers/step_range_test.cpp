// Functions on a step against the same functions at points of it, in long double.

#include "numbers/step_range.hpp"

#include <doctest/doctest.h>

#include <functional>
#include <random>

#include "numbers/degree.hpp"

using namespace cchnn;

namespace {

// q on the step, as a function on it: `slope` q + `bend` q^2.
StepRange along(double middle, double slope, double bend) {
    return StepRange::cubic(middle - slope + bend, 2 * (slope - 2 * bend), middle + slope + bend,
                            2 * (slope + 2 * bend));
}

// Of random functions of q: values lie within the range, and within what is seen but for what is said to be unseen.
void check(const std::function<StepRange(StepRange)>& range, const std::function<double(double)>& exact, double least,
           double most) {
    std::mt19937_64 random(5);
    std::uniform_real_distribution<double> place(least, most), size(-12, 3);
    int smooth = 0, unseen = 0;
    for (int i = 0; i < 4000; ++i) {
        const double middle = place(random), slope = std::exp2(size(random)), bend = 0.25 * slope * (i % 3 - 1);
        const StepRange f = range(along(middle, slope, bend));
        (f.unseen == 0 ? smooth : unseen) += 1;
        if (!(f.low() <= f.high()) || !std::isfinite(f.unseen)) continue;
        for (int k = -8; k <= 8; ++k) {
            const double q = k / 8.0, at = middle + slope * q + bend * q * q;
            if (at < least || at > most) continue;
            const double value = exact(at), rounding = 1e-13 * (1 + std::fabs(f.middle) + std::fabs(value));
            CHECK(value >= f.low() - rounding);
            CHECK(value <= f.high() + rounding);
            CHECK(std::fabs(value - (f.middle + f.slope * q)) <= f.rest + f.unseen + rounding);
        }
    }
    CHECK(smooth > 400);
    CHECK(unseen > 40);
}

}  // namespace

TEST_CASE("a function on a step is what it is at its points, up to the bounds that it says") {
    check([](const StepRange& x) { return exponential(x); }, [](double x) { return std::exp(x); }, -30, 3);
    check([](const StepRange& x) { return hyperbolic_tangent(x); }, [](double x) { return std::tanh(x); }, -6, 6);
    check([](const StepRange& x) { return sine_cosine(x).sine; }, [](double x) { return std::sin(x); }, -9, 9);
    check([](const StepRange& x) { return sine_cosine(x).cosine; }, [](double x) { return std::cos(x); }, -9, 9);
    check([](const StepRange& x) { return square_root(x); }, [](double x) { return std::sqrt(x); }, 0.01, 9);
    check([](const StepRange& x) { return natural_logarithm(x); }, [](double x) { return std::log(x); }, 0.01, 9);
    check([](const StepRange& x) { return 2.0 / x; }, [](double x) { return 2 / x; }, 0.01, 9);
    check([](const StepRange& x) { return x * hyperbolic_tangent(x - StepRange(1.0)) / (x * x + 1.0); },
          [](double x) { return x * std::tanh(x - 1) / (x * x + 1); }, -5, 5);
    check([](const StepRange& x) { return exponential(-(x * x)) - sine_cosine(exponential(x)).sine; },
          [](double x) { return std::exp(-x * x) - std::sin(std::exp(x)); }, -4, 4);
}

// A step of tanh 1e-4 wide, of a bump: all of it within the step, a tail of it, none.
TEST_CASE("what a step may pass unseen is as large as it is") {
    const auto tanh_of = [](double middle, double slope) { return hyperbolic_tangent(1e4 * along(middle, slope, 0)); };
    CHECK(tanh_of(0.01, 0.1).unseen == doctest::Approx(1));
    CHECK(tanh_of(-0.1007, 0.1).unseen == doctest::Approx(std::exp(-14)).epsilon(1e-3));  // 7 widths before it
    CHECK(tanh_of(-0.2, 0.1).unseen == 0);
    CHECK(tanh_of(0, 2e-5).unseen == 0);  // as wide as it is
    const auto bump_of = [](double middle, double slope) {
        const StepRange u = 1e4 * along(middle, slope, 0);
        return exponential(-(u * u));
    };
    CHECK(bump_of(0.02, 0.1).unseen >= 0.5);
    CHECK(bump_of(0.02, 0.005).unseen == 0);
    CHECK(bump_of(0.00005, 2e-5).unseen == 0);
    // Hidden in something large and smooth, multiplied, and under another function.
    CHECK((1e6 * along(1, 1, 0.3) + tanh_of(0.01, 0.1)).unseen == doctest::Approx(1));
    CHECK((1e6 * along(1, 1, 0.3) * tanh_of(0.01, 0.1)).unseen >= 1e6);
    CHECK(exponential(1e-3 * tanh_of(0.01, 0.1)).unseen == doctest::Approx(1e-3).epsilon(1e-2));
    StepRange power(1.0);
    for (int i = 0; i < 400; ++i) power = power * (1.0 - along(0, 1, 0) * along(0, 1, 0));
    CHECK(power.unseen >= 0.5);
}

TEST_CASE("the degree of a formula is that of its operations") {
    const Degree x = Degree::variable();
    CHECK((2.0 * x * x - x / 3.0).degree == 2);
    CHECK(integer_power(x * x, 7).degree == 14);
    CHECK(exponential(Degree(3.0)).degree == 0);
    CHECK((x / exponential(Degree(3.0))).degree == 1);
    for (const Degree& rough : {exponential(x), sine_cosine(x).sine, hyperbolic_tangent(x), natural_logarithm(x),
                                square_root(x * x), 1.0 / x, integer_power(x, -1)})
        CHECK(rough.degree == INFINITY);
}
