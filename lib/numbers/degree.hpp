#pragma once
// An upper bound on the degree of a formula as a polynomial of its variables; infinity if it is none. It is a number
// type: the formula is evaluated with degree 1 for each variable, and each operation combines degrees. No value is
// computed, so none underflows: a function that is flat to all digits still counts as no polynomial. Terms that cancel
// are counted. It decides which formulas of forces and inputs (integrate/steppers/formula_sight.cpp) and of curves
// (elements/parts/curve/curve_cells.cpp) a step of an integrator could miss.

#include <algorithm>
#include <cmath>

#include "numbers/elementary.hpp"

namespace cchnn {

struct Degree {
    double degree = 0;

    Degree() = default;
    Degree(double) {}  // NOLINT: a number has degree 0
    static Degree variable() { return of(1); }
    static Degree of(double degree) {
        Degree made;
        made.degree = degree;
        return made;
    }

    Degree& operator+=(const Degree& b) { return *this = *this + b; }
    Degree& operator-=(const Degree& b) { return *this = *this - b; }
    friend Degree operator-(const Degree& a) { return a; }
    friend Degree operator+(const Degree& a, const Degree& b) { return of(std::max(a.degree, b.degree)); }
    friend Degree operator-(const Degree& a, const Degree& b) { return a + b; }
    friend Degree operator*(const Degree& a, const Degree& b) { return of(a.degree + b.degree); }
    friend Degree operator/(const Degree& a, const Degree& b) { return of(b.degree == 0 ? a.degree : INFINITY); }
};

// Any function that is no polynomial; of a constant it is a constant.
inline Degree function_of(const Degree& a) { return Degree::of(a.degree == 0 ? 0 : INFINITY); }
inline Degree square_root(const Degree& a) { return function_of(a); }
inline Degree exponential(const Degree& a) { return function_of(a); }
inline Degree sine(const Degree& a) { return function_of(a); }
inline Degree cosine(const Degree& a) { return function_of(a); }
inline SineCosine<Degree> sine_cosine(const Degree& a) { return {sine(a), cosine(a)}; }
inline Degree hyperbolic_tangent(const Degree& a) { return function_of(a); }
inline Degree natural_logarithm(const Degree& a) { return function_of(a); }
inline Degree integer_power(const Degree& a, int n) { return n < 0 ? function_of(a) : Degree::of(a.degree * n); }

}  // namespace cchnn
