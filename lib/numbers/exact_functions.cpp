#include "numbers/exact_functions.hpp"

#include <mpfr.h>

#include <algorithm>
#include <array>

#include "core/parallel_for.hpp"
#include "numbers/angle_tables.hpp"
#include "numbers/many_angles.hpp"

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

// The angle where fast_atan2() leaves a doubt.
double doubtful_atan2(double y, double x) {
    const auto close = close_atan2(y, x);
    return close ? *close : rounded().atan2(y, x);
}

}  // namespace

double exact_log(double x) { return rounded().log(x); }

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
