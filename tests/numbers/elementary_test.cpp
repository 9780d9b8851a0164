// sin, cos, exp, tanh and log against MPFR in 300 bits, for double, for lanes, and for 113 bits.

#include <doctest/doctest.h>
#include <mpfr.h>

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <limits>
#include <random>

#include "numbers/elementary.hpp"
#include "numbers/jet.hpp"

using namespace cchnn;

namespace {

using Quad = boost::multiprecision::cpp_bin_float_quad;
using Function = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);

struct Mpfr {
    Mpfr() { mpfr_init2(value, 300); }
    ~Mpfr() { mpfr_clear(value); }
    Mpfr(const Mpfr&) = delete;
    Mpfr& operator=(const Mpfr&) = delete;
    mpfr_t value;
};

// |computed - f(x)| in units of the last of `bits` places of f(x). `computed` is a sum of doubles, exactly.
double error_in_ulps(const std::vector<double>& computed, Function f, double x, int bits) {
    Mpfr exact, sum;
    mpfr_set_d(exact.value, x, MPFR_RNDN);
    f(exact.value, exact.value, MPFR_RNDN);
    mpfr_set_zero(sum.value, 1);
    for (const double part : computed) mpfr_add_d(sum.value, sum.value, part, MPFR_RNDN);
    mpfr_sub(sum.value, sum.value, exact.value, MPFR_RNDN);
    if (mpfr_zero_p(exact.value)) return mpfr_zero_p(sum.value) ? 0 : std::numeric_limits<double>::infinity();
    mpfr_mul_2si(sum.value, sum.value, bits - mpfr_get_exp(exact.value), MPFR_RNDN);
    return std::fabs(mpfr_get_d(sum.value, MPFR_RNDN));
}
std::vector<double> parts(double x) { return {x}; }
std::vector<double> parts(Quad x) {
    std::vector<double> all;
    for (int i = 0; i < 3; ++i) {
        all.push_back(static_cast<double>(x));
        x -= Quad(all.back());
    }
    return all;
}

std::vector<double> arguments(double most, int count) {
    std::mt19937_64 random(5);
    std::vector<double> all{
        1e-300, 1e-9, 0.5, -0.5, 0.78539816339744828, 1.5707963267948966, -3.141592653589793, 100.53096491487338};
    const auto uniform = [&] { return static_cast<double>(random() >> 11) * 0x1p-53; };
    for (int i = 0; i < count; ++i)
        all.push_back((2 * uniform() - 1) * most * std::pow(2.0, -30 * uniform() * uniform()));
    return all;
}

template <class Real>
void check_functions(int bits, double trigonometric, double exponent, double tangent, int count) {
    double sine = 0, cosine = 0, exp = 0, tanh = 0;
    for (const double x : arguments(1e6, count)) {
        const auto [s, c] = sine_cosine(Real(x));
        sine = std::max(sine, error_in_ulps(parts(s), mpfr_sin, x, bits));
        cosine = std::max(cosine, error_in_ulps(parts(c), mpfr_cos, x, bits));
    }
    for (const double x : arguments(700, count))
        exp = std::max(exp, error_in_ulps(parts(exponential(Real(x))), mpfr_exp, x, bits));
    for (const double x : arguments(30, count))
        tanh = std::max(tanh, error_in_ulps(parts(hyperbolic_tangent(Real(x))), mpfr_tanh, x, bits));
    double log = 0;
    for (const double x : arguments(700, count)) {
        const double positive = std::fabs(x);
        if (positive > 0 && positive != 1)
            for (const double at : {positive, 1 + positive / 1000, 1 - positive / 1000, std::exp(x)})
                log = std::max(log, error_in_ulps(parts(natural_logarithm(Real(at))), mpfr_log, at, bits));
    }
    CHECK(log < 2);
    MESSAGE("units in the last place: log " << log << ", sin " << sine << ", cos " << cosine << ", exp " << exp
                                            << ", tanh " << tanh);
    CHECK(sine < trigonometric);
    CHECK(cosine < trigonometric);
    CHECK(exp < exponent);
    CHECK(tanh < tangent);
}

TEST_CASE("sin, cos and exp are right to a unit in the last place, log to two, tanh to three") {
    check_functions<double>(53, 1, 1, 3, 20000);  // as the header says
}

TEST_CASE("with 113 bits they are as right") { check_functions<Quad>(113, 1, 1, 3, 1000); }

TEST_CASE("a lane computes the bits that double does") {
    const auto all = arguments(1000, 4000);
    for (std::size_t i = 0; i + lane_width <= all.size(); i += lane_width) {
        Lanes x(0.0);
        for (int l = 0; l < lane_width; ++l) set_lane(x, l, all[i + static_cast<std::size_t>(l)]);
        const auto [s, c] = sine_cosine(x);
        const Lanes e = exponential(x), t = hyperbolic_tangent(x), logs = natural_logarithm(absolute(x));
        for (int l = 0; l < lane_width; ++l) {
            const double at = all[i + static_cast<std::size_t>(l)];
            CHECK(lane(s, l) == sine_cosine(at).sine);
            CHECK(lane(c, l) == sine_cosine(at).cosine);
            CHECK(lane(e, l) == exponential(at));
            CHECK(lane(t, l) == hyperbolic_tangent(at));
            CHECK(lane(logs, l) == natural_logarithm(std::fabs(at)));
        }
    }
}

TEST_CASE("where a function ends, it says so") {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    CHECK(exponential(1e4) == infinity);
    CHECK(exponential(-1e4) == 0);
    CHECK(exponential(infinity) == infinity);
    CHECK(std::isnan(exponential(std::nan(""))));
    CHECK(hyperbolic_tangent(1e5) == 1);
    CHECK(hyperbolic_tangent(-1e5) == -1);
    CHECK(std::isnan(hyperbolic_tangent(std::nan(""))));
    for (const double x : {1e7, -1e7, infinity, std::nan("")}) CHECK(std::isnan(sine_cosine(x).sine));
    for (const double x : {0.0, -1.0, 1e-310, infinity, std::nan("")}) CHECK(std::isnan(natural_logarithm(x)));
    CHECK(natural_logarithm(1.0) == 0);
    CHECK(natural_logarithm(std::numeric_limits<double>::max()) == std::log(std::numeric_limits<double>::max()));
    CHECK(sine_cosine(0.0).sine == 0);
    CHECK(sine_cosine(0.0).cosine == 1);
}

// f of jets: first and second derivatives typed out.
TEST_CASE("jets carry first and second derivatives through every operation") {
    const Jet<double> q{0.7, 1, 0}, u = q * q - Jet<double>{3, 0, 0} / q;  // u = q^2 - 3/q
    const double u1 = 2 * 0.7 + 3 / 0.49, u2 = 2 - 6 / 0.343;
    CHECK(u.first == doctest::Approx(u1).epsilon(1e-14));  // a few roundings
    CHECK(u.second == doctest::Approx(u2).epsilon(1e-14));
    const double value = u.value;
    const auto check = [&](const Jet<double>& found, double f1, double f2) {
        CHECK(found.first == doctest::Approx(f1 * u1).epsilon(1e-13));
        CHECK(found.second == doctest::Approx(f2 * u1 * u1 + f1 * u2).epsilon(1e-13));
    };
    check(sine(u), std::cos(value), -std::sin(value));
    check(cosine(u), -std::sin(value), -std::cos(value));
    check(exponential(u), std::exp(value), std::exp(value));
    const double t = std::tanh(value);
    check(hyperbolic_tangent(u), 1 - t * t, -2 * t * (1 - t * t));
    check(integer_power(u, 5), 5 * std::pow(value, 4), 20 * std::pow(value, 3));
    check(integer_power(u, -3), -3 * std::pow(value, -4), 12 * std::pow(value, -5));
    check(integer_power(u, 0), 0, 0);
    check(-u, -1, 0);
    const Jet<double> up = -u;  // 3.8
    CHECK(natural_logarithm(up).value == doctest::Approx(std::log(-value)).epsilon(1e-14));
    CHECK(natural_logarithm(up).first == doctest::Approx(u1 / value).epsilon(1e-13));
    CHECK(natural_logarithm(up).second == doctest::Approx(u2 / value - u1 * u1 / (value * value)).epsilon(1e-13));
    const Jet<double> w = u * u + Jet<double>{1, 0, 0};  // positive
    const Jet<double> root = square_root(w);
    CHECK(root.first == doctest::Approx(value * u1 / std::sqrt(w.value)).epsilon(1e-13));
    CHECK(root.second == doctest::Approx((u1 * u1 + value * u2) / std::sqrt(w.value) -
                                         value * value * u1 * u1 / std::pow(w.value, 1.5))
                             .epsilon(1e-13));
}

}  // namespace
