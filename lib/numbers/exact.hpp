#pragma once
// Constants that follow from the numbers of a system file: 1/m, l^2, m g, mu0/(4 pi) m, weights of points. The numbers
// of the file are doubles; these are computed in 106 bits, high + low. Kernels take them in their own number type:
// double-double numbers whole, doubles and lanes rounded once. Rounded to double earlier, they would belong to another
// system, and a refined trajectory would have the error that grows from a relative change of 1e-16.
//
// Not a number type of the stepping path. The header is small, because all that describes a system includes it.

namespace cchnn {

struct Exact {
    double high = 0, low = 0;

    Exact() = default;
    Exact(double value) : high(value) {}  // NOLINT: a number of the file is what it is
    Exact(double h, double l) : high(h), low(l) {}
    explicit operator double() const { return high; }

    // Errors of 2^-102, double_double.hpp.
    friend Exact operator+(const Exact& a, const Exact& b);
    friend Exact operator-(const Exact& a, const Exact& b);
    friend Exact operator*(const Exact& a, const Exact& b);
    friend Exact operator/(const Exact& a, const Exact& b);
    friend Exact operator-(const Exact& a) { return {-a.high, -a.low}; }
    Exact& operator+=(const Exact& b) { return *this = *this + b; }
    Exact& operator-=(const Exact& b) { return *this = *this - b; }
    Exact& operator*=(const Exact& b) { return *this = *this * b; }
    friend Exact square_root(const Exact& a);

    friend bool operator==(const Exact& a, const Exact& b) { return a.high == b.high && a.low == b.low; }
    friend bool operator<(const Exact& a, const Exact& b) {
        return a.high < b.high || (a.high == b.high && a.low < b.low);
    }
    friend bool operator>(const Exact& a, const Exact& b) { return b < a; }
};

inline Exact absolute(const Exact& a) { return a < Exact(0.0) ? -a : a; }
Exact square_root(const Exact& a);

inline const Exact exact_pi{0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53};

// The number in another type; types of more than 53 bits specialise it.
template <class To>
struct FromExact {
    static To of(const Exact& a) { return To(a.high); }
};
// The type of a constant, the same for all lanes, that a kernel of Real multiplies by.
template <class Real>
struct ConstantFor {
    using type = double;
};
template <>
struct FromExact<Exact> {
    static const Exact& of(const Exact& a) { return a; }
};

}  // namespace cchnn
