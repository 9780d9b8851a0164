// The reference of gradients: Bulirsch and Stoer's extrapolation of dual numbers, in 80 or 113 bits. reference.py writes the
// equations as statements into equations.inc, and compiles this file as a shared library for each system.
#include <algorithm>
#include <cmath>
#include <vector>
#ifdef QUAD
#include <quadmath.h>
using Number = __float128;
inline Number sin_of(Number x) { return sinq(x); }
inline Number cos_of(Number x) { return cosq(x); }
inline Number sqrt_of(Number x) { return sqrtq(x); }
#else
using Number = long double;
inline Number sin_of(Number x) { return std::sin(x); }
inline Number cos_of(Number x) { return std::cos(x); }
inline Number sqrt_of(Number x) { return std::sqrt(x); }
#endif

namespace {

// A value and its derivatives by every number of the start and every parameter.
struct Dual {
    Number a = 0, b[COLUMNS] = {};
};

template <class Rule>
Dual by_rule(Number value, Rule derivative) {
    Dual out;
    out.a = value;
    for (int k = 0; k < COLUMNS; ++k) out.b[k] = derivative(k);
    return out;
}
Dual constant(double value) {
    return by_rule(value, [](int) { return Number(0); });
}
Dual operator+(const Dual& x, const Dual& y) {
    return by_rule(x.a + y.a, [&](int k) { return x.b[k] + y.b[k]; });
}
Dual operator-(const Dual& x, const Dual& y) {
    return by_rule(x.a - y.a, [&](int k) { return x.b[k] - y.b[k]; });
}
Dual operator*(const Dual& x, const Dual& y) {
    return by_rule(x.a * y.a, [&](int k) { return x.a * y.b[k] + x.b[k] * y.a; });
}
Dual operator/(const Dual& x, const Dual& y) {
    const Number value = x.a / y.a, inverse = 1 / y.a;
    return by_rule(value, [&](int k) { return (x.b[k] - value * y.b[k]) * inverse; });
}
Dual operator*(const Dual& x, Number y) {
    return by_rule(x.a * y, [&](int k) { return x.b[k] * y; });
}
Dual sine(const Dual& x) {
    const Number slope = cos_of(x.a);
    return by_rule(sin_of(x.a), [&](int k) { return slope * x.b[k]; });
}
Dual cosine(const Dual& x) {
    const Number slope = -sin_of(x.a);
    return by_rule(cos_of(x.a), [&](int k) { return slope * x.b[k]; });
}
Dual root(const Dual& x) {
    const Number value = sqrt_of(x.a), slope = 1 / (2 * value);
    return by_rule(value, [&](int k) { return slope * x.b[k]; });
}

using State = std::vector<Dual>;
#include EQUATIONS  // State rate(z, p); State place(z, p)

State sum(const State& x, const State& y, Number factor) {
    State out(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) out[i] = x[i] + y[i] * factor;
    return out;
}

constexpr int order = ORDER;  // columns, with 2, 4, 6, ... steps of the midpoint rule

// The state after `width`, and how much the last column changes it.
State extrapolated(const State& z, const State& p, Number width, State& change) {
    std::vector<State> table;
    const State first = rate(z, p);
    for (int j = 0; j < order; ++j) {
        const int n = 2 * (j + 1);
        const Number h = width / n;
        State before = z, now = sum(z, first, h);
        for (int i = 1; i < n; ++i) {
            State after = sum(before, rate(now, p), 2 * h);
            before.swap(now);
            now.swap(after);
        }
        std::vector<State> column{now};
        for (int k = 0; k < j; ++k) {
            const Number square = (j - k) * (j - k);
            column.push_back(sum(column[k], sum(column[k], table[k], -1), square / ((j + 1) * (j + 1) - square)));
        }
        table.swap(column);
    }
    change = sum(table[order - 1], table[order - 2], -1);
    return table[order - 1];
}

double magnitude(Number x) { return static_cast<double>(x < 0 ? -x : x); }

// Of the largest value, or of the largest derivative.
double relative(const State& change, const State& z) {
    double value = 0, values = 0, slope = 0, slopes = 0;
    for (std::size_t i = 0; i < z.size(); ++i) {
        value = std::max(value, magnitude(change[i].a));
        values = std::max(values, magnitude(z[i].a));
        for (int k = 0; k < COLUMNS; ++k) {
            slope = std::max(slope, magnitude(change[i].b[k]));
            slopes = std::max(slopes, magnitude(z[i].b[k]));
        }
    }
    return std::max(value / values, slope / slopes);
}

}  // namespace

// Nodes, and their derivatives, of one start at each of the ascending times; `both` has z and p, each row of `out` a number and
// COLUMNS derivatives. Every step is off by `tolerance` at most.
extern "C" void solve(const double* both, int size, const double* times, int count, double tolerance, double* out) {
    State all(COLUMNS);
    for (int k = 0; k < COLUMNS; ++k) {
        all[k].a = both[k];
        all[k].b[k] = 1;
    }
    State z(all.begin(), all.begin() + size), p(all.begin() + size, all.end()), change;
    Number now = 0, width = 1e-3;
    for (int j = 0; j < count; ++j) {
        while (now < Number(times[j])) {
            const Number left = Number(times[j]) - now, step = width < left ? width : left;
            State after = extrapolated(z, p, step, change);
            const double error = relative(change, after);
            if (error <= tolerance) {
                z.swap(after);
                now = step == left ? Number(times[j]) : now + step;
            }
            const double factor = 0.9 * std::pow(tolerance / std::max(error, 1e-300), 1.0 / (2 * order - 1));
            if (error > tolerance || step == width) width = step * std::clamp(factor, 0.3, 2.0);
        }
        for (const Dual& one : place(z, p)) {
            *out++ = static_cast<double>(one.a);
            for (int k = 0; k < COLUMNS; ++k) *out++ = static_cast<double>(one.b[k]);
        }
    }
}
