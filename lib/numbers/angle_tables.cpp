#include "numbers/angle_tables.hpp"

#include <mpfr.h>

namespace cchnn {
namespace {

// A value of 200 bits as the nearest double and the nearest double to the rest.
DoubleDouble parts(mpfr_t value) {
    mpfr_t rest;
    mpfr_init2(rest, 200);
    const double high = mpfr_get_d(value, MPFR_RNDN);
    mpfr_sub_d(rest, value, high, MPFR_RNDN);
    const double low = mpfr_get_d(rest, MPFR_RNDN);
    mpfr_clear(rest);
    return {high, low};
}

AngleTables from_mpfr() {
    AngleTables tables;
    mpfr_t value, other;
    mpfr_inits2(200, value, other, static_cast<mpfr_ptr>(nullptr));
    for (std::size_t k = 0; k <= AngleTables::steps; ++k) {
        mpfr_set_d(value, static_cast<double>(k) / AngleTables::steps, MPFR_RNDN);
        mpfr_atan(other, value, MPFR_RNDN);
        tables.atan[k] = parts(other);
        mpfr_sin_cos(other, value, value, MPFR_RNDN);
        tables.sin[k] = parts(other);
        tables.cos[k] = parts(value);
    }
    mpfr_const_pi(value, MPFR_RNDN);
    tables.pi = parts(value);
    tables.half_pi = {tables.pi.high / 2, tables.pi.low / 2};
    mpfr_sub_d(value, value, tables.pi.high, MPFR_RNDN);
    mpfr_sub_d(value, value, tables.pi.low, MPFR_RNDN);
    tables.half_pi_rest = mpfr_get_d(value, MPFR_RNDN) / 2;
    mpfr_clears(value, other, static_cast<mpfr_ptr>(nullptr));
    mpfr_free_cache();
    return tables;
}

}  // namespace

const AngleTables& angle_tables() {
    static const AngleTables instance = from_mpfr();
    return instance;
}

}  // namespace cchnn
