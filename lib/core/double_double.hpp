#pragma once
// A number as the unevaluated sum of two doubles, high + low with |low| <= ulp(high)/2: some 106 bits. What two_sum and
// two_product return is exact (Knuth 1969, Dekker 1971), as long as nothing overflows or underflows.

#include <cmath>

namespace cchnn {

struct DoubleDouble {
    double high = 0, low = 0;
};

inline DoubleDouble two_sum(double a, double b) {
    const double sum = a + b, part = sum - a;
    return {sum, (a - (sum - part)) + (b - part)};
}
// |a| >= |b| or a = 0.
inline DoubleDouble quick_two_sum(double a, double b) {
    const double sum = a + b;
    return {sum, b - (sum - a)};
}
// The upper 26 bits and the rest.
inline DoubleDouble split(double a) {
    const double shifted = 0x1.0000002p27 * a, high = shifted - (shifted - a);
    return {high, a - high};
}
inline DoubleDouble two_product(double a, double b) {
    const double product = a * b;
#ifdef __FMA__
    return {product, __builtin_fma(a, b, -product)};  // the same exact rest in one instruction
#else
    const DoubleDouble x = split(a), y = split(b);
    return {product, ((x.high * y.high - product) + x.high * y.low + x.low * y.high) + x.low * y.low};
#endif
}

inline DoubleDouble operator+(const DoubleDouble& a, const DoubleDouble& b) {
    const DoubleDouble high = two_sum(a.high, b.high);
    return quick_two_sum(high.high, high.low + (a.low + b.low));
}
inline DoubleDouble operator*(const DoubleDouble& a, const DoubleDouble& b) {
    const DoubleDouble high = two_product(a.high, b.high);
    return quick_two_sum(high.high, high.low + (a.high * b.low + a.low * b.high));
}
inline DoubleDouble operator/(const DoubleDouble& a, const DoubleDouble& b) {
    const double high = a.high / b.high;
    const DoubleDouble back = two_product(high, b.high);
    return quick_two_sum(high, ((a.high - back.high) - back.low + a.low - high * b.low) / b.high);
}
inline DoubleDouble operator-(const DoubleDouble& a) { return {-a.high, -a.low}; }

// The double nearest to a value that is known as `a` up to a relative error: whether there is no doubt which one it is.
inline bool rounds_surely(const DoubleDouble& a, double relative_error, double& nearest) {
    const double error = std::fabs(a.high) * relative_error;
    nearest = a.high + (a.low + error);
    return nearest == a.high + (a.low - error);
}

}  // namespace cchnn
