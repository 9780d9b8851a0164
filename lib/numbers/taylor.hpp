#pragma once
// Truncated power series of one parameter, up to h^Order, and their arithmetic:
//
//   (1)  f(q + h) = c_0 + c_1 h + ... + c_Order h^Order + ...,   c_n = f^(n)(q)/n!
//   (2)  f = g/k:       f_n = (g_n - sum_{i>0} k_i f_{n-i}) / k_0
//   (3)  f = exp g:     n f_n = sum_{i>0} i g_i f_{n-i}            and sin, cos, each from the other
//   (4)  f = tanh g:    n f_n = sum_{i>0} i g_i w_{n-i},   w = 1 - f^2
//   (5)  f = sqrt g:    f_n = (g_n - sum_{0<i<n} f_i f_{n-i}) / (2 f_0)
//
// With Number = Ball and q an enclosure of a cell, c_n encloses f^(n)/n! all over the cell: Lagrange's remainder.

#include <array>
#include <cstddef>

#include "numbers/ball.hpp"
#include "numbers/exact.hpp"

namespace cchnn {

template <class Number, std::size_t Order>
struct Taylor {
    std::array<Number, Order + 1> c{};

    Taylor() = default;
    explicit Taylor(const Number& constant) { c[0] = constant; }
    // The parameter itself.
    static Taylor parameter(const Number& q) {
        Taylor t(q);
        t.c[1] = Number(1.0);
        return t;
    }
};

template <class Number, std::size_t Order>
struct FromExact<Taylor<Number, Order>> {
    static Taylor<Number, Order> of(const Exact& a) { return Taylor<Number, Order>(FromExact<Number>::of(a)); }
};

template <class N, std::size_t O>
inline Taylor<N, O> operator+(Taylor<N, O> a, const Taylor<N, O>& b) {
    for (std::size_t n = 0; n <= O; ++n) a.c[n] += b.c[n];
    return a;
}
template <class N, std::size_t O>
inline Taylor<N, O> operator-(Taylor<N, O> a, const Taylor<N, O>& b) {
    for (std::size_t n = 0; n <= O; ++n) a.c[n] -= b.c[n];
    return a;
}
template <class N, std::size_t O>
inline Taylor<N, O> operator-(Taylor<N, O> a) {
    for (N& c : a.c) c = -c;
    return a;
}
template <class N, std::size_t O>
inline Taylor<N, O> operator*(const Taylor<N, O>& a, const Taylor<N, O>& b) {
    Taylor<N, O> product;
    for (std::size_t n = 0; n <= O; ++n)
        for (std::size_t i = 0; i <= n; ++i) product.c[n] += a.c[i] * b.c[n - i];
    return product;
}
// a a, each product once.
template <class N, std::size_t O>
inline Taylor<N, O> square(const Taylor<N, O>& a) {
    Taylor<N, O> product(square(a.c[0]));
    for (std::size_t n = 1; n <= O; ++n) {
        for (std::size_t i = 0; 2 * i < n; ++i) product.c[n] += N(2.0) * (a.c[i] * a.c[n - i]);
        if (n % 2 == 0) product.c[n] += square(a.c[n / 2]);
    }
    return product;
}
// (2)
template <class N, std::size_t O>
inline Taylor<N, O> operator/(const Taylor<N, O>& a, const Taylor<N, O>& b) {
    Taylor<N, O> quotient;
    for (std::size_t n = 0; n <= O; ++n) {
        N rest = a.c[n];
        for (std::size_t i = 1; i <= n; ++i) rest -= b.c[i] * quotient.c[n - i];
        quotient.c[n] = rest / b.c[0];
    }
    return quotient;
}

// sum_{i = 1 .. n} i a_i b_{n-i} / n
template <class N, std::size_t O>
inline N slope_times(const Taylor<N, O>& a, const Taylor<N, O>& b, std::size_t n) {
    N sum(0.0);
    for (std::size_t i = 1; i <= n; ++i) sum += N(static_cast<double>(i)) * (a.c[i] * b.c[n - i]);
    return sum / N(static_cast<double>(n));
}

template <class N, std::size_t O>
inline Taylor<N, O> exponential(const Taylor<N, O>& a) {
    Taylor<N, O> e(exponential(a.c[0]));
    for (std::size_t n = 1; n <= O; ++n) e.c[n] = slope_times(a, e, n);
    return e;
}
template <class N, std::size_t O>
inline SineCosine<Taylor<N, O>> sine_cosine(const Taylor<N, O>& a) {
    const auto [sine, cosine] = sine_cosine(a.c[0]);
    Taylor<N, O> s(sine), c(cosine);
    for (std::size_t n = 1; n <= O; ++n) {
        s.c[n] = slope_times(a, c, n);
        c.c[n] = -slope_times(a, s, n);
    }
    return {s, c};
}
template <class N, std::size_t O>
inline Taylor<N, O> sine(const Taylor<N, O>& a) {
    return sine_cosine(a).sine;
}
template <class N, std::size_t O>
inline Taylor<N, O> cosine(const Taylor<N, O>& a) {
    return sine_cosine(a).cosine;
}
// (4)
template <class N, std::size_t O>
inline Taylor<N, O> hyperbolic_tangent(const Taylor<N, O>& a) {
    Taylor<N, O> t(hyperbolic_tangent(a.c[0])), w(hyperbolic_tangent_slope(a.c[0]));
    for (std::size_t n = 1; n <= O; ++n) {
        t.c[n] = slope_times(a, w, n);
        for (std::size_t i = 0; i <= n; ++i) w.c[n] -= t.c[i] * t.c[n - i];
    }
    return t;
}
// (5)
template <class N, std::size_t O>
inline Taylor<N, O> square_root(const Taylor<N, O>& a) {
    Taylor<N, O> root(square_root(a.c[0]));
    for (std::size_t n = 1; n <= O; ++n) {
        N rest = a.c[n];
        for (std::size_t i = 1; i < n; ++i) rest -= root.c[i] * root.c[n - i];
        root.c[n] = rest / (N(2.0) * root.c[0]);
    }
    return root;
}
// a^n by squaring; n < 0: 1/a^-n.
template <class N, std::size_t O>
inline Taylor<N, O> integer_power(Taylor<N, O> a, int n) {
    Taylor<N, O> power(N(1.0));
    for (int left = n < 0 ? -n : n; left > 0; left /= 2) {
        if (left % 2 == 1) power = power * a;
        if (left > 1) a = square(a);
    }
    return n < 0 ? Taylor<N, O>(N(1.0)) / power : power;
}

}  // namespace cchnn
