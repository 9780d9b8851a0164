// Origins that move (mechanics/base_motion.hpp) against closed forms of motion, energy and work.

#include <doctest/doctest.h>

#include <cmath>

#include "integrate/derived_arrays.hpp"
#include "integrate/error_bound.hpp"
#include "model/compiled_system.hpp"
#include "physics/reference.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

TrajectoryBatch motion_of(const Compiled& c, int count = 1) {
    const auto states = c.draw(count);
    TrajectoryBatch batch = integrate(c.system, states, c.own_times(), default_protocol());
    REQUIRE(batch.outcomes[0].reason == EndReason::completed);
    return batch;
}

// A bob on a spring, 50 N/m on 2 kg, whose other end moves as 0.2 sin(3 t).
const std::string shaken_spring = R"json({"name": "shaken", "dimension": 1,
    "bodies": [{"id": "wall", "type": "Origin", "position": [1], "moves": [{"along": [0.2], "input": "shake"}]},
               {"id": "bob", "type": "Obj0D", "mass": 2}],
    "potentials": [{"type": "Spring", "between": ["wall", "bob"], "stiffness": 50}],
    "inputs": [{"id": "shake", "formula": "sin(3*t)"}],
    "initial_conditions": {"bodies": {"bob": {"position": [1.3]}}},
    "sampling": {"dt": 0.1, "steps": 101}})json";

// A bob that hangs from an Origin in a lift, which begins at 0.5 m/s and grows faster by 1.6 m/s^2.
const std::string lift = R"({"name": "lift", "dimension": 2,
    "bodies": [{"id": "hook", "type": "Origin",
                "moves": [{"along": [0, 0.8], "input": "square"}, {"along": [0.3, 0.5], "input": "time"}]},
               {"id": "bob", "type": "Obj0D", "mass": 3}],
    "constraints": [{"type": "Link", "between": ["hook", "bob"], "length": 0.7}], "potentials": [{"type": "Gravity", "g": 9.81}],
    "inputs": [{"id": "square", "formula": "t^2"}, {"id": "time", "formula": "t"}],
    "initial_conditions": {"bodies": {"bob": {"from": "hook", "angle": 0}}},
    "sampling": {"dt": 0.1, "steps": 31}})";

// `moves` of its Origin by an input with this formula; none where that is empty.
std::string double_pendulum(const std::string& along, const std::string& formula) {
    const std::string moves = R"(, "moves": [{"along": )" + along + R"(, "input": "shake"}])",
                      inputs = R"("inputs": [{"id": "shake", "formula": ")" + formula + "\"}], ";
    return R"({"name": "two", "dimension": 2,
        "bodies": [{"id": "hook", "type": "Origin", "position": [0.2, 0.1])" +
           (formula.empty() ? "" : moves) + R"(}, {"id": "rod", "type": "Obj1D", "mass": 1.5, "second_moments": [0.2]},
                   {"id": "bob", "type": "Obj0D", "mass": 2}], )" +
           (formula.empty() ? "" : inputs) +
           R"("constraints": [{"type": "Joint", "between": ["hook", {"body": "rod", "point": [-0.5]}]}],
        "potentials": [{"type": "Gravity", "g": 9.81},
                       {"type": "Spring", "between": [{"body": "rod", "point": [0.5]}, "bob"], "stiffness": 70, "rest_length": 0.4}],
        "initial_conditions": {"bodies": {"rod": {"from": "hook", "angle": 1, "angle_rate": 0.4},
                                          "bob": {"from": "hook", "length": 1.3, "angle": 0.8}}},
        "sampling": {"dt": 0.1, "steps": 41}})";
}

}  // namespace

TEST_CASE("a bob on a spring whose other end oscillates moves as the forced oscillator, and the end does its work") {
    const Compiled c(shaken_spring);
    const TrajectoryBatch batch = motion_of(c);
    const double w0 = 5, w = 3, forced = 0.2 * w0 * w0 / (w0 * w0 - w * w), a = 0.3, b = (0.6 - forced * w) / w0;
    double first = 0, most = 0;
    for (int k = 0; k < batch.samples; ++k) {
        const double t = c.own_times().time(k),
                     x = a * std::cos(w0 * t) + b * std::sin(w0 * t) + forced * std::sin(w * t),
                     v = w0 * (b * std::cos(w0 * t) - a * std::sin(w0 * t)) + forced * w * std::cos(w * t),
                     stretch = x - 0.2 * std::sin(w * t), energy = v * v + 25 * stretch * stretch;
        if (k == 0) first = energy;
        most = std::max(most, std::fabs(energy - first));
        CHECK(std::fabs(batch.x[to_size(k)] - 1 - x) < 1e-11);
        CHECK(std::fabs(batch.v[to_size(k)] - v) < 1e-11);
        CHECK(std::fabs(batch.energy[to_size(k)] - energy) < 1e-10);
        CHECK(std::fabs(batch.work[to_size(k)] - (energy - first)) < 1e-10);
    }
    CHECK(most > 1);
    CHECK(batch.v[0] == doctest::Approx(0.6));  // that of the wall
}

TEST_CASE("a bob in a lift weighs m (g + a), and the hook lifts it with that force") {
    const Compiled c(lift);
    const TrajectoryBatch batch = motion_of(c);
    for (int k = 0; k < batch.samples; ++k) {
        const double t = c.own_times().time(k), height = 0.8 * t * t + 0.5 * t;
        CHECK(std::fabs(batch.x[2 * to_size(k)] - 0.3 * t) < 1e-12);
        CHECK(std::fabs(batch.x[2 * to_size(k) + 1] - (height - 0.7)) < 1e-12);
        CHECK(std::fabs(batch.v[2 * to_size(k) + 1] - (1.6 * t + 0.5)) < 1e-12);
        CHECK(std::fabs(batch.work[to_size(k)] - 3 * (9.81 + 1.6) * height) < 1e-10);
    }
    const CompiledSystem whole(parse_system(lift, "lift.json"));
    DerivedChoice choice;
    choice.acceleration = choice.multipliers = true;
    const DerivedArrays derived = derived_arrays(whole, batch, c.own_times().dt, choice, 1);
    for (std::size_t k = 0; k < to_size(batch.samples); ++k) {
        CHECK(std::fabs(derived.acceleration[2 * k + 1] - 1.6) < 1e-11);
        // The gradient of |x_a - x_b|^2 is twice the rod.
        CHECK(std::fabs(2 * 0.7 * std::fabs(derived.multipliers[k]) - 3 * (9.81 + 1.6)) < 1e-10);
    }
}

TEST_CASE("on Origins that move uniformly everything moves as at rest, carried along") {
    const Compiled at_rest(double_pendulum("", "")), carried(double_pendulum("[3, -1]", "t"));
    const TrajectoryBatch a = motion_of(at_rest), b = motion_of(carried);
    for (std::size_t i = 0; i < a.x.size(); ++i) {
        const double t = at_rest.own_times().time(static_cast<int>(i / 6)), drift = i % 2 == 0 ? 3 : -1;
        CHECK(std::fabs(b.x[i] - a.x[i] - drift * t) < 1e-10);
        CHECK(std::fabs(b.v[i] - a.v[i] - drift) < 1e-10);
    }
    CHECK(a.energy.front() != doctest::Approx(b.energy.front()));
}

TEST_CASE("with Origins that move, energy changes by the work that is integrated, and double-double numbers agree") {
    const Compiled c(double_pendulum("[0.3, 0.2]", "cos(t)"));
    const auto states = c.draw(3);
    TrajectoryBatch batch = integrate(c.system, states, c.own_times(), default_protocol());
    for (std::size_t k = 0; k < to_size(batch.samples); ++k)
        CHECK(std::fabs(batch.energy[k] - batch.energy[0] - batch.work[k]) < 1e-11);
    const std::vector<Accuracy> each(states.size(), Accuracy{1e-20});
    const TrajectoryBatch exact = integrate_exactly(c.system, states, c.own_times(), Method::extrapolation24, each);
    for (std::size_t i = 0; i < batch.x.size(); ++i) CHECK(std::fabs(batch.x[i] - exact.x[i]) < 1e-10);
    CHECK(same_bits(std::vector<double>(batch.x.begin(), batch.x.begin() + 6), states[0].x));
}
