#include <doctest/doctest.h>

#include <cmath>
#include <functional>

#include "elements/parts/formula/formula.hpp"

using namespace cchnn;

namespace {

Jet<double> at(const std::string& text, double q) {
    Formulas formulas("q");
    formulas.add(text);
    std::vector<Jet<double>> work(formulas.steps().size());
    Jet<double> result{};
    formulas.evaluate(Jet<double>{q, 1, 0}, work.data(),
                      [&](std::size_t, const Jet<double>& value) { result = value; });
    return result;
}

std::string complaint(const std::string& text) {
    try {
        Formulas("q").add(text);
    } catch (const FormulaError& error) {
        return error.what();
    }
    return "";
}

TEST_CASE("formulas mean what they mean on paper") {
    struct Meant {
        std::string text;
        std::function<double(double)> value;
    };
    const std::vector<Meant> formulas{
        {"10*(pi/2 + q + 1.8*cos(q))", [](double q) { return 10 * (std::acos(-1.0) / 2 + q + 1.8 * std::cos(q)); }},
        {"-q^2", [](double q) { return -(q * q); }},
        {"2 - q - 1", [](double q) { return 1 - q; }},
        {"2 / q / 4", [](double q) { return 0.5 / q; }},
        {"2*-q", [](double q) { return -2 * q; }},
        {"+q*q^(-2)", [](double q) { return 1 / q; }},
        {" 1.5e2 *q ", [](double q) { return 150 * q; }},
        {".5*q", [](double q) { return q / 2; }},
        {"exp(-q^2/2)*sin(3*q)", [](double q) { return std::exp(-q * q / 2) * std::sin(3 * q); }},
        {"sqrt(1 + q^4) - tanh(q)", [](double q) { return std::sqrt(1 + q * q * q * q) - std::tanh(q); }},
        {"1 - 1/(1 + exp(5*(q + pi/2)))",
         [](double q) { return 1 - 1 / (1 + std::exp(5 * (q + std::acos(-1.0) / 2))); }},
        {"7", [](double) { return 7.0; }}};
    for (const Meant& expected : formulas)
        for (const double q : {-1.3, -0.2, 0.6, 2.5}) {
            CAPTURE(expected.text);
            CAPTURE(q);
            const Jet<double> found = at(expected.text, q);
            const double scale = 1 + std::fabs(expected.value(q));
            CHECK(std::fabs(found.value - expected.value(q)) < 1e-14 * scale);  // a few roundings
            const double h = 1e-3;  // differences of order 4: h^4 and 1e-16/h, of the second 1e-16/h^2
            const auto f = [&](double k) { return expected.value(q + k * h); };
            const double first = (f(-2) - 8 * f(-1) + 8 * f(1) - f(2)) / (12 * h);
            const double second = (-f(-2) + 16 * f(-1) - 30 * f(0) + 16 * f(1) - f(2)) / (12 * h * h);
            CHECK(std::fabs(found.first - first) < 1e-8 * (scale + std::fabs(first)));
            CHECK(std::fabs(found.second - second) < 1e-6 * (scale + std::fabs(second)));
        }
}

TEST_CASE("what is said twice is computed once, and what is constant when the formula is read") {
    Formulas formulas("q");
    formulas.add("(1 + tanh(2*q))*sin(q)");
    const std::size_t steps = formulas.steps().size();
    formulas.add("(1 + tanh(2*q))*sin(q)");
    CHECK(formulas.steps().size() == steps);
    CHECK(formulas.count() == 2);
    Formulas constant("q");
    constant.add("2*pi - 3^2");
    CHECK(constant.steps().back().op == FormulaStep::Op::constant);
    CHECK(constant.steps().back().value == Exact(2.0) * exact_pi - 9.0);
}

TEST_CASE("the steps of a formula with named constants are the same for all values of the names") {
    const auto steps_for = [](double a, double b) {
        Formulas formulas({"x", "y"}, {{"a", a}, {"b", b}});
        formulas.add("a*b*x + 2*a*y + a*b*y^2 + (a^2 + a^3)*x*y + exp(a)*x - exp(b)*y + 1*x");
        return formulas.steps();
    };
    const std::vector<FormulaStep> different = steps_for(3, 5);
    for (const auto& [a, b] : {std::pair{1.0, 1.0}, {2.0, 2.0}, {-1.0, 1.0}, {0.0, 0.0}}) {
        const std::vector<FormulaStep> steps = steps_for(a, b);
        REQUIRE(steps.size() == different.size());
        for (std::size_t i = 0; i < steps.size(); ++i) {
            CHECK((steps[i].op == different[i].op));
            CHECK(steps[i].a == different[i].a);
            CHECK(steps[i].b == different[i].b);
            CHECK(steps[i].exponent == different[i].exponent);
        }
    }
    const auto products = [](const FormulaStep& step) { return step.op == FormulaStep::Op::multiply; };
    CHECK(std::count_if(different.begin(), different.end(), products) ==
          8);  // a b once: no product of constants is left
}

TEST_CASE("a formula that cannot be read says where and why") {
    CHECK(complaint("10*(pi/2 + q") == "column 13: expected ')', got the end of the formula");
    CHECK(complaint("2*\xcf\x80*q") == "column 3: a formula is written in ASCII, got '\xcf\x80*q'");
    CHECK(complaint("2 q") == "column 3: expected an operator, got 'q'");
    CHECK(complaint("1 + ") == "column 5: expected a number, a name or '(', got the end of the formula");
    CHECK(complaint("q*)") == "column 3: expected a number, a name or '(', got ')'");
    CHECK(complaint("") == "column 1: expected a number, a name or '(', got the end of the formula");
    CHECK(complaint("q^0.5") == "column 3: expected a whole number, got '0.5'");
    CHECK(complaint("q^n") == "column 3: expected a whole number, got 'n'");
    CHECK(complaint("1 + sn(q)") == "column 5: unknown name 'sn', did you mean 'sin'?");
    CHECK(complaint("length + 1") == "column 1: unknown name 'length'; known: q, pi, sin, cos, exp, sqrt, tanh");
    CHECK(complaint("sin(t)*q") ==
          "column 5: unknown name 't'; this may not depend on time (schemas/system/limits.md)");
    CHECK(complaint("sin q") == "column 5: expected '(', got 'q'");
    CHECK(complaint("inf") == "column 1: unknown name 'inf'; known: q, pi, sin, cos, exp, sqrt, tanh");
}

TEST_CASE("an exponent beyond its limit is told the place, the value and the limit") {
    CHECK(complaint("q^-2147483648") == "column 3: an exponent must be -1000 to 1000, got -2147483648");
    CHECK(complaint("1 + q^(1001)") == "column 8: an exponent must be -1000 to 1000, got 1001");
    CHECK(complaint("q^99999999999999999999") ==
          "column 3: an exponent must be -1000 to 1000, got 99999999999999999999");
    CHECK(complaint("q^1000 + q^-1000") == "");
    CHECK(at("q^-1000", 1.0).first == -1000.0);
    CHECK(at("q^+2", 3.0).value == 9.0);
}

}  // namespace
