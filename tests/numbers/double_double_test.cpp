// Double-double arithmetic against numbers of 400 bits, with and without a fused multiplication, in lanes and alone.

#include "numbers/double_double.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cstdint>
#include <limits>
#include <random>
#include <utility>
#include <vector>

#include "core/to_size.hpp"
#include "numbers/elementary.hpp"

using namespace cchnn;

namespace {

using Exact =
    boost::multiprecision::number<boost::multiprecision::cpp_bin_float<400, boost::multiprecision::digit_base_2>>;

Exact exact(const DoubleDouble& x) { return Exact(x.high) + Exact(x.low); }
double off(const DoubleDouble& x, const Exact& expected) { return static_cast<double>(abs(exact(x) - expected)); }

class Numbers {
  public:
    double uniform() { return 2 * (static_cast<double>(random_() >> 11) * 0x1p-53) - 1; }
    double any() { return std::ldexp(uniform(), static_cast<int>(random_() % 61) - 30); }
    DoubleDouble number() {
        const double high = any();
        return quick_two_sum(high, high * uniform() * 0x1p-53);
    }

  private:
    std::mt19937_64 random_{7};
};

bool same(double a, double b) {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) || (std::isnan(a) && std::isnan(b));
}
bool same(const DoubleDouble& a, const DoubleDouble& b) { return same(a.high, b.high) && same(a.low, b.low); }
bool normalised(const DoubleDouble& a) { return a.high + a.low == a.high; }

TEST_CASE("double-double: errors of sums relative to their parts, of products, quotients and roots to themselves") {
    Numbers numbers;
    double sum = 0, product = 0, quotient = 0, root = 0, mixed = 0;
    for (int i = 0; i < 20000; ++i) {
        const DoubleDouble a = numbers.number();
        // Every fourth sum cancels but for its last bits.
        const DoubleDouble b = i % 4 ? numbers.number() : DoubleDouble(-a.high, a.low * numbers.uniform());
        const double c = numbers.any(), sizes = std::fabs(a.high) + std::fabs(b.high);
        const Exact x = exact(a), y = exact(b);
        const double xy = static_cast<double>(abs(x * y)), ratio = static_cast<double>(abs(x / y));
        sum = std::max({sum, off(a + b, x + y) / sizes, off(a - b, x - y) / sizes});
        product = std::max(product, off(a * b, x * y) / xy);
        quotient = std::max(quotient, off(a / b, x / y) / ratio);
        const DoubleDouble size = absolute(a);
        const Exact exact_root = sqrt(abs(x));
        root = std::max(root, off(square_root(size), exact_root) / static_cast<double>(exact_root));
        const double sizes_c = std::fabs(a.high) + std::fabs(c), xc = std::fabs(a.high * c);
        mixed = std::max({mixed, off(a + c, x + c) / sizes_c, off(c - a, c - x) / sizes_c, off(c * a, x * c) / xc,
                          off(a / c, x / c) / std::fabs(a.high / c), off(c / a, c / x) / std::fabs(c / a.high)});
        for (const DoubleDouble& result : {a + b, a * b, a / b, square_root(size), c - a, a / c})
            CHECK(normalised(result));
    }
    MESSAGE("sum " << sum << ", product " << product << ", quotient " << quotient << ", root " << root << ", mixed "
                   << mixed);
    CHECK(sum <= 0x1p-104);                                                                // the header's (1)
    for (const double error : {product, quotient, root, mixed}) CHECK(error <= 0x1p-102);  // (2)
}

TEST_CASE("double-double: the rest of a product is exact, and Dekker's is the same number") {
    Numbers numbers;
    for (int i = 0; i < 20000; ++i) {
        const double a = numbers.any(), b = numbers.any(), product = a * b, rest = product_rest(a, b, product);
        CHECK(Exact(a) * Exact(b) == Exact(product) + Exact(rest));
        CHECK(same(product_rest_by_splitting(a, b, product) + 0.0, rest + 0.0));  // a zero may have the other sign
    }
}

// Pairs on which lanes could go astray, and others up to a whole number of groups of lanes.
std::vector<std::pair<DoubleDouble, DoubleDouble>> pairs(int lanes) {
    constexpr double infinity = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
    Numbers numbers;
    const DoubleDouble one = numbers.number();
    std::vector<std::pair<DoubleDouble, DoubleDouble>> all{{0.0, numbers.number()},  {infinity, 2.0},
                                                           {nan, numbers.number()},  {numbers.number(), nan},
                                                           {1e200, 1e200},           {one, {one.high, -one.low}},
                                                           {numbers.number(), -0.0}, {1e-200, -1e-200}};
    while (all.size() < 64 || all.size() % to_size(lanes) != 0) all.emplace_back(numbers.number(), numbers.number());
    return all;
}

template <class Number>
void check_group(const std::pair<DoubleDouble, DoubleDouble>* group) {
    Number a, b;
    for (int l = 0; l < lane_count<Number>; ++l) {
        set_lane(a, l, group[l].first);
        set_lane(b, l, group[l].second);
    }
    const double c = 0.3;
    const DoubleDouble third = DoubleDouble(1) / DoubleDouble(3);
    Number running = a;
    running += b;
    running *= a;
    running -= b;
    running /= a;
    running *= c;
    const auto less = a < b, not_more = a <= b, equal = a == b;
    for (int l = 0; l < lane_count<Number>; ++l) {
        CAPTURE(l);
        const auto& [p, q] = group[l];
        const auto in_lane = [l](const Number& value) { return number_in_lane(value, l); };
        CHECK(same(in_lane(a + b), p + q));
        CHECK(same(in_lane(a - c * b), p - c * q));
        CHECK(same(in_lane(a / b), p / q));
        CHECK(same(in_lane(c / b), c / q));
        CHECK(same(in_lane(b / c), q / c));
        CHECK(same(in_lane(third * b), third * q));
        CHECK(same(in_lane(square_root(absolute(b))), square_root(absolute(q))));
        CHECK(same(in_lane(select(a < b, a, b)), p < q ? p : q));
        DoubleDouble alone = p;
        alone += q;
        alone *= p;
        alone -= q;
        alone /= p;
        alone *= c;
        CHECK(same(in_lane(running), alone));
        CHECK(is_set(less, l) == (p < q));
        CHECK(is_set(not_more, l) == (p <= q));
        CHECK(is_set(equal, l) == (p == q));
        CHECK(same(lane(a, l), p.high));
        CHECK(same(lane(leading(b), l), q.high));
    }
}

template <class Values>
void check_lanes() {
    const auto all = pairs(lane_count<Values>);
    for (std::size_t i = 0; i < all.size(); i += to_size(lane_count<Values>))
        check_group<DoubleDoubleOf<Values>>(&all[i]);
}

constexpr int narrow = static_cast<int>(Pack::size());

TEST_CASE("double-double: every lane computes what a number alone does, in groups of one, two and four registers") {
    check_lanes<Pack>();
    check_lanes<LanesOf<2 * narrow>>();
    check_lanes<LanesOf<4 * narrow>>();
}

// Factors whose products are hard: short and long ones, all bits set, of all sizes down to the smallest number and up
// to the largest, and what is none.
std::vector<double> factors() {
    std::vector<double> all{0.0, -0.0, 1.0, std::numeric_limits<double>::infinity(),
                            std::numeric_limits<double>::quiet_NaN()};
    Numbers numbers;
    for (const int exponent : {-1074, -1060, -1023, -1022, -1000, -600, -537, -485, -484, -100, -1,   0,
                               1,     26,    27,    53,    300,   511,  512,  900,  995,  996,  1000, 1023})
        for (const double digits : {1.0, -0x1.fffffffffffffp0, 0x1.0000000000001p0, 0x1.0000002p0, 0x1.ffffffcp0,
                                    -0x1.5555555555555p0, 1 + std::fabs(numbers.uniform())})
            all.push_back(std::ldexp(digits, exponent));
    return all;
}
// Where every part of a product of two is a normal number and splitting overflows nowhere, so that the rest is exact:
// the least part is a 2^-104th of it, and 2^28 times a factor has to be finite.
bool splits_exactly(double a, double b) {
    const double product = std::fabs(a * b);
    for (const double x : {a, b})
        if (!(std::fabs(x) < 0x1p995)) return false;
    return a == 0 || b == 0 || (product >= 0x1p-918 && product <= 0x1p1000);
}

template <class Values>
void check_rests() {
    const std::vector<double> all = factors();
    const std::size_t count = all.size();
    for (std::size_t i = 0; i < count * count; ++i) {
        // Every lane another pair; neighbours are as hard.
        Values a = Values(0.0), b = Values(0.0);
        const auto first = [&](int l) { return all[(i + to_size(l)) % count]; };
        const auto second = [&](int l) { return all[(i / count + 3 * to_size(l)) % count]; };
        for (int l = 0; l < lane_count<Values>; ++l) {
            set_lane(a, l, first(l));
            set_lane(b, l, second(l));
        }
        const Values product = a * b, rest = product_rest(a, b, product),
                     split_rest = product_rest_by_splitting(a, b, product);
        int differ = 0;
        for (int l = 0; l < lane_count<Values>; ++l) {
            const double p = first(l), q = second(l), alone = p * q;
            differ += !same(lane(rest, l), product_rest(p, q, alone));
            differ += !same(lane(split_rest, l), product_rest_by_splitting(p, q, alone));
            if (splits_exactly(p, q))  // a zero may have the other sign
                differ += !same(lane(rest, l) + 0.0, product_rest_by_splitting(p, q, alone) + 0.0);
        }
        REQUIRE_MESSAGE(differ == 0, "from factors " << i % count << " and " << i / count);
    }
}

TEST_CASE("double-double: rests of products in lanes are those of Dekker's product, subnormal and huge factors too") {
    check_rests<Pack>();
    check_rests<LanesOf<2 * narrow>>();
    check_rests<LanesOf<4 * narrow>>();
}

TEST_CASE("double-double: rests of products of hard factors are exact") {
    const std::vector<double> all = factors();
    int tried = 0;
    for (const double a : all)
        for (const double b : all) {
            if (!splits_exactly(a, b)) continue;
            const double product = a * b;
            CHECK(Exact(a) * Exact(b) == Exact(product) + Exact(product_rest(a, b, product)));
            CHECK(Exact(a) * Exact(b) == Exact(product) + Exact(product_rest_by_splitting(a, b, product)));
            ++tried;
        }
    CHECK(tried > 10000);
}

TEST_CASE("double-double: comparisons look at the low part where the high ones are equal") {
    const DoubleDouble one(1), more(1, 1e-20), less(1, -1e-20);
    CHECK(less < one);
    CHECK(one < more);
    CHECK(!(one < one));
    CHECK(one <= one);
    CHECK(more > one);
    CHECK(more >= more);
    CHECK(more != one);
    CHECK(absolute(DoubleDouble(-1, -1e-20)) == more);
    CHECK(square_root(DoubleDouble(0)) == DoubleDouble(0));
}

TEST_CASE("double-double: what overflows or divides by zero is not finite, and stays so") {
    const DoubleDouble huge(1e300), zero(0);
    for (const DoubleDouble& x : {huge * huge, DoubleDouble(1) / zero, zero / zero, square_root(DoubleDouble(-1))}) {
        CHECK(!std::isfinite(x.high));
        CHECK(!std::isfinite((x + DoubleDouble(1)).high));
        CHECK(!std::isfinite((x * DoubleDouble(0.5)).high));
        CHECK(!(x < DoubleDouble(1) && x > DoubleDouble(-1)));
    }
}

TEST_CASE(
    "double-double: sine, cosine, exponential function, logarithm and hyperbolic tangent in 106 bits, in lanes too") {
    using Number = DoubleDoubleOf<Pack>;
    constexpr int last = lane_count<Number> - 1;
    Numbers numbers;
    double circle = 0, growth = 0, tangent = 0, logarithm = 0;
    for (int i = 0; i < 2000; ++i) {
        DoubleDouble x = numbers.number();
        if (std::fabs(x.high) > 1e6) x = x * 1e-4;
        const auto [sine, cosine] = sine_cosine(x);
        const Exact at = exact(x);
        circle = std::max({circle, off(sine, sin(at)), off(cosine, cos(at))});
        const DoubleDouble small = std::fabs(x.high) < 600 ? x : x * 1e-6;
        const Exact e = exp(exact(small)), t = tanh(exact(small));
        // The argument's own last bit counts as often as it is large.
        growth = std::max(growth,
                          off(exponential(small), e) / static_cast<double>(e) / std::max(1.0, std::fabs(small.high)));
        tangent = std::max(tangent, off(hyperbolic_tangent(small), t) / static_cast<double>(abs(t)));
        const DoubleDouble positive = x.high < 0 ? -x : x;
        const Exact l = log(exact(positive));
        logarithm = std::max(logarithm, off(natural_logarithm(positive), l) / std::fabs(static_cast<double>(l)));
        if (i % 100) continue;
        Number wide;
        set_lane(wide, last, positive);
        CHECK(same(number_in_lane(natural_logarithm(wide), last), natural_logarithm(positive)));
        set_lane(wide, last, x);
        const auto [s, c] = sine_cosine(wide);
        CHECK(same(number_in_lane(s, last), sine));
        CHECK(same(number_in_lane(c, last), cosine));
        set_lane(wide, last, small);
        CHECK(same(number_in_lane(exponential(wide), last), exponential(small)));
        CHECK(same(number_in_lane(hyperbolic_tangent(wide), last), hyperbolic_tangent(small)));
    }
    MESSAGE("sin, cos " << circle << ", exp " << growth << ", tanh " << tangent << ", log " << logarithm);
    for (const double error : {circle, growth, tangent, logarithm}) CHECK(error <= 0x1p-100);
    CHECK(std::isnan(sine_cosine(DoubleDouble(2e6)).sine.high));
    CHECK(!std::isfinite(exponential(DoubleDouble(1e5)).high));
    CHECK(exponential(DoubleDouble(-1e5)).high == 0);
}

}  // namespace
