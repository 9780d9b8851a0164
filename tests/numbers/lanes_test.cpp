#include "numbers/lanes.hpp"

#include <doctest/doctest.h>

#include <bit>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

using namespace cchnn;

namespace {

constexpr int narrow = static_cast<int>(Pack::size());

// Numbers of all sizes, and those that arithmetic treats on their own.
template <class Values>
std::vector<double> numbers(std::mt19937_64& random) {
    std::vector<double> all;
    for (int l = 0; l < lane_count<Values>; ++l)
        all.push_back(std::ldexp(static_cast<double>(random()), static_cast<int>(random() % 90) - 100));
    all[0] = -0.0;
    all[1] = std::numeric_limits<double>::infinity();
    if (all.size() > 2) {
        all[2] = std::numeric_limits<double>::quiet_NaN();
        all[3] = -all[3];
    }
    return all;
}

bool same(double a, double b) {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) || (std::isnan(a) && std::isnan(b));
}

template <class Values>
void check_operations() {
    std::mt19937_64 random(5);
    const auto x = numbers<Values>(random), y = numbers<Values>(random);
    Values a = Values(0.0), b = Values(0.0);
    for (int l = 0; l < lane_count<Values>; ++l) {
        set_lane(a, l, x[static_cast<std::size_t>(l)]);
        set_lane(b, l, y[static_cast<std::size_t>(l)]);
    }
    const Values sum = a + b, difference = a - 2.0 * b, quotient = a / b, root = square_root(b),
                 chosen = select(a < b, a, b);
    Values running = a;
    running += b;
    running *= a;
    running -= b;
    running /= a;
    const auto less = a < b, equal = a == a, both = a < b && !(a <= b), either = a > b || a >= b;
    bool some_less = false;
    for (int l = 0; l < lane_count<Values>; ++l) {
        CAPTURE(l);
        const double p = x[static_cast<std::size_t>(l)], q = y[static_cast<std::size_t>(l)];
        some_less = some_less || p < q;
        CHECK(same(lane(a, l), p));
        CHECK(same(lane(sum, l), p + q));
        CHECK(same(lane(difference, l), p - 2.0 * q));
        CHECK(same(lane(quotient, l), p / q));
        CHECK(same(lane(root, l), std::sqrt(q)));
        CHECK(same(lane(absolute(a), l), p < 0 ? -p : p));
        CHECK(same(lane(chosen, l), p < q ? p : q));
        CHECK(same(lane(running, l), ((p + q) * p - q) / p));
        CHECK(is_set(less, l) == (p < q));
        CHECK(is_set(equal, l) == (p == p));
        CHECK(!is_set(both, l));
        CHECK(is_set(either, l) == (p > q || p >= q));
    }
    CHECK(any(less) == some_less);
    CHECK(any(equal));
    CHECK(!any(both));
}

TEST_CASE("every lane of a group of registers computes what double computes, in groups of one, two, four and eight") {
    check_operations<LanesOf<narrow>>();
    check_operations<LanesOf<2 * narrow>>();
    check_operations<LanesOf<4 * narrow>>();
    check_operations<LanesOf<8 * narrow>>();
}

// Subnormal, normal and huge ones, perfect squares and their neighbours, zeros, and what has no root.
std::vector<double> radicands() {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    std::vector<double> all{0.0,
                            -0.0,
                            infinity,
                            -infinity,
                            std::numeric_limits<double>::quiet_NaN(),
                            -1.0,
                            0x1p-1074,
                            0x1.8p-1070,
                            0x1.fffffffffffffp-1023,
                            std::numeric_limits<double>::max()};
    for (double root = 1; root < 1e200; root *= 1e7 + 1)
        for (const double square :
             {root * root, std::nextafter(root * root, 0.0), std::nextafter(root * root, infinity)}) {
            all.push_back(square);
            all.push_back(1 / square);
        }
    return all;
}

template <class Values>
void check_roots() {
    const std::vector<double> all = radicands();
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto number = [&](int l) { return all[(i + static_cast<std::size_t>(l)) % all.size()]; };
        Values x = Values(0.0);
        for (int l = 0; l < lane_count<Values>; ++l) set_lane(x, l, number(l));
        const Values root = square_root(x);
        for (int l = 0; l < lane_count<Values>; ++l) CHECK(same(lane(root, l), std::sqrt(number(l))));
    }
}

TEST_CASE("square roots in lanes are those of double, of every size and of what has none") {
    check_roots<Pack>();
    check_roots<LanesOf<2 * narrow>>();
    check_roots<LanesOf<4 * narrow>>();
}

#ifdef __FMA__
template <class Values>
void check_fused() {
    std::mt19937_64 random(11);
    for (int round = 0; round < 200; ++round) {
        const auto x = numbers<Values>(random), y = numbers<Values>(random);
        Values a = Values(0.0), b = Values(0.0), c = Values(0.0);
        for (int l = 0; l < lane_count<Values>; ++l) {
            const auto i = static_cast<std::size_t>(l);
            // Every other product cancels but for what a product that is rounded has lost.
            set_lane(a, l, x[i]);
            set_lane(b, l, y[i]);
            set_lane(c, l, (round + l) % 2 ? x[i] * y[i] : x[i]);
        }
        const Values fused = fused_multiply_subtract(a, b, c);
        for (int l = 0; l < lane_count<Values>; ++l)
            CHECK(same(lane(fused, l), std::fma(lane(a, l), lane(b, l), -lane(c, l))));
    }
}

TEST_CASE("fused products in lanes are rounded once, as those of double") {
    check_fused<Pack>();
    check_fused<LanesOf<2 * narrow>>();
    check_fused<LanesOf<4 * narrow>>();
}
#endif

}  // namespace
