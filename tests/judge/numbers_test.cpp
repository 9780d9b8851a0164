// The number types of the judge, its duals, formulas and enclosures.

#include <doctest/doctest.h>

#include <array>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <functional>

#include "core/errors.hpp"
#include "judge/formula.hpp"
#include "judge/numbers/interval.hpp"

namespace {

using namespace cchnn::judge;
using Exact = boost::multiprecision::cpp_bin_float_100;

// A Quad as the sum of doubles, exact.
Exact exact(Quad x) {
    Exact sum = 0;
    for (int part = 0; part < 4; ++part) {
        const double high = static_cast<double>(x);
        sum += high;
        x -= high;
    }
    return sum;
}

double relative(Quad found, const Exact& truth) { return static_cast<double>(abs((exact(found) - truth) / truth)); }

double derivative(const Formula& f, double s) { return f(Dual<double>(s, 1.0)).slope; }

}  // namespace

TEST_CASE("judge: functions of Quad agree with a hundred digits to their rounding") {
    for (double x : {-40.25, -3.7, -0.3, -1e-9, 1e-20, 0.01, 0.785, 1.6, 9.5, 123.4}) {
        CAPTURE(x);
        const Quad q = x;
        // 1e-33 is five units of the last of 113 bits.
        CHECK(relative(sin(q), sin(Exact(x))) < 1e-33);
        CHECK(relative(cos(q), cos(Exact(x))) < 1e-33);
        CHECK(relative(exp(q), exp(Exact(x))) < 1e-33);
        CHECK(relative(tanh(q), tanh(Exact(x))) < 1e-33);
        if (x > 0) CHECK(relative(sqrt(q), sqrt(Exact(x))) < 1e-33);
    }
    CHECK(relative(pi<Quad>(), boost::math::constants::pi<Exact>()) < 1e-33);
    CHECK(static_cast<double>(exp(Quad(2000)) / exp(Quad(1999))) == doctest::Approx(std::exp(1.0)));
    CHECK(static_cast<double>(tanh(Quad(400))) == 1);
}

TEST_CASE("judge: nested duals give the first and second derivative along a direction") {
    using D2 = Dual<Dual<long double>>;
    const D2 x({2, 3}, {3, 0});  // 2 + 3 t
    const auto second = [](const D2& f) { return static_cast<double>(f.slope.slope); };
    CHECK(second(x * x * x) == doctest::Approx(6 * 2 * 9));
    CHECK(second(sqrt(x)) == doctest::Approx(-0.25 * std::pow(2, -1.5) * 9));
    CHECK(second(sin(x)) == doctest::Approx(-std::sin(2) * 9));
    CHECK(second(1.0L / x) == doctest::Approx(2.0 / 8 * 9));
    CHECK(second(exp(x) + cos(x)) == doctest::Approx((std::exp(2) - std::cos(2)) * 9));
    CHECK(second(tanh(x)) == doctest::Approx(-2 * std::tanh(2) * (1 - std::tanh(2) * std::tanh(2)) * 9));
    CHECK(second(power(x, -3)) == doctest::Approx(12 * std::pow(2, -5) * 9));
}

TEST_CASE("judge: slopes along several directions are those of duals along each") {
    const Formula f("sqrt(x)*sin(y) - cos(x*y)/(1 + exp(-y)) + tanh(x) + log(y)*x^3 - x^-2 + 2/y", {"x", "y"}, {},
                    "here");
    const auto all = [&](const auto& x, const auto& y) {
        const auto both = std::array{x, y};
        return f.at(both.data()) + atan2(y, x) + atan2(y - Quad(2), x) - Quad(3) * (-y);
    };
    using One = Dual<Quad>;
    const Quad x = 0.7, y = 1.9;
    Slopes<Quad> u = x, v = y;
    u.seed(0);
    v.seed(2);
    const Slopes<Quad> found = all(u, v);
    const auto near = [](Quad a, Quad b) {
        return magnitude(a - b) < Quad(1e-31);
    };  // rounding of some dozen numbers of 1
    CHECK(near(found.value, all(x, y)));
    CHECK(near(found.slope[0], all(One(x, 1), One(y)).slope));
    CHECK(near(found.slope[2], all(One(x), One(y, 1)).slope));
    CHECK(found.slope[1] == Quad(0));
    CHECK(all(Slopes<Quad>(x), Slopes<Quad>(y)).varies == 0);
}

TEST_CASE("judge: a formula is read as it is written") {
    const auto value = [](const std::string& text, double s) { return Formula(text, "s", "here")(s); };
    CHECK(value("-s^2 + 3", 2) == -1);
    CHECK(value("2*(s - 1)/4", 3) == 1);
    CHECK(value("s^-1 + s^(2)", 2) == 4.5);
    CHECK(value("1e-3 * pi", 0) == 1e-3 * pi_parts[0]);
    CHECK(value("sqrt(s) + sin(s)*cos(s) - exp(-s)*tanh(s)", 2) ==
          doctest::Approx(std::sqrt(2) + std::sin(2) * std::cos(2) - std::exp(-2) * std::tanh(2)));
    CHECK(value(" 8 / 4 / 2 - 1 - 1 ", 0) == -1);
    CHECK(derivative(Formula("s^3 - 2*s", "s", "here"), 2) == 10);
    for (const char* broken : {"", "s +", "(s", "sin s", "q", "s^x", "2 3"})
        CHECK_THROWS_AS(Formula(broken, "s", "here"), cchnn::DataError);
    // A stranger's file may nest what it likes.
    for (const std::string& deep :
         {std::string(300000, '(') + "s" + std::string(300000, ')'), std::string(300000, '-') + "s"})
        CHECK_THROWS_AS(Formula(deep, "s", "here"), cchnn::DataError);
    CHECK(value(std::string(900, '(') + "s" + std::string(900, ')'), 2) == 2);
    // pi has the digits of the number type.
    CHECK(relative(Formula("pi", "s", "here")(Quad(0)), boost::math::constants::pi<Exact>()) < 1e-33);
}

TEST_CASE("judge: an enclosure holds every value that a formula takes") {
    for (const char* text : {"sin(s)*cos(3*s)", "exp(-s^2)", "tanh(s)/(2 + s^2)", "sqrt(1 + s^4) - s^3", "(s - 1)^2"}) {
        const Formula formula(text, "s", "here");
        for (const Interval range : {Interval(-2, -1.5), Interval(-0.2, 0.1), Interval(0.5, 4), Interval(-9, 9)}) {
            const Interval reached = formula(range);
            for (int i = 0; i <= 1000; ++i) {
                const double value = formula(range.low + i * range.width() / 1000);
                const double rounding = 1e-12 * (1 + std::fabs(value));
                CHECK(value >= reached.low - rounding);
                CHECK(value <= reached.high + rounding);
            }
        }
    }
}
