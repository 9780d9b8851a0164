#include "integrate/steppers/step_control.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace cchnn;

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

}  // namespace

TEST_CASE("step control: roots of powers of two are exact") {
    CHECK(eighth_root(256.0) == 2.0);
    CHECK(eighth_root(1.0) == 1.0);
    CHECK(eighth_root(0.0) == 0.0);
    CHECK(eighth_root(std::ldexp(1.0, -48)) == std::ldexp(1.0, -6));
    CHECK(three_sixteenth_power(65536.0) == 8.0);
    CHECK(three_sixteenth_power(std::ldexp(1.0, -32)) == std::ldexp(1.0, -6));
    // Three or four square roots, half an ulp each: 2e-16 relative is rounding.
    CHECK(eighth_root(0.37) == doctest::Approx(std::pow(0.37, 0.125)).epsilon(1e-15));
    CHECK(three_sixteenth_power(0.37) == doctest::Approx(std::pow(0.37, 0.1875)).epsilon(1e-15));
}

TEST_CASE("step control: the factor is 0.9 over the root, between 0.2 and 5") {
    CHECK(step_factor(1.0) == 0.9);
    CHECK(step_factor(0.5) == 1.8);
    CHECK(step_factor(0.0) == 5.0);
    CHECK(step_factor(1e-300) == 5.0);
    CHECK(step_factor(1e300) == 0.2);
    CHECK(step_factor(0.18) == doctest::Approx(5.0).epsilon(1e-15));
    CHECK(step_factor(4.5) == doctest::Approx(0.2).epsilon(1e-15));
}

TEST_CASE("step control: a norm that is not a number shrinks the step as much as allowed") {
    CHECK(step_factor(inf) == 0.2);
    CHECK(step_factor(not_a_number) == 0.2);
    Lanes mixed = Lanes(0.9);
    set_lane(mixed, 3, not_a_number);
    const Lanes factor = step_factor(mixed);
    CHECK(lane(factor, 2) == 1.0);
    CHECK(lane(factor, 3) == 0.2);
}

TEST_CASE("step control: the norm is the RMS of errors over atol + rtol max(|z|, |z_new|)") {
    const std::vector<double> error{3e-3, -4e-3}, z{1.0, 2.0}, z_new{-2.0, 1.0};
    // Both scales are 1e-3 + 1e-3 * 2 = 3e-3; errors over them 1 and 4/3.
    CHECK(error_norm(error, z, z_new, 1e-3, {1e-3, 1e-3}) ==
          doctest::Approx(std::sqrt((1 + 16.0 / 9) / 2)).epsilon(1e-15));
    CHECK(std::isnan(error_norm<double>({not_a_number, 0.0}, z, z_new, 1e-3, {1e-3, 1e-3})));
    CHECK(error_norm<double>({0.0, 0.0}, {0.0, 0.0}, {0.0, 0.0}, 1e-3, {1e-3, 1e-3}) == 0.0);
}

TEST_CASE("step control: a first step is a hundredth of the time scale, between 1e-3 and 1 of the interval") {
    const std::vector<double> z{3.0, 4.0};
    CHECK(first_step<double>(z, {5.0, 0.0}, 1.0, 2) == 0.01);
    CHECK(first_step<double>(z, {1e9, 0.0}, 1.0, 2) == 1e-3);
    CHECK(first_step<double>(z, {0.0, 0.0}, 2.0, 2) == 2.0);           // nothing moves
    CHECK(first_step<double>({0.0, 0.0}, {0.0, 0.0}, 2.0, 2) == 2.0);  // 0/0
    CHECK(first_step<double>({0.0, 0.0}, {1.0, 0.0}, 2.0, 2) == 2e-3);
    CHECK(first_step<double>({not_a_number, 0.0}, {1.0, 0.0}, 2.0, 2) == 2.0);
    CHECK(first_step<double>({3.0, 4.0, 1e9}, {5.0, 0.0, 1e9}, 1.0, 2) ==
          0.01);  // a parameter of a curve does not count
}

TEST_CASE("step control: the last step ends exactly at the output and is never a sliver") {
    CHECK(cut_step(0.3, 1.0) == 0.3);
    CHECK(cut_step(1.0, 1.0) == 1.0);
    CHECK(cut_step(7.0, 1.0) == 1.0);
    CHECK(cut_step(0.999, 1.0) == 0.5);  // two halves instead of 0.999 and 0.001
    CHECK(cut_step(0.5, 1.0) == 0.5);
    CHECK(cut_step(not_a_number, 1.0) == 1.0);
    for (double proposed : {1e-3, 0.0137, 0.2, 1.0 / 3, 0.34, 0.49, 0.501, 0.7, 0.9999999, 1.5}) {
        CAPTURE(proposed);
        double remaining = 0.03, smallest = inf, largest = 0;
        int steps = 0;
        while (true) {
            const double h = cut_step(proposed * 0.03, remaining);
            smallest = std::min(smallest, h);
            largest = std::max(largest, h);
            ++steps;
            if (!(h < remaining)) break;
            remaining -= h;
        }
        CHECK(largest <= proposed * 0.03);
        CHECK(smallest >= 0.25 * largest);
        CHECK(steps <= std::ceil(1 / proposed) + 1);
    }
}

TEST_CASE("step control: lanes do what doubles do, bit for bit") {
    const double some[] = {0.0, 1e-9, 0.1234, 0.99, 1.0, 3.7, 1e5, inf};
    double values[lane_width];
    Lanes packed(0.0);
    for (std::size_t l = 0; l < lane_width; ++l)
        values[l] = some[l % std::size(some)] * (l < std::size(some) ? 1 : 0.37);
    for (int l = 0; l < lane_width; ++l) set_lane(packed, l, values[l]);
    for (int l = 0; l < lane_width; ++l) {
        CHECK(lane(eighth_root(packed), l) == eighth_root(values[l]));
        CHECK(lane(three_sixteenth_power(packed), l) == three_sixteenth_power(values[l]));
        CHECK(lane(step_factor(packed), l) == step_factor(values[l]));
        CHECK(lane(cut_step(packed, Lanes(1.5)), l) == cut_step(values[l], 1.5));
    }
}
