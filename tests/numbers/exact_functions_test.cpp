#include "numbers/exact_functions.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>
#include <vector>

#include "integrate/kernel_door.hpp"
#include "numbers/many_angles.hpp"

namespace cchnn {
namespace {

using Quad = boost::multiprecision::cpp_bin_float_quad;
using Wide = boost::multiprecision::cpp_bin_float_100;  // its sin and cos keep digits where nearly all cancel
constexpr double pi = std::numbers::pi, infinity = std::numeric_limits<double>::infinity();

// Quad carries 113 bits: rounding it to double is the correct rounding unless it lies within 2^-60 ulp of a tie.
TEST_CASE("log, sin, cos and atan2 are the exact values rounded once") {
    std::mt19937_64 bits(20);
    std::uniform_real_distribution<double> unit(0, 1), wide(-700, 700), angle(-1000, 1000);
    for (int i = 0; i < 3000; ++i) {
        const double x = i % 2 ? unit(bits) : std::exp(wide(bits)), a = i % 3 ? angle(bits) / 300 : angle(bits);
        CHECK(exact_log(x) == static_cast<double>(log(Quad(x))));
        const SinCos both = exact_sin_cos(a);
        CHECK(both.sin == static_cast<double>(sin(Quad(a))));
        CHECK(both.cos == static_cast<double>(cos(Quad(a))));
        const double up = angle(bits), along = i % 5 ? angle(bits) : up * (1 + 1e-9 * unit(bits));
        CHECK(exact_atan2(up, along) == static_cast<double>(atan2(Quad(up), Quad(along))));
    }
    CHECK(exact_log(1) == 0);
    CHECK(exact_sin_cos(0).sin == 0);
    CHECK(exact_sin_cos(0).cos == 1);
    CHECK(std::signbit(exact_sin_cos(-0.0).sin));
    CHECK(exact_sin_cos(3.141592653589793).sin == 1.2246467991473532e-16);  // pi - its double
}

// Where the table's entries meet, at powers of two, near 1, and in the tails of a normal distribution.
TEST_CASE("log is right where its tables meet") {
    std::mt19937_64 bits(21);
    std::uniform_real_distribution<double> tail(0, 0.075), off(-1e-9, 1e-9);
    std::vector<double> numbers{0x1p-1074, 0x1.8p-1060, 0x1p-1022, 0x1.fffffffffffffp1022,
                                0x1p1023,  2,           0.5,       0x1.fffffffffffffp0};
    for (int i = 0; i < 3000; ++i) numbers.push_back(tail(bits));
    for (int k = 0; k <= 128; ++k)
        for (const double scale : {0x1p-30, 0.5, 1.0, 2.0, 0x1p9})
            for (const double apart : {0.0, off(bits)}) numbers.push_back(scale * (1 + k / 128.0 + apart));
    for (const double x : {1 - 1.0 / 32, 1 + 1.0 / 32, 1 - 1.0 / 64, 1 + 1.0 / 64})
        for (const double apart : {0.0, 1e-16, -1e-16, 1e-7, -1e-7}) numbers.push_back(x + apart);
    for (const double x : numbers) {
        CAPTURE(x);
        CHECK(exact_log(x) == static_cast<double>(log(Quad(x))));
    }
    CHECK(exact_log(infinity) == infinity);
    CHECK(exact_log(0) == -infinity);
    CHECK(std::isnan(exact_log(-1)));
    CHECK(std::isnan(exact_log(std::numeric_limits<double>::quiet_NaN())));
}

// Near multiples of pi/2 and of 1/64, of both sides of every branch, and where nearly all digits cancel.
TEST_CASE("sin, cos and atan2 are right where their tables and quarter turns meet") {
    for (int k = 0; k <= 64; ++k)
        for (const double off : {-1e-17, 0.0, 1e-17, 1e-9, 0x1p-7, -0x1p-7}) {
            const double t = k / 64.0 + off;
            for (const double sign : {1.0, -1.0}) {
                CHECK(exact_atan2(t, sign) == static_cast<double>(atan2(Wide(t), Wide(sign))));
                CHECK(exact_atan2(sign, t) == static_cast<double>(atan2(Wide(sign), Wide(t))));
            }
            CHECK(exact_sin_cos(t).sin == static_cast<double>(sin(Wide(t))));
            CHECK(exact_sin_cos(t).cos == static_cast<double>(cos(Wide(t))));
        }
    for (int k = -40; k <= 40; ++k)
        for (const double off : {0.0, 1e-15, -3e-12, 1e-9, 0.01}) {
            const double t = k * pi / 2 + off;
            CHECK(exact_sin_cos(t).sin == static_cast<double>(sin(Wide(t))));
            CHECK(exact_sin_cos(t).cos == static_cast<double>(cos(Wide(t))));
        }
}

TEST_CASE("sine and cosine of a constant of 106 bits have 106 bits") {
    std::mt19937_64 bits(22);
    std::uniform_real_distribution<double> angle(-1000, 1000);
    const auto wide = [](const Exact& a) { return Wide(a.high) + Wide(a.low); };
    for (int i = 0; i < 1000; ++i) {
        const Exact x = Exact(35.0) * Exact(angle(bits));
        const ExactSinCos both = exact_sin_cos(x);
        CHECK(both.sin.high == static_cast<double>(sin(wide(x))));
        CHECK(both.cos.high == static_cast<double>(cos(wide(x))));
        CHECK(std::fabs(static_cast<double>(wide(both.sin) - sin(wide(x)))) <= 0x1p-106);
        CHECK(std::fabs(static_cast<double>(wide(both.cos) - cos(wide(x)))) <= 0x1p-106);
    }
    CHECK(exact_sin_cos(Exact(0.0)).sin == Exact(0.0));
    CHECK(exact_sin_cos(Exact(0.0)).cos == Exact(1.0));
}

TEST_CASE("the fast way agrees with MPFR wherever it answers, and answers nearly always") {
    std::mt19937_64 bits(21);
    std::uniform_real_distribution<double> turn(-7, 7);
    int answered = 0, all = 0;
    for (int i = 0; i < 20000; ++i, ++all) {
        const double a = turn(bits), b = turn(bits);
        const auto fast = fast_atan2(a, b);
        const auto both = fast_sin_cos(a);
        answered += fast && both;
        if (i % 10) continue;
        if (fast) CHECK(*fast == static_cast<double>(atan2(Quad(a), Quad(b))));
        if (both) CHECK(both->sin == static_cast<double>(sin(Quad(a))));
    }
    CHECK(answered > 0.99 * all);
    for (const double bad : {0.0, -0.0, infinity, std::nan(""), 1e-300}) CHECK(!fast_atan2(bad, 1));
    CHECK(!fast_sin_cos(1e7));
    CHECK(!fast_sin_cos(infinity));
    CHECK(!fast_sin_cos(std::nan("")));
}

// The error is below 2^-95 of the angle, 2^-101.9 in 15,000 samples; Wide has 2^-332.
TEST_CASE(
    "what the fast atan2 doubts, all of the series in double-double numbers decides, as the exact value is rounded") {
    std::mt19937_64 bits(23);
    std::uniform_real_distribution<double> turn(-7, 7);
    int doubted = 0;
    for (int i = 0; i < 200000 && doubted < 200; ++i) {
        const double y = turn(bits), x = i % 2 ? turn(bits) : y * (1 + turn(bits) / 1000);
        if (fast_atan2(y, x)) continue;
        ++doubted;
        const auto close = close_atan2(y, x);
        CHECK(close.has_value());
        CHECK(close.value_or(0) == static_cast<double>(atan2(Wide(y), Wide(x))));
    }
    CHECK(doubted == 200);
    for (const double bad : {0.0, infinity, std::nan(""), 1e-300}) CHECK(!close_atan2(bad, 1));
}

// Any number of points: whole groups of lanes and a rest, and some that the fast way doubts or leaves to MPFR.
TEST_CASE("angles side by side are those of one after the other, bit for bit") {
    std::mt19937_64 bits(22);
    std::uniform_real_distribution<double> turn(-7, 7);
    for (const std::size_t count : {0U, 1U, 7U, 64U, 65U, 1000U}) {
        std::vector<double> y(count), x(count), angles(count);
        for (std::size_t i = 0; i < count; ++i) {
            y[i] = turn(bits);
            x[i] = turn(bits);
        }
        const double special[][2] = {{0.0, -1.0},     {-0.0, -1.0}, {1e-300, 1.0},
                                     {infinity, 3.0}, {1.0, 0.0},   {-1.0, 1.0}};
        for (std::size_t i = 0; i < std::min<std::size_t>(count, 6); ++i) {
            y[i] = special[i][0];
            x[i] = special[i][1];
        }
        exact_atan2(count, y.data(), x.data(), angles.data());
        for (std::size_t i = 0; i < count; ++i) {
            CAPTURE(y[i]);
            CAPTURE(x[i]);
            CHECK(std::bit_cast<std::uint64_t>(angles[i]) == std::bit_cast<std::uint64_t>(exact_atan2(y[i], x[i])));
        }
        std::vector<double> of_kernels(count);
        exact_atan2(count, y.data(), x.data(), of_kernels.data(), cchnn_kernels()->angles);
        CHECK(of_kernels == angles);
    }
    double nan = 0;
    const double one = 1, none = std::nan("");
    exact_atan2(1, &none, &one, &nan);
    CHECK(std::isnan(nan));
}

TEST_CASE("atan2 knows the signs of zeros, sizes far apart, infinities and NaN") {
    CHECK(exact_atan2(0, -1) == pi);
    CHECK(exact_atan2(-0.0, -1) == -pi);
    CHECK(exact_atan2(1, 0) == pi / 2);
    CHECK(exact_atan2(-1, 0) == -pi / 2);
    CHECK(exact_atan2(0, 1) == 0);
    CHECK(std::signbit(exact_atan2(-0.0, 1)));
    CHECK(exact_atan2(0, 0) == 0);
    CHECK(exact_atan2(1e-200, 1) == 1e-200);
    CHECK(exact_atan2(1e-320, 1e-320) == pi / 4);
    CHECK(exact_atan2(1e300, 1e300) == pi / 4);
    CHECK(exact_atan2(infinity, -infinity) == 3 * pi / 4);
    CHECK(std::isnan(exact_atan2(std::nan(""), 1)));
    CHECK(exact_sin_cos(1e22).sin == -0.8522008497671888);  // Ng 1992, the classic of argument reduction
    CHECK(std::isnan(exact_sin_cos(infinity).sin));
}

}  // namespace
}  // namespace cchnn
