// Charges in uniform magnetic fields, against closed forms.

#include "elements/magnetic_field.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "integrate/protocol/protocol.hpp"
#include "judge/stored_motion.hpp"
#include "physics/reference.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

// q B/m = 0.6 * 2.5 / 0.5 = 3 /s
const std::string cyclotron =
    R"({"name": "cyclotron", "dimension": 2, "bodies": [{"id": "p", "type": "Obj0D", "mass": 0.5}],
    "potentials": [{"type": "MagneticField", "on": "p", "charge": 0.6, "field": [0, 0, 2.5]}],
    "initial_conditions": {"bodies": {"p": {"position": [1, 2], "velocity": [0.9, -1.2]}}},
    "sampling": {"dt": 0.1, "steps": 101}, "conserved": ["energy"]})";
const std::string slanted = R"({"name": "helix", "dimension": 3, "bodies": [{"id": "p", "type": "Obj0D", "mass": 0.5}],
    "potentials": [{"type": "MagneticField", "on": "p", "charge": -0.6, "field": [1.5, 0, 2]}],
    "initial_conditions": {"bodies": {"p": {"position": [1, 2, 3], "velocity": [0.9, -1.2, 0.4]}}},
    "sampling": {"dt": 0.1, "steps": 101}, "conserved": ["energy"]})";
std::string drifting(const std::string& force) {
    return R"({"name": "drift", "dimension": 2, "bodies": [{"id": "p", "type": "Obj0D", "mass": 0.5}],
    "potentials": [)" +
           force + R"(, {"type": "MagneticField", "on": "p", "charge": 0.6, "field": [0, 0, 2.5]}],
    "initial_conditions": {"bodies": {"p": {"position": [0, 0]}}},
    "sampling": {"dt": 0.1, "steps": 101}, "conserved": ["energy"]})";
}
// A spherical pendulum; `field` "" for one without charge.
std::string pendulum(int dimension, const std::string& start, const std::string& field) {
    return R"({"name": "pendulum", "dimension": )" + std::to_string(dimension) + R"(,
    "bodies": [{"id": "hook", "type": "Origin"}, {"id": "bob", "type": "Obj0D", "mass": 0.5}],
    "constraints": [{"type": "Link", "between": ["hook", "bob"], "length": 1.2}],
    "potentials": [{"type": "Gravity"})" +
           (field.empty() ? "" : R"(, {"type": "MagneticField", "on": "bob", "charge": 0.6, "field": )" + field + "}") +
           R"(], "initial_conditions": {"bodies": {"bob": )" + start + R"(}},
    "sampling": {"dt": 0.05, "steps": 101}, "conserved": ["energy"]})";
}

TrajectoryBatch motion_of(const Compiled& c) {
    const TrajectoryBatch batch = integrate(c.system, c.draw(1), c.own_times(), default_protocol());
    REQUIRE(batch.outcomes[0].reason == EndReason::completed);
    CHECK(batch.dissipated.empty());
    return batch;
}

// Some thousand steps with local errors below 1e-13 of numbers up to 30.
constexpr double near = 1e-10;

}  // namespace

TEST_CASE("a charge goes round in a magnetic field: radius m v/(q B), angular frequency q B/m, clockwise") {
    const Compiled c(cyclotron);
    const TrajectoryBatch batch = motion_of(c);
    const Real radius = 0.5L * 1.5L / (0.6L * 2.5L), frequency = 3;  // 1.5 m/s
    // At right angles to the velocity, on its right: the force on it points to the centre.
    const Three centre{1 - radius * 0.8L, 2 - radius * 0.6L, 0}, out = Three{1, 2, 0} - centre;
    double worst = 0;
    for (int k = 0; k < batch.samples; ++k) {
        const Real turned = -frequency * 0.1L * k, cosine = std::cos(turned), sine = std::sin(turned);
        const Three there = centre + Three{cosine * out[0] - sine * out[1], sine * out[0] + cosine * out[1], 0};
        worst = worse(worst, norm(node_of(batch.x, batch, 0, k, 0) - there));
        worst = worse(worst, norm(node_of(batch.x, batch, 0, k, 0) - centre) - radius);
        worst = worse(worst, norm(node_of(batch.v, batch, 0, k, 0)) - 1.5L);
    }
    CHECK(worst < near);
}

TEST_CASE("along a slanted field a charge moves freely, across it it goes round: a helix") {
    const Compiled c(slanted);
    const TrajectoryBatch batch = motion_of(c);
    const Three b{0.6L, 0, 0.8L}, v0{0.9L, -1.2L, 0.4L}, along = dot(v0, b) * b, across = v0 - along;
    const Real frequency = 0.6L * 2.5L / 0.5L;  // q < 0: counter-clockwise about B
    double worst = 0;
    for (int k = 0; k < batch.samples; ++k) {
        const Real t = 0.1L * k, turned = frequency * t;
        const Three v = along + std::cos(turned) * across + std::sin(turned) * cross(b, across);
        const Three x = Three{1, 2, 3} + t * along + (std::sin(turned) / frequency) * across +
                        ((1 - std::cos(turned)) / frequency) * cross(b, across);
        worst = worse(worst, norm(node_of(batch.x, batch, 0, k, 0) - x));
        worst = worse(worst, norm(node_of(batch.v, batch, 0, k, 0) - v));
    }
    CHECK(worst < near);
}

TEST_CASE("a charge that falls drifts sideways on a cycloid, at the speed F/(q B) of a force F: m g or q E") {
    const Real mass = 0.5L, frequency = 3;
    for (const auto& [text, acceleration] :
         {std::pair(std::string(R"({"type": "Gravity", "g": 6})"), Real(6)),
          std::pair(std::string(R"({"type": "Force", "on": "p", "force": [0, -0.9]})"), 0.9L / mass)}) {
        const Compiled c(drifting(text));
        const TrajectoryBatch batch = motion_of(c);
        const Real drift = mass * acceleration / (0.6L * 2.5L), radius = drift / frequency;
        double worst = 0;
        for (int k = 0; k < batch.samples; ++k) {
            const Real turned = frequency * 0.1L * k;
            const Three there{-radius * (turned - std::sin(turned)), -radius * (1 - std::cos(turned)), 0};
            worst = worse(worst, norm(node_of(batch.x, batch, 0, k, 0) - there));
        }
        CHECK(worst < near);
        CHECK(drift == doctest::Approx(static_cast<double>(acceleration) / 3));
    }
}

TEST_CASE("a charged pendulum in a plane swings as one without charge: the force is along its rod") {
    const std::string start = R"({"from": "hook", "angle": 1.1, "angle_rate": 0.4})";
    const Compiled charged(pendulum(2, start, "[0, 0, 2.5]")), plain(pendulum(2, start, ""));
    const TrajectoryBatch a = motion_of(charged), b = motion_of(plain);
    for (std::size_t i = 0; i < a.x.size(); ++i) {
        CHECK(std::fabs(a.x[i] - b.x[i]) < near);
        CHECK(std::fabs(a.v[i] - b.v[i]) < near);
    }
}

TEST_CASE("a charged pendulum in space keeps its energy and its canonical momentum about a vertical field") {
    const Compiled c(
        pendulum(3, R"({"from": "hook", "azimuth": 0.3, "polar": 2.2, "azimuth_rate": 0.7})", "[0, 0, 2.5]"));
    const TrajectoryBatch batch = motion_of(c);
    // m (x v_y - y v_x) + q B (x^2 + y^2)/2
    const auto momentum = [&](int k, Real charge) {
        const Three x = node_of(batch.x, batch, 0, k, 0), v = node_of(batch.v, batch, 0, k, 0);
        return 0.5L * (x[0] * v[1] - x[1] * v[0]) + charge * 2.5L * (x[0] * x[0] + x[1] * x[1]) / 2;
    };
    double canonical = 0, mechanical = 0, energy = 0;
    for (int k = 0; k < batch.samples; ++k) {
        canonical = worse(canonical, momentum(k, 0.6L) - momentum(0, 0.6L));
        mechanical = worse(mechanical, momentum(k, 0) - momentum(0, 0));
        energy = std::max(energy, std::fabs(batch.energy[to_size(k)] - batch.energy[0]));
    }
    CHECK(canonical < near);
    CHECK(energy < near);
    CHECK(mechanical > 0.1);
    CHECK(c.system.conserved().size() == 1);
}

TEST_CASE("the judge finds motions of charges to be ones") {
    for (const std::string& text :
         {cyclotron, slanted, pendulum(3, R"({"from": "hook", "azimuth": 0.3, "polar": 2.2})", "[1, -2, 2.5]")}) {
        const Compiled c(text);
        judge::Stored stored = cchnn_test::stored_motion(motion_of(c), c.own_times(), 0);
        stored.bound.assign(stored.times.size(), 1e-10);
        const judge::Verdict verdict = cchnn_test::verdict_of(c.spec.json, stored);
        CHECK(cchnn_test::beyond(verdict, stored) == 0);
        CHECK(verdict.energy_off < 1e-12);
    }
}
