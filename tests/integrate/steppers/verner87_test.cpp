#include "integrate/steppers/verner87.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <boost/numeric/odeint/integrate/integrate_adaptive.hpp>
#include <boost/numeric/odeint/stepper/generation/make_controlled.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_dopri5.hpp>
#include <cmath>
#include <vector>

namespace {

namespace odeint = boost::numeric::odeint;
namespace tableau = cchnn::verner87_tableau;

constexpr int stages = 13;
using Row = std::array<double, stages>;

template <std::size_t N>
Row dense(const std::array<tableau::Weight, N>& weights) {
    Row row{};
    for (const tableau::Weight& w : weights) row[static_cast<std::size_t>(w.stage - 1)] += w.value;
    return row;
}

const std::array<Row, stages>& a() {
    static const std::array<Row, stages> rows{Row{},
                                              dense(tableau::a2),
                                              dense(tableau::a3),
                                              dense(tableau::a4),
                                              dense(tableau::a5),
                                              dense(tableau::a6),
                                              dense(tableau::a7),
                                              dense(tableau::a8),
                                              dense(tableau::a9),
                                              dense(tableau::a10),
                                              dense(tableau::a11),
                                              dense(tableau::a12),
                                              dense(tableau::a13)};
    return rows;
}

double dot(const Row& u, const Row& w) {
    double sum = 0;
    for (std::size_t i = 0; i < stages; ++i) sum += u[i] * w[i];
    return sum;
}
Row times(const Row& u, const Row& w) {
    Row out;
    for (std::size_t i = 0; i < stages; ++i) out[i] = u[i] * w[i];
    return out;
}
Row apply(const Row& u) {
    Row out;
    for (std::size_t i = 0; i < stages; ++i) out[i] = dot(a()[i], u);
    return out;
}
Row c_to(int power) {
    Row out;
    for (std::size_t i = 0; i < stages; ++i) out[i] = std::pow(tableau::c[i], power);
    return out;
}

// Angle from straight down and its rate, |g| / l = 9.
using State = std::vector<double>;
void pendulum(const State& z, State& dzdt, double) {
    dzdt[0] = z[1];
    dzdt[1] = -9.0 * std::sin(z[0]);
}

template <class Stepper>
State fixed_steps(Stepper stepper, int steps, double end) {
    State z{1.0, 0.5};
    for (int i = 0; i < steps; ++i) stepper.do_step(pendulum, z, i * end / steps, end / steps);
    return z;
}

double distance(const State& u, const State& w) { return std::hypot(u[0] - w[0], u[1] - w[1]); }

template <class Stepper>
double measured_order(int steps, const State& truth) {
    const double coarse = distance(fixed_steps(Stepper(), steps, 1.0), truth);
    const double fine = distance(fixed_steps(Stepper(), 2 * steps, 1.0), truth);
    return std::log2(coarse / fine);
}

using Verner = cchnn::runge_kutta_verner87<State>;

}  // namespace

// Weights are as large as 118 and sum to 1: rounding of the sums is 118 * 13 * 1.1e-16 = 2e-13, so 1e-12 is rounding.
TEST_CASE("verner87: every row of the tableau sums to its node") {
    for (std::size_t i = 0; i < stages; ++i) {
        CAPTURE(i);
        CHECK(std::fabs(dot(a()[i], c_to(0)) - tableau::c[i]) < 1e-12);
        for (std::size_t j = i; j < stages; ++j) CHECK(a()[i][j] == 0.0);  // explicit
    }
}

TEST_CASE("verner87: b integrates c^k exactly up to k = 7, b_hat up to 6, and no further") {
    const Row b = dense(tableau::b), b_hat = dense(tableau::b_hat);
    for (int k = 0; k <= 7; ++k) CHECK(std::fabs(dot(b, c_to(k)) - 1.0 / (k + 1)) < 1e-12);
    for (int k = 0; k <= 6; ++k) CHECK(std::fabs(dot(b_hat, c_to(k)) - 1.0 / (k + 1)) < 1e-12);
    CHECK(std::fabs(dot(b, c_to(8)) - 1.0 / 9) > 1e-8);
    CHECK(std::fabs(dot(b_hat, c_to(7)) - 1.0 / 8) > 1e-8);
}

TEST_CASE("verner87: order conditions of bushy, tall and branched trees hold") {
    const Row b = dense(tableau::b);
    // sum b_i c_i^m a_ij c_j^k = 1 / ((k + 1) (k + m + 2)), for all trees with at most 8 nodes
    for (int m = 0; m <= 5; ++m)
        for (int k = 1; k + m + 2 <= 8; ++k) {
            CAPTURE(m);
            CAPTURE(k);
            CHECK(std::fabs(dot(times(b, c_to(m)), apply(c_to(k))) - 1.0 / ((k + 1.0) * (k + m + 2.0))) < 1e-11);
        }
    // tall trees b A^m c^k: k! / (k + m + 1)!
    for (int k = 1; k <= 6; ++k) {
        Row u = c_to(k);
        double expected = 1.0 / (k + 1);
        for (int m = 1; k + m + 1 <= 8; ++m) {
            u = apply(u);
            expected /= k + m + 1;
            CAPTURE(m);
            CAPTURE(k);
            CHECK(std::fabs(dot(b, u) - expected) < 1e-11);
        }
    }
    // two branches: sum b_i (A c^j)_i (A c^k)_i = 1 / ((j + 1) (k + 1) (j + k + 3))
    for (int j = 1; j <= 4; ++j)
        for (int k = j; j + k + 3 <= 8; ++k) {
            CAPTURE(j);
            CAPTURE(k);
            const double expected = 1.0 / ((j + 1.0) * (k + 1.0) * (j + k + 3.0));
            CHECK(std::fabs(dot(b, times(apply(c_to(j)), apply(c_to(k)))) - expected) < 1e-11);
        }
}

// Steps of 0.05 s: errors of 1e-10 and above stand well clear of rounding. The measured order wanders by the next term
// of the error, of relative size h: a few tenths.
TEST_CASE("verner87: fixed steps converge with order 8, dopri5 with order 5") {
    const State truth = fixed_steps(Verner(), 400, 1.0);  // h = 0.0025: truncation below 1e-17
    CHECK(measured_order<Verner>(8, truth) == doctest::Approx(8.0).epsilon(0.08));
    CHECK(measured_order<odeint::runge_kutta_dopri5<State>>(20, truth) == doctest::Approx(5.0).epsilon(0.08));
}

TEST_CASE("verner87: the error estimate is of order h^8") {
    const auto estimate = [](double h) {
        Verner stepper;
        const State z{1.0, 0.5};
        State dzdt(2), out(2), error(2);
        pendulum(z, dzdt, 0.0);
        stepper.do_step(pendulum, z, dzdt, 0.0, out, h, error);
        return std::hypot(error[0], error[1]);
    };
    // A local error: b is exact to h^8 and b_hat to h^7, they differ in the term of h^8. Next term: relative size h.
    CHECK(std::log2(estimate(0.1) / estimate(0.05)) == doctest::Approx(8.0).epsilon(0.05));
}

TEST_CASE("verner87: Odeint's own step control runs it") {
    State z{1.0, 0.5};
    const auto controlled = odeint::make_controlled<Verner>(1e-12, 1e-12);
    const std::size_t steps = odeint::integrate_adaptive(controlled, pendulum, z, 0.0, 1.0, 0.01);
    // Local tolerance 1e-12 in every step, tens of steps, growth of errors of order 1.
    CHECK(distance(z, fixed_steps(Verner(), 400, 1.0)) < 1e-10);
    CHECK(steps < 60);  // order 8: a method of order 5 takes some 150
}
