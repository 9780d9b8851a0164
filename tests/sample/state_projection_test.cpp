#include "sample/state_projection.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <random>

#include "sample/dense_projection.hpp"
#include "spec/read_system.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

using Vector = std::vector<double>;

void move_off(Vector& x, double by, std::mt19937_64& random) {
    std::uniform_real_distribution<double> uniform(-by, by);
    for (double& c : x) c += uniform(random);
}
double difference(const Vector& a, const Vector& b) {
    double worst = 0;
    for (std::size_t i = 0; i < a.size(); ++i) worst = std::max(worst, std::fabs(a[i] - b[i]));
    return worst;
}

double largest(const Vector& a) { return difference(a, Vector(a.size(), 0.0)); }

TEST_CASE("a projected state agrees with clamped Newton steps through a dense pseudo-inverse, near and far") {
    std::mt19937_64 random(21);
    int converged = 0;
    for (const auto& s : every_system()) {
        CAPTURE(s->spec.name);
        const StateProjection projection(s->system);
        const DenseEquations solved(s->graph, RowSet::solver), paper(s->graph);
        for (std::uint64_t i = 0; i < 6; ++i)
            for (const double off : {1e-3, 0.3}) {  // 0.3 m: steps that are clamped
                InitialState state = s->state(i);
                move_off(state.x, off, random);
                move_off(state.v, off, random);
                Vector x = state.x, v = state.v;
                if (!dense_projection(solved, x, v)) continue;
                if (const DenseVector off_paper = paper.phi(dense(x));
                    off_paper.size() > 0 && off_paper.cwiseAbs().maxCoeff() > 1e-6) {
                    CHECK_FALSE(projection.project(state.x, state.v, state.s));  // an axis turned round
                    continue;
                }
                ++converged;
                REQUIRE(projection.project(state.x, state.v, state.s));
                // Both end at rounding; a few large steps before that amplify the rounding of the first ones.
                const double tolerance = off < 0.01 ? 1e-12 : 1e-9;
                CHECK(difference(state.x, x) <= tolerance * (1 + largest(x)));
                CHECK(difference(state.v, v) <= tolerance * (1 + largest(v)));
            }
    }
    CHECK(converged > 80);
}

TEST_CASE("after projection Phi and dPhi/dt vanish to rounding") {
    std::mt19937_64 random(22);
    for (const auto& s : every_system()) {
        CAPTURE(s->spec.name);
        const StateProjection projection(s->system);
        for (std::uint64_t i = 0; i < 10; ++i) {
            InitialState state = s->state(i);
            move_off(state.x, 0.05, random);
            move_off(state.v, 0.05, random);
            if (!projection.project(state.x, state.v, state.s)) continue;
            Vector phi(s->system.rows().size()), rate(phi);
            s->system.phi(state.x.data(), phi.data());
            s->system.phi_rate(state.x.data(), state.v.data(), rate.data());
            // Squares of coordinates below 6 m, or of Foucault's 67 m, and their products with speeds, 10 m/s or what
            // the tips of a spinning top reach, a few roundings each.
            double speed = 10, far = 6;
            for (double c : state.v) speed = std::max(speed, std::fabs(c));
            for (double c : state.x) far = std::max(far, std::fabs(c));
            for (double c : phi) CHECK(std::fabs(c) <= 2.8e-16 * far * far);
            for (double c : rate) CHECK(std::fabs(c) <= 8e-16 * far * speed);
        }
    }
}

TEST_CASE("a state on the manifold stays where it is") {
    for (const auto& s : every_system()) {
        CAPTURE(s->spec.name);
        const StateProjection projection(s->system);
        const InitialState on = s->state(3);
        InitialState state = on;
        REQUIRE(projection.project(state.x, state.v, state.s));
        CHECK(difference(state.x, on.x) <= 1e-14);  // of coordinates near 1 m, a few roundings
        CHECK(difference(state.v, on.v) <= 1e-13);
    }
}

TEST_CASE("a system at rest is projected in position and stays at rest") {
    const ExampleSystem s(load_system("chain_pendulum_2"));
    const StateProjection projection(s.system);
    Vector x{0.1, -1, 0.1, -2}, v(4, 0.0), off(2), none;
    REQUIRE(projection.project(x, v, none));
    CHECK(v == Vector(4, 0.0));
    s.system.position_errors(x.data(), off.data());
    CHECK(std::fabs(off[0]) + std::fabs(off[1]) <= 1e-15);
}

TEST_CASE("a state of zeros is projected where its rows have a direction, though it has no size") {
    const ExampleSystem s(
        parse_system(R"js({"name": "line", "dimension": 2, "bodies": [{"id": "bead", "type": "Obj0D", "mass": 1}],
        "constraints": [{"type": "Constraint", "points": ["bead"], "equation": "y - 0.1"}],
        "initial_conditions": {"bodies": {"bead": {"position": [0, 0]}}}})js",
                     "line.json"));
    Vector x(2, 0.0), v(2, 0.0), none;
    REQUIRE(StateProjection(s.system).project(x, v, none));
    CHECK(x == Vector{0, 0.1});
    CHECK(v == Vector(2, 0.0));
}

TEST_CASE("what cannot be projected is said to be so: all in one point, or not a number") {
    const ExampleSystem s(load_system("chain_pendulum_2"));
    const StateProjection projection(s.system);
    Vector x(4, 0.0), v(4, 0.0), none;
    CHECK_FALSE(projection.project(x, v, none));
    x = {0.1, -1, 0.1, std::numeric_limits<double>::quiet_NaN()};
    CHECK_FALSE(projection.project(x, v, none));
    x = {0.1, -1, 0.1, std::numeric_limits<double>::infinity()};
    CHECK_FALSE(projection.project(x, v, none));
    x = {0.1, -1, 0.1, -2};
    v = {std::numeric_limits<double>::quiet_NaN(), 0, 0, 0};
    CHECK_FALSE(projection.project(x, v, none));
}

}  // namespace
