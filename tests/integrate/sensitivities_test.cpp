// Derivatives with respect to parameters and starts: closed forms, and differences of trajectories (Richardson).

// GCC 12 takes the undefined halves of AVX-512 shuffles in its own headers for variables that nobody set.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif

#include "integrate/derivatives/sensitivities.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "integrate/integrate_fixture.hpp"
#include "mechanics/kernels/dynamics.hpp"
#include "model/compiled_system.hpp"
#include "spec/system_parameters.hpp"
#include "spec/varied_values.hpp"

using namespace cchnn_test;

namespace {

// A system in which these parameters vary.
struct Varying {
    Varying(const std::string& name_or_json, const std::vector<std::string>& pointers)
        : compiled(name_or_json.front() == '{' ? parse_system(name_or_json, "test.json") : load_system(name_or_json)) {
        std::vector<VariedProperty> wanted;
        for (const VariedProperty& parameter : system_parameters(compiled.spec))
            if (pointers.empty() || std::find(pointers.begin(), pointers.end(), parameter.pointer) != pointers.end()) {
                wanted.push_back(parameter);
                values.push_back(std::get<Constant>(parameter.distribution).value);
            }
        spec = varying_instead(compiled.spec, {}, wanted);
        REQUIRE((pointers.empty() || wanted.size() == pointers.size()));
        for (std::size_t j = 0; j < wanted.size(); ++j) sloped.emplace_back(spec, compiled.system, values, j);
    }
    Sensitivities at(const InitialState& start, TimeGrid times) const {
        SensitivityTask task{0, &compiled.system, {}, start};
        for (const SlopedSystem& one : sloped) task.parameters.push_back(one.slope());
        return sensitivities(compiled.system, {task}, times).front();
    }
    InitialState draw() const {
        SampleKey key{1, Split::test, 0, 0};
        return compiled.sampler.draw(key);
    }

    CompiledSystem compiled;
    SystemSpec spec;
    std::vector<double> values;
    std::vector<SlopedSystem> sloped;
};

struct Motion {
    std::vector<double> x, v;
};

// From x0 and M v0 moved onto the constraints in the mass metric, as a changed system starts (sensitivities.hpp).
Motion moved(const ConstrainedSystem& system, const InitialState& start, TimeGrid times) {
    const std::size_t half = start.x.size();
    Dynamics<double> dynamics(system);
    std::vector<double> z(dynamics.size());
    std::copy(start.x.begin(), start.x.end(), z.begin());
    system.momentum(start.v.data(), &z[half]);
    std::copy(start.s.begin(), start.s.end(), z.begin() + static_cast<std::ptrdiff_t>(dynamics.track_offset()));
    dynamics.project(z, true);
    InitialState state{{z.begin(), z.begin() + static_cast<std::ptrdiff_t>(half)}, std::vector<double>(half), start.s};
    system.velocity(&z[half], state.v.data());
    Protocol protocol = default_protocol();
    const TrajectoryBatch batch = integrate(system, {state}, times, protocol);
    return {batch.x, batch.v};
}

// (4 D(h/2) - D(h)) / 3 of central differences D: off by h^4.
Motion richardson(const Varying& varying, std::size_t j, const InitialState& start, TimeGrid times) {
    const double theta = varying.values[j], size = theta != 0 ? std::abs(theta) : 1.0;
    const auto difference = [&](double h) {
        std::vector<double> more = varying.values, less = varying.values;
        more[j] += h;
        less[j] -= h;
        const CompiledSystem above(varying.spec, varying.compiled.system, more);
        const CompiledSystem below(varying.spec, varying.compiled.system, less);
        Motion a = moved(above.system, start, times);
        const Motion b = moved(below.system, start, times);
        for (std::size_t i = 0; i < a.x.size(); ++i) {
            a.x[i] = (a.x[i] - b.x[i]) / (2 * h);
            a.v[i] = (a.v[i] - b.v[i]) / (2 * h);
        }
        return a;
    };
    Motion coarse = difference(1e-3 * size);
    const Motion fine = difference(0.5e-3 * size);
    for (std::size_t i = 0; i < coarse.x.size(); ++i) {
        coarse.x[i] = (4 * fine.x[i] - coarse.x[i]) / 3;
        coarse.v[i] = (4 * fine.v[i] - coarse.v[i]) / 3;
    }
    return coarse;
}

double length(const std::vector<double>& a) {
    double square = 0;
    for (const double c : a) square += c * c;
    return std::sqrt(square);
}
double distance(std::vector<double> a, const std::vector<double>& b) {
    REQUIRE(a.size() == b.size());
    for (std::size_t i = 0; i < a.size(); ++i) a[i] -= b[i];
    return length(a);
}

// Mass m on a spring of stiffness k, from x0, v0: x = x0 cos wt + v0/w sin wt, w^2 = k/m.
const char* oscillator_json = R"({
  "name": "oscillator", "dimension": 1,
  "bodies": [{"id": "rest", "type": "Origin", "position": [0]}, {"id": "bob", "type": "Obj0D", "mass": 2}],
  "potentials": [{"type": "Spring", "between": ["rest", "bob"], "stiffness": 5, "rest_length": 0}],
  "initial_conditions": {"states": [{"position": {"bob": [0.7]}, "velocity": {"bob": [0.4]}}]},
  "sampling": {"dt": 0.1, "steps": 60}
})";

const char* falling_json = R"({
  "name": "falling", "dimension": 2,
  "bodies": [{"id": "stone", "type": "Obj0D", "mass": 3}],
  "potentials": [{"type": "Gravity", "g": 9.81, "up": [0, 1]}],
  "initial_conditions": {"states": [{"position": {"stone": [0, 0]}, "velocity": {"stone": [1, 2]}}]},
  "sampling": {"dt": 0.1, "steps": 30}
})";

const char* pendulum_json = R"({
  "name": "pendulum", "dimension": 2,
  "bodies": [{"id": "hook", "type": "Origin"}, {"id": "bob", "type": "Obj0D", "mass": 2}],
  "constraints": [{"type": "Link", "between": ["hook", "bob"], "length": 1.5}],
  "potentials": [{"type": "Gravity", "g": 9.81, "up": [0, 1]}],
  "initial_conditions": {"bodies": {"bob": {"from": "hook", "angle": 2.5}}},
  "sampling": {"dt": 0.1, "steps": 60}
})";

constexpr double integration = 1e-9;  // of 60 samples at tolerance 1e-12, derivatives grow linearly in time

}  // namespace

TEST_CASE("derivatives of an oscillator with respect to mass and stiffness are those of its closed form") {
    const Varying varying(oscillator_json, {"/bodies/1/mass", "/potentials/0/stiffness"});
    const TimeGrid times{0.1, 60};
    const InitialState start = varying.draw();
    const Sensitivities found = varying.at(start, times);
    REQUIRE_FALSE(found.failed);
    const double k = 5, m = 2, w = std::sqrt(k / m), x0 = 0.7, v0 = 0.4;
    for (int n = 0; n < times.samples; ++n) {
        const double t = times.time(n), s = std::sin(w * t), c = std::cos(w * t);
        const double x_w = -x0 * t * s + v0 * (t * c / w - s / (w * w));
        const double v_w = -x0 * s - x0 * w * t * c - v0 * t * s;
        CHECK(std::abs(found.parameters[0].x[to_size(n)] + w / (2 * m) * x_w) < integration);
        CHECK(std::abs(found.parameters[0].v[to_size(n)] + w / (2 * m) * v_w) < integration);
        CHECK(std::abs(found.parameters[1].x[to_size(n)] - w / (2 * k) * x_w) < integration);
        CHECK(std::abs(found.parameters[1].v[to_size(n)] - w / (2 * k) * v_w) < integration);
        REQUIRE(found.start.size() == 2);
        for (const Sensitivity& from : found.start)
            CHECK(std::abs(from.x[to_size(n)] - c * from.x[0] - s / w * from.v[0]) <
                  integration * (std::abs(from.x[0]) + std::abs(from.v[0])));
    }
}

TEST_CASE("a free fall changes by t^2/2 with g, and not at all with the mass") {
    const Varying varying(falling_json, {"/bodies/0/mass", "/potentials/0/g"});
    const TimeGrid times{0.1, 30};
    const Sensitivities found = varying.at(varying.draw(), times);
    for (int n = 0; n < times.samples; ++n) {
        const double t = times.time(n);
        CHECK(std::abs(found.parameters[1].x[to_size(2 * n)]) < 1e-14);
        CHECK(found.parameters[1].x[to_size(2 * n + 1)] == doctest::Approx(-t * t / 2).epsilon(1e-12));
        CHECK(found.parameters[1].v[to_size(2 * n + 1)] == doctest::Approx(-t).epsilon(1e-12));
    }
    CHECK(length(found.parameters[0].x) < 1e-13 * length(found.parameters[1].x));  // rounding of p = m v
}

// A pendulum let go is u(t sqrt(g/l)) times l, whatever its amplitude: its period goes with sqrt(l/g).
TEST_CASE("a pendulum let go at 143 degrees changes with g, length and mass as its scaling law says") {
    const Varying varying(pendulum_json, {"/bodies/1/mass", "/constraints/0/length", "/potentials/0/g"});
    const TimeGrid times{0.1, 60};
    const InitialState start = varying.draw();
    const Sensitivities found = varying.at(start, times);
    const Motion truth = moved(varying.compiled.system, start, times);
    const double g = 9.81, l = 1.5, largest = 60;  // of a derivative: 6 s times 10 m/s
    for (int n = 0; n < times.samples; ++n)
        for (std::size_t i = to_size(2 * n); i < to_size(2 * n + 2); ++i) {
            const double t = times.time(n);
            CHECK(std::abs(found.parameters[0].x[i]) < integration * largest);
            CHECK(std::abs(found.parameters[1].x[i] - (truth.x[i] / l - t * truth.v[i] / (2 * l))) <
                  integration * largest);
            CHECK(std::abs(found.parameters[2].x[i] - t * truth.v[i] / (2 * g)) < integration * largest);
        }
}

// Differences of trajectories that are good to 1e-10 are good to 1e-7 at a step of 1e-3, and (1e-3)^4 is below that.
TEST_CASE("derivatives of every parameter are the limits of differences of trajectories") {
    for (const std::string name :
         {"chain_pendulum_2", "spring_pendulum", "damped_pendulum", "beam_chain_3", "hinged_arm_3", "gyroscope",
          "four_bar_linkage", "magnet_pendulum", "kepler", "rigid_rotor"}) {
        CAPTURE(name);
        const Varying varying(name, {});
        const TimeGrid times{varying.compiled.spec.sampling.dt, 15};
        const InitialState start = varying.draw();
        const Sensitivities found = varying.at(start, times);
        REQUIRE_FALSE(found.failed);
        const Motion truth = moved(varying.compiled.system, start, times);
        for (std::size_t j = 0; j < varying.values.size(); ++j) {
            CAPTURE(varying.spec.varied[j].pointer);
            const Motion expected = richardson(varying, j, start, times);
            const double size = varying.values[j] != 0 ? std::abs(varying.values[j]) : 1.0;
            const double scale = length(expected.x) + length(truth.x) / size;
            CHECK(distance(found.parameters[j].x, expected.x) < 1e-6 * scale);
            CHECK(distance(found.parameters[j].v, expected.v) < 1e-6 * (length(expected.v) + length(truth.v) / size));
        }
    }
}

// Past a small heavy body that stands elsewhere than the nominal one's: turned by 2 atan(G m/(b v^2)), all within 1e-13
// s that steps of 0.1 s do not see.
TEST_CASE("derivatives of a family's member know where its own centres of forces are") {
    const auto flyby = [](const std::string& x) {
        return R"({"name": "flyby", "dimension": 2,
          "bodies": [{"id": "sun", "type": "Origin", "position": [)" +
               x + R"(, 0], "mass": 1e-13}, {"id": "fast", "type": "Obj0D", "mass": 1}],
          "potentials": [{"type": "Newtonian", "gravitational_constant": 1, "bodies": ["sun", "fast"]}],
          "initial_conditions": {"states": [{"position": {"fast": [-4.31, 1e-12]}, "velocity": {"fast": [10, 0]}}]},
          "sampling": {"dt": 0.1, "steps": 11}})";
    };
    const Varying nominal(flyby("100"), {}), member(flyby("0"), {"/potentials/0/gravitational_constant"});
    SensitivityTask task{0, &member.compiled.system, {member.sloped[0].slope()}, member.draw()};
    const Sensitivities found = sensitivities(nominal.compiled.system, {task}, {0.1, 11}).front();
    REQUIRE_FALSE(found.failed);
    const double v = 10, strength = 1e-3, angle = 2 * std::atan(strength);                 // G m/(b v^2)
    const double slope = -v * std::cos(angle) * 2 * strength / (1 + strength * strength);  // of vy with G
    // 1e-6: from and to 4 m instead of infinity, and hundreds of steps within 1e-12 each of a turn that is 1e-3.
    CHECK(found.parameters[0].v[21] == doctest::Approx(slope).epsilon(1e-6));
}

TEST_CASE("a trajectory's derivatives do not depend on what shares its lanes") {
    const Varying varying("chain_pendulum_2", {"/bodies/1/mass", "/constraints/0/length"});
    const TimeGrid times{0.05, 10};
    std::vector<SensitivityTask> tasks;
    for (std::uint64_t i = 0; i < 9; ++i) {
        SampleKey key{1, Split::test, i, 0};
        tasks.push_back({i, &varying.compiled.system, {}, varying.compiled.sampler.draw(key)});
        for (const SlopedSystem& one : varying.sloped) tasks.back().parameters.push_back(one.slope());
    }
    const std::vector<Sensitivities> together = sensitivities(varying.compiled.system, tasks, times);
    const std::vector<Sensitivities> alone = sensitivities(varying.compiled.system, {tasks[7]}, times);
    CHECK(same_bits(together[7].parameters[1].x, alone[0].parameters[1].x));
    CHECK(same_bits(together[7].start[3].v, alone[0].start[3].v));
}
