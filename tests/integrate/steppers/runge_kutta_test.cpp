#include "integrate/steppers/runge_kutta.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <boost/numeric/odeint/integrate/integrate_adaptive.hpp>
#include <boost/numeric/odeint/stepper/generation/make_controlled.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta4.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_dopri5.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_fehlberg78.hpp>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

using namespace cchnn;

namespace {

// A tableau that no method of the library uses: Kutta's 3/8 rule, Z. Math. Phys. 46 (1901) 435-453. It is a method with
// this table and the row `kutta_38` of `methods` below.
constexpr Tableau<4> kutta_38{
    .order = 4,
    .embedded_order = 0,
    .step_enters = StepEnters::weights,
    .c = {0.0, 1.0 / 3, 2.0 / 3, 1.0},
    .a = {{{}, {{1}, {1.0 / 3}}, {{1, 2}, {-1.0 / 3, 1.0}}, {{1, 2, 3}, {1.0, -1.0, 1.0}}}},
    .b = {{1, 2, 3, 4}, {1.0 / 8, 3.0 / 8, 3.0 / 8, 1.0 / 8}},
    .b_hat = {},
};

using State = std::vector<double>;

// Angle from straight down and its rate, |g| / l = 9; the third component depends on time alone.
void pendulum(const State& z, State& dzdt, double t) {
    dzdt[0] = z[1];
    dzdt[1] = -9.0 * std::sin(z[0]);
    dzdt[2] = std::cos(t);
}
const State start{1.0, 0.5, 0.0};

template <class Stepper>
State fixed_steps(int steps) {
    Stepper stepper;
    State z = start;
    for (int i = 0; i < steps; ++i) stepper.do_step(pendulum, z, static_cast<double>(i) / steps, 1.0 / steps);
    return z;
}

double distance(const State& u, const State& w) { return std::hypot(u[0] - w[0], u[1] - w[1], u[2] - w[2]); }

template <const auto& tableau>
double error_estimate(double h) {
    RungeKutta<tableau, State> stepper;
    State dzdt(3), out(3), error(3);
    pendulum(start, dzdt, 0.0);
    stepper.do_step(pendulum, start, dzdt, 0.0, out, h, error);
    return std::hypot(error[0], error[1]);
}

// A tableau as what tests ask of it. A new one is one row of `methods`.
struct MethodRow {
    std::string name;
    int order, embedded_order;
    std::vector<double> c;
    std::vector<TableauRow> a;
    TableauRow b, b_hat;
    State (*after_one_second)(int steps);
    double (*estimate)(double h);  // null without bhat
    int steps;                     // of one second, whose error is that of the method and not of rounding
};
template <const auto& tableau>
MethodRow method_row(const char* name, int steps) {
    MethodRow made{name,
                   tableau.order,
                   tableau.embedded_order,
                   {tableau.c.begin(), tableau.c.end()},
                   {tableau.a.begin(), tableau.a.end()},
                   tableau.b,
                   tableau.b_hat,
                   fixed_steps<RungeKutta<tableau, State>>,
                   nullptr,
                   steps};
    if constexpr (tableau.embedded_order > 0) made.estimate = error_estimate<tableau>;
    return made;
}
const std::vector<MethodRow>& methods() {
    static const std::vector<MethodRow> rows{
        method_row<tableaus::verner_87>("verner_87", 8), method_row<tableaus::fehlberg_87>("fehlberg_87", 8),
        method_row<tableaus::dormand_prince_54>("dormand_prince_54", 20),
        method_row<tableaus::runge_kutta_4>("runge_kutta_4", 40), method_row<kutta_38>("kutta_38", 40)};
    return rows;
}

using Real = long double;
using Stages = std::vector<Real>;

Real dot(const TableauRow& row, const Stages& u) {
    Real sum = 0;
    for (std::size_t w = 0; w < row.size; ++w) sum += static_cast<Real>(row[w].value) * u[row[w].stage - 1];
    return sum;
}

// A rooted tree: its number of nodes, its density gamma, and the product over the branches of its root in each stage, so
// that its order condition is sum_i b_i stages_i = 1 / density (Hairer, Norsett, Wanner 1993, II.2, theorem 2.13).
struct Tree {
    int nodes = 1;
    Real density = 1;
    Stages stages;
    Stages as_branch;  // a . stages
};

// All rooted trees with at most `nodes` nodes, by number of nodes. Branches of a root are listed with falling index, so
// that each tree is made once.
std::vector<Tree> rooted_trees(const std::vector<TableauRow>& a, int nodes) {
    std::vector<Tree> trees;
    const auto grow = [&](const auto& self, Tree tree, std::size_t last, int left) -> void {
        if (left == 0) {
            tree.density *= static_cast<Real>(tree.nodes);
            for (const TableauRow& row : a) tree.as_branch.push_back(dot(row, tree.stages));
            trees.push_back(tree);
            return;
        }
        for (std::size_t branch = 0; branch <= last && branch < trees.size() && trees[branch].nodes <= left; ++branch) {
            Tree more = tree;
            more.nodes += trees[branch].nodes;
            more.density *= trees[branch].density;
            for (std::size_t i = 0; i < a.size(); ++i) more.stages[i] *= trees[branch].as_branch[i];
            self(self, more, branch, left - trees[branch].nodes);
        }
    };
    for (int n = 1; n <= nodes; ++n) grow(grow, {1, 1, Stages(a.size(), 1), {}}, trees.size(), n - 1);
    return trees;
}

// The worst violation of an order condition among trees of `nodes` nodes.
Real violation(const TableauRow& b, const std::vector<Tree>& trees, int nodes) {
    Real worst = 0;
    for (const Tree& tree : trees)
        if (tree.nodes == nodes) worst = std::max(worst, std::fabs(dot(b, tree.stages) - 1 / tree.density));
    return worst;
}

// Three coupled components, one of which stands still.
void field(const State& z, State& dzdt) {
    dzdt[0] = z[1] + 0.3 * z[2];
    dzdt[1] = -9.0 * std::sin(z[0]) - 0.1 * z[1] * z[2];
    dzdt[2] = z[0] * z[1];
    dzdt[3] = 0;
}
const auto timed_field = [](const State& z, State& dzdt, double) { field(z, dzdt); };

void check_same_bits(const State& one, const State& other) {
    for (std::size_t i = 0; i < one.size(); ++i) {
        CAPTURE(i);
        CHECK(std::bit_cast<std::uint64_t>(one[i]) == std::bit_cast<std::uint64_t>(other[i]));
    }
}

// One step and its error estimate, by `step(z, dzdt, z_new, h, error)`, along 50 steps of two lengths of the other.
template <class Step, class Other>
void check_same_steps(Step step, Other other) {
    State z{1.0, 0.5, -0.7, 2.0}, dzdt(4), z_new(4), error(4), z_expected(4), error_expected(4);
    double largest = 0;
    for (int i = 0; i < 50; ++i) {
        CAPTURE(i);
        const double h = i % 3 == 0 ? 0.01 : 0.17;
        field(z, dzdt);
        other(z, dzdt, z_expected, h, error_expected);
        step(z, dzdt, z_new, h, error);
        check_same_bits(z_new, z_expected);
        check_same_bits(error, error_expected);
        largest = std::max(largest, std::fabs(z_new[1] - z[1]));
        z = z_new;
    }
    CHECK(largest > 0.1);
}

template <const auto& tableau>
auto our_step() {
    return [stepper = RungeKutta<tableau, State>()](const State& z, const State& dzdt, State& z_new, double h,
                                                    State& error) mutable {
        if constexpr (tableau.embedded_order > 0) stepper.do_step(timed_field, z, dzdt, 0.0, z_new, h, error);
        else stepper.do_step(timed_field, z, dzdt, 0.0, z_new, h);
    };
}

}  // namespace

TEST_CASE("runge_kutta: rooted trees are as many as in the literature") {
    // Hairer, Norsett, Wanner 1993, II.2, table 2.1.
    const std::vector<int> published{1, 1, 2, 4, 9, 20, 48, 115, 286};
    const std::vector<Tree> trees = rooted_trees(methods()[0].a, 9);
    for (int n = 1; n <= 9; ++n)
        CHECK(std::count_if(trees.begin(), trees.end(), [n](const Tree& tree) { return tree.nodes == n; }) ==
              published[static_cast<std::size_t>(n - 1)]);
}

TEST_CASE("runge_kutta: rows have earlier stages in order, no zeros, and sum to their node") {
    for (const MethodRow& method : methods()) {
        CAPTURE(method.name);
        for (std::size_t i = 0; i < method.a.size(); ++i) {
            CAPTURE(i);
            const TableauRow& row = method.a[i];
            for (std::size_t w = 0; w < row.size; ++w) {
                CHECK(row[w].value != 0);
                CHECK(row[w].stage > (w == 0 ? 0 : row[w - 1].stage));
                CHECK(row[w].stage <= i);
            }
            // Weights are as large as 118 and have 53 bits: rounding is 118 * 13 * 1.1e-16 = 2e-13.
            CHECK(std::fabs(dot(row, Stages(method.a.size(), 1)) - static_cast<Real>(method.c[i])) < 1e-12L);
        }
    }
}

// Products of weights as large as 118 in trees of up to 8 levels, each weight rounded to 53 bits: 1e-11 is rounding.
// What is beyond the order is off by far more than that.
TEST_CASE("runge_kutta: order conditions of all rooted trees hold up to the order of each tableau, and no further") {
    for (const MethodRow& method : methods()) {
        CAPTURE(method.name);
        const std::vector<Tree> trees = rooted_trees(method.a, method.order + 1);
        for (int n = 1; n <= method.order; ++n) CHECK(violation(method.b, trees, n) < 1e-11L);
        CHECK(violation(method.b, trees, method.order + 1) > 1e-7L);
        if (method.embedded_order == 0) continue;
        for (int n = 1; n <= method.embedded_order; ++n) CHECK(violation(method.b_hat, trees, n) < 1e-11L);
        CHECK(violation(method.b_hat, trees, method.embedded_order + 1) > 1e-7L);
    }
}

// The nodes c are those of the field's time, which no tree sees. The measured order wanders by the next term of the
// error, of relative size h: a few tenths.
TEST_CASE("runge_kutta: fixed steps converge with the order of each tableau") {
    const State truth = fixed_steps<RungeKutta<tableaus::verner_87, State>>(400);  // truncation below 1e-17
    for (const MethodRow& method : methods()) {
        CAPTURE(method.name);
        const double coarse = distance(method.after_one_second(method.steps), truth);
        const double fine = distance(method.after_one_second(2 * method.steps), truth);
        CHECK(fine > 1e-13);
        CHECK(std::log2(coarse / fine) == doctest::Approx(method.order).epsilon(0.08));
    }
}

TEST_CASE("runge_kutta: error estimates are of the order of bhat, and one more") {
    for (const MethodRow& method : methods()) {
        CAPTURE(method.name);
        if (!method.estimate) continue;
        // A local error: b is exact to h^order, bhat to h^(order - 1). The next term has the relative size h.
        CHECK(std::log2(method.estimate(0.1) / method.estimate(0.05)) ==
              doctest::Approx(method.embedded_order + 1).epsilon(0.05));
    }
}

TEST_CASE("runge_kutta: steps and error estimates are those of Boost.Odeint's steppers, bit for bit") {
    check_same_steps(our_step<tableaus::fehlberg_87>(),
                     [odeint = boost::numeric::odeint::runge_kutta_fehlberg78<State>()](
                         const State& z, const State& dzdt, State& z_new, double h, State& error) mutable {
                         odeint.do_step(timed_field, z, dzdt, 0.0, z_new, h, error);
                     });
    check_same_steps(our_step<tableaus::dormand_prince_54>(),
                     [odeint = boost::numeric::odeint::runge_kutta_dopri5<State>(), last = State(4)](
                         const State& z, const State& dzdt, State& z_new, double h, State& error) mutable {
                         odeint.do_step(timed_field, z, dzdt, 0.0, z_new, last, h, error);
                     });
    check_same_steps(our_step<tableaus::runge_kutta_4>(),
                     [odeint = boost::numeric::odeint::runge_kutta4<State>()](const State& z, const State& dzdt,
                                                                              State& z_new, double h, State&) mutable {
                         odeint.do_step(timed_field, z, dzdt, 0.0, z_new, h);
                     });
}

// Odeint has no stepper that adds in this order, so that the formula is written out once more.
TEST_CASE("runge_kutta: where the step enters sums, it multiplies each sum once") {
    const auto sum = [](const TableauRow& row, const std::vector<State>& k, std::size_t i) {
        double total = row[0].value * k[row[0].stage - 1][i];
        for (std::size_t w = 1; w < row.size; ++w) total += row[w].value * k[row[w].stage - 1][i];
        return total;
    };
    const auto& table = tableaus::verner_87;
    check_same_steps(our_step<tableaus::verner_87>(),
                     [&](const State& z, const State& dzdt, State& z_new, double h, State& error) {
                         std::vector<State> k{dzdt};
                         for (std::size_t s = 1; s < table.stages; ++s) {
                             State at = z, rate = z;
                             for (std::size_t i = 0; i < z.size(); ++i) at[i] = z[i] + h * sum(table.a[s], k, i);
                             field(at, rate);
                             k.push_back(rate);
                         }
                         for (std::size_t i = 0; i < z.size(); ++i) {
                             z_new[i] = z[i] + h * sum(table.b, k, i);
                             error[i] = h * (sum(table.b, k, i) - sum(table.b_hat, k, i));
                         }
                     });
}

TEST_CASE("runge_kutta: Odeint's own step control runs each pair") {
    const State truth = fixed_steps<RungeKutta<tableaus::verner_87, State>>(400);
    const auto steps = [&](auto stepper, double tolerance) {
        State z = start;
        const auto controlled = boost::numeric::odeint::make_controlled(tolerance, tolerance, stepper);
        const std::size_t count = boost::numeric::odeint::integrate_adaptive(controlled, pendulum, z, 0.0, 1.0, 0.01);
        // Local tolerance in every step, tens of steps, growth of errors of order 1.
        CHECK(distance(z, truth) < 100 * tolerance);
        return count;
    };
    CHECK(steps(RungeKutta<tableaus::verner_87, State>(), 1e-12) < 60);  // a method of order 5 takes some 150
    CHECK(steps(RungeKutta<tableaus::fehlberg_87, State>(), 1e-12) < 60);
    CHECK(steps(RungeKutta<tableaus::dormand_prince_54, State>(), 1e-8) < 60);
}
