#include "integrate/steppers/fehlberg78.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <boost/numeric/odeint/stepper/runge_kutta_fehlberg78.hpp>
#include <cmath>
#include <cstdint>
#include <vector>

namespace {

using State = std::vector<double>;

// Three coupled components, one of which stands still.
void field(const State& z, State& dzdt) {
    dzdt[0] = z[1] + 0.3 * z[2];
    dzdt[1] = -9.0 * std::sin(z[0]) - 0.1 * z[1] * z[2];
    dzdt[2] = z[0] * z[1];
    dzdt[3] = 0;
}

void check_same_bits(const State& one, const State& other) {
    for (std::size_t i = 0; i < one.size(); ++i) {
        CAPTURE(i);
        CHECK(std::bit_cast<std::uint64_t>(one[i]) == std::bit_cast<std::uint64_t>(other[i]));
    }
}

}  // namespace

TEST_CASE("fehlberg78: steps and their error estimates are those of Boost.Odeint, bit for bit") {
    boost::numeric::odeint::runge_kutta_fehlberg78<State> odeint;
    cchnn::Fehlberg78<double> ours(4);
    State z{1.0, 0.5, -0.7, 2.0}, dzdt(4), z_new(4), error(4), z_expected(4), error_expected(4);
    double largest = 0;
    for (int step = 0; step < 50; ++step) {
        CAPTURE(step);
        const double h = step % 3 == 0 ? 0.01 : 0.17;
        field(z, dzdt);
        odeint.do_step([](const State& at, State& rate, double) { field(at, rate); }, z, dzdt, 0.0, z_expected, h,
                       error_expected);
        ours.step(field, z, dzdt, h, z_new, error);
        check_same_bits(z_new, z_expected);
        check_same_bits(error, error_expected);
        largest = std::max(largest, std::fabs(error[1]));
        z = z_new;
    }
    CHECK(largest > 1e-9);
}
