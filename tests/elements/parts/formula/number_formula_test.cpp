#include "elements/parts/formula/number_formula.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace cchnn;

namespace {

double value(const std::string& text, const NamedNumbers& named = {}) { return NumberFormula(text).value(named); }

TEST_CASE("a formula is the double nearest to its value, whatever is rounded on the way in doubles") {
    CHECK(value("pi/2") == 1.5707963267948966);
    CHECK(value("sqrt(2)") == 1.4142135623730951);
    CHECK(value("pi/3") == 1.0471975511965979);  // 1.04719755119659774615...; 3.14.../3 in doubles ends in 76
    CHECK(value("2*pi/3") == 2.0943951023931957);
    CHECK(value("1/3 + 1/3 + 1/3") == 1.0);
    CHECK(value("2^-3") == 0.125);
    CHECK(value("-1e-3") == -0.001);
    CHECK(value("sin(pi/6)") == 0.5);
    CHECK(value("sqrt(0)") == 0.0);
}

TEST_CASE("deg is pi/180, and a number before it is a factor") {
    CHECK(value("180 deg") == 3.141592653589793);
    CHECK(value("30 deg") == 0.5235987755982989);  // pi/6 = 0.52359877559829887307...
    CHECK(value("-(10 + 20) deg") == -value("30 deg"));
    CHECK(value("2*deg") == value("2 deg"));
    CHECK(value("sin(90 deg)") == 1.0);
    CHECK_THROWS_WITH_AS(value("30deg"), "column 3: expected an operator, got 'deg'", NumberFormulaError);
}

TEST_CASE("names take the numbers that are given, and a formula knows those that it uses") {
    const NumberFormula formula("r*cos(phi) + 1e3*r", {"phi", "r", "unused"});
    CHECK(formula.names() == std::vector<std::string>{"r", "phi"});
    CHECK(formula.value({{"r", 2}, {"phi", 0}}) == 2002);
    CHECK(NumberFormula("2*pi", {"r"}).names().empty());
    CHECK_THROWS_AS((void)formula.value({{"r", 2}}), std::out_of_range);
    CHECK_THROWS_WITH_AS(NumberFormula("2*height", {"r"}),
                         "column 3: unknown name 'height'; known: r, deg, pi, sin, cos, exp, sqrt, tanh",
                         NumberFormulaError);
}

TEST_CASE("a formula without a value is not finite") {
    CHECK(!std::isfinite(value("1/0")));
    CHECK(!std::isfinite(value("sqrt(-1)")));
    CHECK(!std::isfinite(value("1/r", {{"r", 0}})));
}

}  // namespace
