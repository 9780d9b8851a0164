#include "elements/parts/formula/time_derivative.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "elements/parts/formula/time_formula.hpp"

using namespace cchnn;

TEST_CASE("first and second derivatives of a formula of t are those of calculus") {
    struct Known {
        const char* text;
        double (*first)(double);
        double (*second)(double);
    };
    const Known all[] = {
        {"5", [](double) { return 0.0; }, [](double) { return 0.0; }},
        {"3*t^2 - t", [](double t) { return 6 * t - 1; }, [](double) { return 6.0; }},
        {"(t - 2)^0 + t^1", [](double) { return 1.0; }, [](double) { return 0.0; }},
        {"t^(-2)", [](double t) { return -2 / (t * t * t); }, [](double t) { return 6 / (t * t * t * t); }},
        {"sin(3*t)", [](double t) { return 3 * std::cos(3 * t); }, [](double t) { return -9 * std::sin(3 * t); }},
        {"-cos(t)", [](double t) { return std::sin(t); }, [](double t) { return std::cos(t); }},
        {"exp(-t)", [](double t) { return -std::exp(-t); }, [](double t) { return std::exp(-t); }},
        {"sqrt(t)", [](double t) { return 0.5 / std::sqrt(t); }, [](double t) { return -0.25 / (t * std::sqrt(t)); }},
        {"log(t)", [](double t) { return 1 / t; }, [](double t) { return -1 / (t * t); }},
        {"tanh(t)", [](double t) { return 1 / std::pow(std::cosh(t), 2); },
         [](double t) { return -2 * std::tanh(t) / std::pow(std::cosh(t), 2); }},
        {"t/(1 + t)", [](double t) { return 1 / std::pow(1 + t, 2); },
         [](double t) { return -2 / std::pow(1 + t, 3); }},
        {"1/t", [](double t) { return -1 / (t * t); }, [](double t) { return 2 / (t * t * t); }},
        {"t*sin(t)", [](double t) { return std::sin(t) + t * std::cos(t); },
         [](double t) { return 2 * std::cos(t) - t * std::sin(t); }}};
    for (const Known& known : all) {
        CAPTURE(known.text);
        const FormulaProgram first = time_derivative(*time_formula(known.text)), second = time_derivative(first);
        for (const double t : {0.3, 0.7, 2.0}) {
            CHECK(formula_value(first, &t) == doctest::Approx(known.first(t)).epsilon(1e-13));
            CHECK(formula_value(second, &t) == doctest::Approx(known.second(t)).epsilon(1e-12));
            CHECK(exact_value(first, t).high == doctest::Approx(known.first(t)).epsilon(1e-13));
        }
    }
}
