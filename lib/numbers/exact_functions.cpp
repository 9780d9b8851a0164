#include "numbers/exact_functions.hpp"

#include <mpfr.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "core/parallel_for.hpp"
#include "numbers/angle_tables.hpp"
#include "numbers/double_double.hpp"
#include "numbers/many_angles.hpp"
#include "numbers/nearest_atan2.hpp"

namespace cchnn {
namespace {

// MPFR numbers of 53 bits, into which results are rounded once. Each thread has its own, as setting them up allocates.
class Rounded {
  public:
    Rounded() { mpfr_inits2(53, a_, b_, static_cast<mpfr_ptr>(nullptr)); }
    ~Rounded() {
        mpfr_clears(a_, b_, static_cast<mpfr_ptr>(nullptr));
        mpfr_free_cache();
    }
    Rounded(const Rounded&) = delete;
    Rounded& operator=(const Rounded&) = delete;

    double log(double x) {
        mpfr_set_d(a_, x, MPFR_RNDN);
        mpfr_log(a_, a_, MPFR_RNDN);
        return mpfr_get_d(a_, MPFR_RNDN);
    }
    SinCos sin_cos(double x) {
        mpfr_set_d(a_, x, MPFR_RNDN);
        mpfr_sin_cos(b_, a_, a_, MPFR_RNDN);
        return {mpfr_get_d(b_, MPFR_RNDN), mpfr_get_d(a_, MPFR_RNDN)};
    }
    double atan2(double y, double x) {
        mpfr_set_d(a_, y, MPFR_RNDN);
        mpfr_set_d(b_, x, MPFR_RNDN);
        mpfr_atan2(a_, a_, b_, MPFR_RNDN);
        return mpfr_get_d(a_, MPFR_RNDN);
    }

  private:
    mpfr_t a_, b_;
};

Rounded& rounded() {
    static const PerThread<Rounded> instances;
    return instances.here();
}

// log(1 + k/64) to 106 bits; the last one is log 2.
using Logs = std::array<DoubleDouble, 65>;
Logs logs_by_mpfr() {
    Logs logs;
    mpfr_t value;
    mpfr_init2(value, 200);
    for (std::size_t k = 1; k < logs.size(); ++k) {
        mpfr_set_d(value, 1 + static_cast<double>(k) / 64, MPFR_RNDN);
        mpfr_log(value, value, MPFR_RNDN);
        logs[k].high = mpfr_get_d(value, MPFR_RNDN);
        mpfr_sub_d(value, value, logs[k].high, MPFR_RNDN);
        logs[k].low = mpfr_get_d(value, MPFR_RNDN);
    }
    mpfr_clear(value);
    return logs;
}

//   (1)  log x = e log 2 + log c + 2 (s + s^3/3 + s^5/5 + ...),   x = 2^e m,  s = (m - c)/(m + c)
//
// with 1 <= m < 2 and c the nearest of 1 + k/64, so that |s| <= 1/256. All terms but the first of the series are
// double. Their error, and what is left out, is below 2^-63 of the result where |log x| > 1/64. Nothing when in doubt.
std::optional<double> fast_log(double x) {
    if (!(x > 0 && x < 0x1p1023) || std::fabs(x - 1) < 1.0 / 32) return std::nullopt;
    static const Logs logs = logs_by_mpfr();
    int exponent = 0;
    const double m = 2 * std::frexp(x, &exponent), k = std::nearbyint(64 * (m - 1)), c = 1 + k / 64;
    const DoubleDouble s = DoubleDouble(m - c) / two_sum(m, c), t = s + s;
    const double square = s.high * s.high,
                 rest = t.high * (square * (1.0 / 3 + square * (1.0 / 5 + square * (1.0 / 7 + square * (1.0 / 9)))));
    const DoubleDouble sum = logs.back() * static_cast<double>(exponent - 1) + logs[static_cast<std::size_t>(k)] + t;
    double result;
    const DoubleDouble whole = quick_two_sum(sum.high, sum.low + rest);
    return rounds_surely(whole, angle_error, result) ? std::optional(result) : std::nullopt;
}

// The angle where fast_atan2() leaves a doubt.
double doubtful_atan2(double y, double x) {
    const auto close = close_atan2(y, x);
    return close ? *close : rounded().atan2(y, x);
}

}  // namespace

double exact_log(double x) {
    if (const auto fast = fast_log(x)) return *fast;
    return rounded().log(x);
}

SinCos exact_sin_cos(double x) {
    if (const auto fast = fast_sin_cos(x)) return *fast;
    return rounded().sin_cos(x);
}

ExactSinCos exact_sin_cos(const Exact& x) {
    // Holds the sum of both parts of x, and both parts of a result.
    constexpr mpfr_prec_t bits = 212;
    mpfr_t angle, sine, cosine;
    mpfr_inits2(bits, angle, sine, cosine, static_cast<mpfr_ptr>(nullptr));
    mpfr_set_d(angle, x.high, MPFR_RNDN);
    mpfr_add_d(angle, angle, x.low, MPFR_RNDN);
    mpfr_sin_cos(sine, cosine, angle, MPFR_RNDN);
    const auto taken = [](mpfr_t number) {
        const double high = mpfr_get_d(number, MPFR_RNDN);
        mpfr_sub_d(number, number, high, MPFR_RNDN);
        return Exact(high, mpfr_get_d(number, MPFR_RNDN));
    };
    const ExactSinCos found{taken(sine), taken(cosine)};
    mpfr_clears(angle, sine, cosine, static_cast<mpfr_ptr>(nullptr));
    return found;
}

void exact_atan2(std::size_t count, const double* y, const double* x, double* angles, FastAngles fast) {
    constexpr std::size_t block = 256;
    std::array<bool, block> sure;
    for (std::size_t first = 0; first < count; first += block) {
        const std::size_t here = std::min(block, count - first);
        if (fast) fast(angle_tables(), here, y + first, x + first, angles + first, sure.data());
        else fast_atan2(here, y + first, x + first, angles + first, sure.data());
        for (std::size_t i = 0; i < here; ++i)
            if (!sure[i]) angles[first + i] = doubtful_atan2(y[first + i], x[first + i]);
    }
}

void exact_atan2(std::size_t count, const double* y, const double* x, double* angles) {
    exact_atan2(count, y, x, angles, nullptr);
}

double exact_atan2(double y, double x) {
    if (const auto fast = fast_atan2(y, x)) return *fast;
    return doubtful_atan2(y, x);
}

}  // namespace cchnn
