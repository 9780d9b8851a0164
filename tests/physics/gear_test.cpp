// Wheels in mesh against closed forms: what the first has to turn is I_1 + (p/q)^2 I_2.

#include "elements/gear.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "judge/stored_motion.hpp"
#include "model/compiled_system.hpp"
#include "physics/reference.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

constexpr double pi = 0x1.921fb54442d18p+1;
// About their axles I_1 = 0.125 and I_2 = 2 kg m^2; the first has 30 teeth, the second 75.
constexpr double driven_inertia = 0.125 + 0.16 * 2;
const std::string sampling = R"("sampling": {"dt": 0.1, "steps": 101}})";

std::string pair_in_a_plane(const std::string& teeth) {
    return R"({"name": "pair", "dimension": 2,
        "bodies": [{"id": "l", "type": "Origin"}, {"id": "r", "type": "Origin", "position": [1.5, 0]},
                   {"id": "small", "type": "Obj2D", "mass": 1, "second_moments": [0.0625, 0.0625]},
                   {"id": "large", "type": "Obj2D", "mass": 4, "second_moments": [0.25, 0.25]}],
        "constraints": [{"type": "Joint", "between": ["l", "small"]}, {"type": "Joint", "between": ["r", "large"]},
                        {"type": "Gear", "first": {"bodies": ["l", "small"]}, "second": {"bodies": ["r", "large"]}, "teeth": )" +
           teeth + R"(, "phase": 0.4}],
        "potentials": [{"type": "Torque", "bodies": ["l", "small"], "torque": 0.9},
                       {"type": "TorsionSpring", "bodies": ["r", "large"], "stiffness": 1e-9}],
        "initial_conditions": {"bodies": {"small": {"from": "l", "angle": "pi/2 + 0.4", "angle_rate": 0},
                                          "large": {"from": "r", "angle": "pi/2", "angle_rate": 0}}},)" +
           sampling;
}
// Bevel gears: slanted axes of space.
const std::string pair_in_space =
    R"({"name": "bevel", "dimension": 3,
        "bodies": [{"id": "o", "type": "Origin"},
                   {"id": "small", "type": "Obj3D", "mass": 1, "second_moments": [0.0625, 0.0625, 0.3]},
                   {"id": "large", "type": "Obj3D", "mass": 4, "second_moments": [0.1, 0.25, 0.25]}],
        "constraints": [{"type": "Joint+Axis", "between": ["o", "small"], "axis": [[0.6, 0, 0.8], [0, 0, 1]]},
                        {"type": "Joint+Axis", "between": ["o", "large"], "axis": [[0, 1, 0], [1, 0, 0]]},
                        {"type": "Gear", "first": {"bodies": ["o", "small"], "axis": [[0.6, 0, 0.8], [0, 0, 1]]},
                         "second": {"bodies": ["o", "large"], "axis": [[0, 1, 0], [1, 0, 0]]}, "teeth": [30, 75], "phase": 0.4}],
        "potentials": [{"type": "Torque", "bodies": ["o", "small"], "axis": [[0.6, 0, 0.8], [0, 0, 1]], "torque": 0.9},
                       {"type": "TorsionSpring", "bodies": ["o", "large"], "axis": [[0, 1, 0], [1, 0, 0]], "stiffness": 1e-9}],
        "initial_conditions": {"bodies": {"small": {"from": "o", "hinge_angle": 0.4, "hinge_rate": 0},
                                          "large": {"from": "o", "hinge_angle": 0, "hinge_rate": 0}}},)" +
    sampling;

TrajectoryBatch motion_of(const Compiled& c) {
    const TrajectoryBatch batch = integrate(c.system, c.draw(1), c.own_times(), default_protocol());
    REQUIRE(batch.outcomes[0].reason == EndReason::completed);
    return batch;
}

// Of both wheels, counted over turns by the springs and torques on them; and Phi at each sample.
void check_driven(const std::string& text, double ratio) {
    const Compiled c(text);
    const TrajectoryBatch batch = motion_of(c);
    REQUIRE(c.system.angles().size() == 2);
    CHECK(c.system.degrees_of_freedom() == 1);
    const std::size_t first = c.system.angles()[0].name.ends_with("-small") ? 0 : 1;
    std::vector<double> phi(c.system.rows().size());
    for (int k = 0; k < batch.samples; ++k) {
        const double t = c.own_times().time(k), *const theta = &batch.counted_angle[2 * to_size(k)];
        const double turned = 0.9 / driven_inertia * t * t / 2;
        // 100 rad, 16 turns; the spring of 1e-9 N m takes less than 1e-6 of the torque's work
        CHECK(std::fabs(theta[first] - 0.4 - turned) < 1e-6);
        CHECK(std::fabs(theta[1 - first] + ratio * turned) < 1e-6);
        // the ratio holds to rounding of 100 rad
        CHECK(std::fabs(theta[first] - 0.4 + theta[1 - first] / ratio) < 1e-12);
        c.system.phi(&batch.x[to_size(k * c.system.state_size())], phi.data());
        for (const double row : phi) CHECK(std::fabs(row) < 1e-14);
    }
    CHECK(batch.counted_angle[2 * to_size(batch.samples - 1) + first] > 90);
}

}  // namespace

TEST_CASE("a torque turns two wheels in mesh as the inertia that it feels says, in a plane and about slanted axes") {
    check_driven(pair_in_a_plane("[30, 75]"), 0.4);
    check_driven(pair_in_a_plane("[-30, -75]"), 0.4);
    check_driven(pair_in_space, 0.4);
}

TEST_CASE("a ring with inner teeth turns the same way") { check_driven(pair_in_a_plane("[30, -75]"), -0.4); }

// J phi'' = k (alpha - phi) of the last wheel with what turns it, I alpha'' = -k (alpha - phi) - m g l/2 sin alpha.
TEST_CASE("the gear train swings as its two angles do, with the wheels' inertia by the squares of their ratios") {
    const Compiled c("gear_train");
    CHECK(c.system.degrees_of_freedom() == 2);
    const TrajectoryBatch batch = integrate(c.system, c.draw(3), c.own_times(), default_protocol());
    const Real train = 3.55126L * 2 * 0.0036L + 9 * 3.94584L * 2 * 0.00328L + 144 * 0.22195L * 2 * 0.000225L,
               arm = 1.2L * (Real(c.graph.body("arm").second_moments[0]) + 0.0625L), weight = 1.2L * 9.81L * 0.25L;
    const auto rates = [&](const std::array<Real, 4>& z) {
        const Real pull = 30 * (z[1] - z[0]);
        return std::array<Real, 4>{z[2], z[3], pull / train, -(pull + weight * std::sin(z[1])) / arm};
    };
    for (int i = 0; i < batch.count; ++i) {
        REQUIRE(batch.outcomes[to_size(i)].reason == EndReason::completed);
        const auto axis = [&](const char* body, int k) {
            const int first = c.graph.body(body).first_node;
            return node_of(batch.x, batch, i, k, first + 1) - node_of(batch.x, batch, i, k, first);
        };
        const auto rate = [&](const char* body) {
            const int first = c.graph.body(body).first_node;
            const Three u = axis(body, 0),
                        du = node_of(batch.v, batch, i, 0, first + 1) - node_of(batch.v, batch, i, 0, first);
            return u[0] * du[1] - u[1] * du[0];
        };
        const Three wheel = axis("wheel", 0), down = axis("arm", 0);
        std::array<Real, 4> z{std::atan2(wheel[1], wheel[0]), std::atan2(down[0], -down[1]), rate("wheel"),
                              rate("arm")};
        double worst = 0;
        for (int k = 0; k < batch.samples; ++k) {
            worst = worse(worst, norm(axis("wheel", k) - Three{std::cos(z[0]), std::sin(z[0])}));
            worst = worse(worst, norm(axis("shaft", k) - Three{std::cos(3 * z[0]), -std::sin(3 * z[0])}));
            worst = worse(worst, norm(axis("pinion", k) - Three{std::cos(12 * z[0]), std::sin(12 * z[0])}));
            worst = worse(worst, norm(axis("arm", k) - Three{std::sin(z[1]), -std::cos(z[1])}));
            z = advance(rates, z, 0.03L, 50);
        }
        CHECK(worst < 1e-9);  // twelve times the error of an angle after 3 s at rtol 1e-13
    }
}

TEST_CASE("the judge finds the motion of two wheels in mesh to be one") {
    for (const std::string& text : {pair_in_a_plane("[30, 75]"), pair_in_space}) {
        const Compiled c(text);
        const TrajectoryBatch batch = motion_of(c);
        judge::Stored stored = cchnn_test::stored_motion(batch, c.own_times(), 0);
        stored.bound.assign(stored.times.size(), 1e-8);
        const judge::Verdict verdict = cchnn_test::verdict_of(c.spec.json, stored);
        CHECK(cchnn_test::beyond(verdict, stored) == 0);
        CHECK(verdict.energy_off < 1e-12);
    }
}

TEST_CASE("wheels without a phase move in the mesh that they start in, to the judge as well") {
    for (std::string text : {pair_in_a_plane("[30, 75]"), pair_in_space}) {
        text.erase(text.find(R"(, "phase": 0.4)"), 14);
        const CompiledSystem c(parse_system(text.replace(text.find("0.4"), 3, "0.9"), "test.json"));
        SampleKey key{1, Split::test, 0, 0};
        const std::vector<InitialState> starts{c.sampler.draw(key)};
        // of 0.9, and of 0 for the second wheel
        CHECK(std::max(starts[0].s[0], starts[0].s[1]) == doctest::Approx(0.9).epsilon(1e-14));
        CHECK(std::fabs(std::min(starts[0].s[0], starts[0].s[1])) < 1e-14);
        const TimeGrid times{c.spec.sampling.dt, c.spec.sampling.steps};
        judge::Stored stored =
            cchnn_test::stored_motion(integrate(c.system, starts, times, default_protocol()), times, 0);
        stored.bound.assign(stored.times.size(), 1e-8);
        const judge::Verdict verdict = cchnn_test::verdict_of(with_phases(c.spec), stored);
        CHECK(verdict.judged);
        CHECK(cchnn_test::beyond(verdict, stored) == 0);
    }
}

TEST_CASE("wheels that start out of mesh are moved to the next fit: Phi is that of teeth and not of turns") {
    const Compiled c(pair_in_a_plane("[2, 3]"));
    const auto row = static_cast<std::size_t>(
        std::find_if(c.system.rows().begin(), c.system.rows().end(),
                     [](const ConstraintRow& r) { return r.kind == ConstraintRow::Kind::gear; }) -
        c.system.rows().begin());
    const std::size_t small = to_size(c.graph.body("small").first_node) * 2,
                      large = to_size(c.graph.body("large").first_node) * 2;
    std::vector<double> x = c.draw(1)[0].x, phi(c.system.rows().size());
    const auto turned = [&](double first, double second) {
        for (const auto& [at, angle] : {std::pair{small, 0.4 + first}, std::pair{large, second}}) {
            x[at + 2] = x[at] + std::cos(angle);
            x[at + 3] = x[at + 1] + std::sin(angle);
            x[at + 4] = x[at] - std::sin(angle);
            x[at + 5] = x[at + 1] + std::cos(angle);
        }
        c.system.phi(x.data(), phi.data());
        return phi[row];
    };
    // roundings of angles of some turns
    CHECK(turned(0.01, 0) == doctest::Approx(0.01).epsilon(1e-12));
    CHECK(turned(0, 0.01) == doctest::Approx(0.015).epsilon(1e-12));
    CHECK(turned(0.01 + pi, 0) == doctest::Approx(0.01).epsilon(1e-12));
    CHECK(turned(0.01, 2 * pi) == doctest::Approx(0.01).epsilon(1e-12));
    CHECK(turned(0.01, 2 * pi / 3) == doctest::Approx(0.01).epsilon(1e-12));
    CHECK(turned(-1.5, 1) == doctest::Approx(0).epsilon(1e-12).scale(1));
}

TEST_CASE("a gear in space whose wheel has no hinge about its axis is refused by name") {
    std::string text = pair_in_space;
    const std::string wheel = R"("second": {"bodies": ["o", "large"], "axis": [[0, 1, 0], [1, 0, 0]]})";
    text.replace(text.find(wheel), wheel.size(),
                 R"("second": {"bodies": ["o", "large"], "axis": [[0, 1, 0], [0, 1, 0]]})");
    try {
        const Compiled c(text);
        FAIL("was compiled");
    } catch (const SpecError& error) {
        CHECK(error.problems().front().what.starts_with(
            "Gear o-large turns about an axis that the two bodies do not share: add a Joint+Axis"));
    }
}
