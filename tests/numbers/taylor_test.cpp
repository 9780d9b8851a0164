// Enclosures of f^(n)/n! all over a cell, against Cauchy's integral about points of the cell: another road, which knows
// no rule of differentiation.

#include "numbers/taylor.hpp"

#include <doctest/doctest.h>

#include <complex>
#include <functional>

#include "elements/parts/formula/formula.hpp"

using namespace cchnn;

namespace {

using Complex = std::complex<long double>;
using Series = Taylor<Ball, 16>;

Series enclosed(const std::string& text, const Ball& cell) {
    Formulas formulas("s");
    formulas.add(text);
    std::vector<Series> work(formulas.steps().size());
    Series result;
    formulas.evaluate(Series::parameter(cell), work.data(), [&](std::size_t, const Series& f) { result = f; });
    return result;
}

// f^(n)(q)/n! as a mean over a circle, inside of which f has no pole.
long double coefficient(const std::function<Complex(Complex)>& f, long double q, long double radius, int n) {
    constexpr int points = 256;
    Complex sum = 0;
    for (int i = 0; i < points; ++i) {
        const long double angle = 2 * std::acos(-1.0L) * i / points;
        sum += f(q + std::polar(radius, angle)) * std::polar(1.0L, -n * angle);
    }
    return sum.real() / points / std::pow(radius, static_cast<long double>(n));
}

struct Case {
    const char* text;
    std::function<Complex(Complex)> f;
    double from, to, radius;
};

TEST_CASE("series over balls hold the Taylor coefficients at every point of a cell") {
    const std::vector<Case> cases{
        {"exp(-((s - 1)/0.5)^2)", [](Complex s) { return std::exp(-(s - 1.0L) * (s - 1.0L) * 4.0L); }, 0.9, 1.2, 0.5},
        {"sin(3*s)*cos(s)", [](Complex s) { return std::sin(3.0L * s) * std::cos(s); }, -2, -1.7, 1},
        {"1/(1 + s^2)", [](Complex s) { return 1.0L / (1.0L + s * s); }, 0.4, 0.5, 0.7},
        {"tanh(2*s)*s", [](Complex s) { return std::tanh(2.0L * s) * s; }, 0.3, 0.4, 0.6},
        {"tanh(2*s)", [](Complex s) { return std::tanh(2.0L * s); }, 9, 9.1, 1},
        {"sqrt(s^2 + 0.3)", [](Complex s) { return std::sqrt(s * s + 0.3L); }, 0.2, 0.3, 0.4},
        {"-(s - 2)^5/(s + 4)^3 + pi",
         [](Complex s) { return -std::pow(s - 2.0L, 5) / std::pow(s + 4.0L, 3) + std::acos(-1.0L); }, 0.1, 0.2, 1},
    };
    for (const Case& c : cases) {
        CAPTURE(c.text);
        const Series series = enclosed(c.text, {0.5 * (c.from + c.to), 0.5 * (c.to - c.from) * (1 + 1e-15)});
        for (int n = 0; n <= 16; ++n) {
            const Ball& enclosure = series.c[static_cast<std::size_t>(n)];
            for (const double share : {0.0, 0.3, 0.5, 0.8, 1.0}) {
                const long double q = c.from + share * (c.to - c.from);
                const long double off = std::fabs(coefficient(c.f, q, c.radius, n) - enclosure.middle);
                // 256 points on a circle: rounding of long doubles, of values below 40, magnified by radius^-n.
                CHECK(off <= enclosure.radius + 1e-16L * std::pow(c.radius, -n));
            }
        }
    }
}

TEST_CASE("series over a small ball are the coefficients themselves") {
    const Series gauss = enclosed("exp(-s^2)", {0.7, 1e-13}), quotient = enclosed("1/(1 - s)", {0.5, 1e-13});
    // f' = -2 s f, and the geometric series.
    double before = 0, now = std::exp(-0.49);
    for (std::size_t n = 0; n <= 16; ++n) {
        CHECK(gauss.c[n].middle == doctest::Approx(now).epsilon(1e-9));
        CHECK(gauss.c[n].radius < 1e-9 * (std::fabs(now) + 1e-3));
        const double next = (-1.4 * now - 2 * before) / static_cast<double>(n + 1);
        before = now;
        now = next;
        CHECK(quotient.c[n].middle == doctest::Approx(std::ldexp(1.0, static_cast<int>(n) + 1)).epsilon(1e-9));
    }
}

TEST_CASE("coefficients of a polynomial beyond its degree are exactly 0, over any ball") {
    const Series line = enclosed("3*(s - 2)^3*s - s/7", {0, 1e6});
    for (std::size_t n = 5; n <= 16; ++n) CHECK(line.c[n].largest() == 0);
    CHECK(line.c[4].largest() > 2.99);
}

}  // namespace
