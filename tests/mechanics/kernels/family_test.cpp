#include <doctest/doctest.h>

#include <memory>
#include <string>

#include "integrate/integrate.hpp"
#include "mechanics/example_systems.hpp"
#include "mechanics/kernels/dynamics.hpp"
#include "mechanics/kernels/rattle.hpp"
#include "model/compiled_system.hpp"
#include "places.hpp"
#include "sample/draw_varied.hpp"
#include "spec/read_system.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

using Members = std::vector<std::unique_ptr<CompiledSystem>>;

// As many members of a family as there are lanes, each with its first state.
struct Family {
    explicit Family(const std::string& name)
        : Family(load_system(cchnn_test::source_dir() + "/tests/regression/families/" + name + ".json")) {}
    explicit Family(const SystemSpec& spec) : like(spec) {
        for (std::uint64_t i = 0; i < static_cast<std::uint64_t>(lane_width); ++i) {
            SampleKey key{7, Split::train, i, 0};
            members.push_back(std::make_unique<CompiledSystem>(like.spec, like.system, draw_varied(like.spec, key)));
            states.push_back(members.back()->sampler.draw(key));
        }
    }
    // (x, p) of member l, a little off the manifold.
    std::vector<double> z(std::size_t l) const {
        std::vector<double> z = states[l].x, p(z.size());
        members[l]->system.momentum(states[l].v.data(), p.data());
        z.insert(z.end(), p.begin(), p.end());
        for (std::size_t i = 0; i < z.size(); ++i) z[i] += 1e-4 * static_cast<double>((i * 7 + l) % 5);
        return z;
    }

    ExampleSystem like;
    Members members;
    std::vector<InitialState> states;
};

// The kernels that families take: sweeps along chains, rigid bodies by hand, any rows.
const char* const families[] = {"any_chain_3", "any_hinged_arm_2", "any_springs_2"};

// A damping about an Origin, and a dipole's, whose place is drawn: all of it, and one of its coordinates.
const char* const drawn_numbers[] = {R"({
  "name": "pulled_about", "dimension": 2,
  "bodies": [{"id": "hook", "type": "Origin", "position": [{"normal": {"mean": 0.5, "std": 1}}, {"uniform": {"low": -1, "high": 1}}]},
             {"id": "bob", "type": "Obj0D", "mass": 1.5}],
  "potentials": [{"type": "Gravity"}, {"type": "Spring", "between": ["hook", "bob"], "stiffness": 30, "rest_length": 1}],
  "damping": [{"type": "Damping", "body": "bob", "coefficient": 0.4, "about": "hook"}],
  "initial_conditions": {"bodies": {"bob": {"from": "hook", "angle": {"normal": {"mean": 0, "std": 1}},
                                            "angle_rate": {"normal": {"mean": 0, "std": 1}}, "length": 1.1}}},
  "sampling": {"dt": 0.05, "steps": 20}})",
                                     R"({
  "name": "magnet_about", "dimension": 3,
  "bodies": [{"id": "hook", "type": "Origin", "position": [0, {"uniform": {"low": -0.2, "high": 0.2}}, 0]},
             {"id": "bob", "type": "Obj0D", "mass": 3}],
  "constraints": [{"type": "Link", "between": ["hook", "bob"], "length": 1}],
  "potentials": [{"type": "Gravity"},
                 {"type": "Dipole", "body": "bob", "pivot": "hook", "moment": 0.3, "mu0": 1,
                  "magnets": [{"position": [0.1, 0, -1.05], "moment": [0, 0, 0.3]}]}],
  "initial_conditions": {"bodies": {"bob": {"from": "hook", "azimuth": 3, "polar": {"normal": {"mean": 1.5, "std": 0.2}},
                                            "azimuth_rate": {"normal": {"mean": 0, "std": 0.4}}, "polar_rate": 0.3}}},
  "sampling": {"dt": 0.05, "steps": 20}})",
                                     // Constants that are equal in some members, a force that vanishes in some.
                                     R"json({
  "name": "charges", "dimension": 2,
  "bodies": [{"id": "a", "type": "Obj0D", "mass": 1}, {"id": "b", "type": "Obj0D", "mass": 2}, {"id": "c", "type": "Obj0D", "mass": 1}],
  "draws": {"q": {"choice": [-1, 0, 1]}},
  "potentials": [{"type": "Potential", "points": ["a", "b", "c"],
                  "constants": {"qa": "q", "qb": {"choice": [-1, 1]}, "k": {"normal": {"mean": 0, "std": 1}}},
                  "energy": "qa*qb/sqrt(r12^2 + 0.1) + 1*qb/sqrt(r13^2 + 0.1) + (qa + qb)^2*exp(-k^2)*x3^2 + k*y1"},
                 {"type": "Force", "on": "c", "force": [{"choice": [0, 0.1]}, {"normal": {"mean": 0, "std": 1}}]}],
  "initial_conditions": {"bodies": {"a": {"position": [1, 0]}, "b": {"position": [-1, {"normal": {"mean": 0, "std": 1}}]}, "c": {"position": [0, 2]}}},
  "sampling": {"dt": 0.05, "steps": 20}})json",
                                     // Charges in a field by a formula, and in one that is the same everywhere.
                                     R"json({
  "name": "charges_in_fields", "dimension": 2,
  "bodies": [{"id": "a", "type": "Obj0D", "mass": 1}, {"id": "b", "type": "Obj0D", "mass": 2}],
  "potentials": [{"type": "MagneticField", "on": "a", "charge": {"uniform": {"low": 0.5, "high": 1}}, "formula": "2 + x"},
                 {"type": "MagneticField", "on": "b", "charge": {"uniform": {"low": 0.5, "high": 1}}, "field": [0, 0, 3]}],
  "initial_conditions": {"bodies": {"a": {"position": [1, 0], "velocity": [0.5, 1]}, "b": {"position": [-1, 0], "velocity": [1, 0.5]}}},
  "sampling": {"dt": 0.05, "steps": 20}})json"};

void check_lane(const std::vector<Lanes>& all, int l, const std::vector<double>& alone) {
    for (std::size_t i = 0; i < alone.size(); ++i) CHECK(lane(all[i], l) == alone[i]);
}

void check_same_states(const TrajectoryBatch& alone, const TrajectoryBatch& all, std::size_t i) {
    const auto at = static_cast<long>(i * alone.x.size());
    CHECK(std::equal(alone.x.begin(), alone.x.end(), all.x.begin() + at));
    CHECK(std::equal(alone.v.begin(), alone.v.end(), all.v.begin() + at));
}

}  // namespace

TEST_CASE("a lane of a family computes what its member computes alone, bit for bit, also when another is seated anew") {
    for (const char* name : families) {
        CAPTURE(name);
        const Family family(name);
        Dynamics<Lanes> lanes(family.like.system, EachLane{});
        std::vector<Lanes> z(lanes.size(), Lanes(0.0)), rate(z), on(z), moved;
        for (int l = lane_width; l-- > 0;) {
            lanes.seat(l, family.members[0]->system);  // whoever sat here before leaves nothing behind
            lanes.seat(l, family.members[static_cast<std::size_t>(l)]->system);
            const std::vector<double> one = family.z(static_cast<std::size_t>(l));
            for (std::size_t i = 0; i < one.size(); ++i) set_lane(z[i], l, one[i]);
        }
        lanes(z, rate, 0.0);
        lanes.on_manifold(z, on);
        moved = z;
        lanes.project(moved, Lanes(0.0) <= Lanes(0.0));
        std::vector<Lanes> v(to_size(family.like.system.state_size()), Lanes(0.0));
        lanes.velocity(&z[v.size()], v.data());
        const Lanes energy = lanes.energy(z.data(), v.data(), z.data() + 2 * v.size());
        for (int l = 0; l < lane_width; ++l) {
            CAPTURE(l);
            const ConstrainedSystem& member = family.members[static_cast<std::size_t>(l)]->system;
            Dynamics<double> alone(member);
            std::vector<double> one = family.z(static_cast<std::size_t>(l)), f(one.size()), speed(v.size());
            alone(one, f, 0.0);
            check_lane(rate, l, f);
            alone.on_manifold(one, f);
            check_lane(on, l, f);
            alone.velocity(&one[v.size()], speed.data());
            CHECK(lane(energy, l) == alone.energy(one.data(), speed.data(), one.data() + 2 * speed.size()));
            alone.project(one, true);
            check_lane(moved, l, one);
        }
    }
}

TEST_CASE("a family's trajectories are those of its members alone, by every method") {
    const Family family("any_springs_2");
    std::vector<const ConstrainedSystem*> systems;
    for (const auto& member : family.members) systems.push_back(&member->system);
    const TimeGrid times{0.05, 4};
    for (const Method method :
         {Method::verner87, Method::dopri5, Method::fehlberg78, Method::rattle4, Method::extrapolation20}) {
        Protocol protocol = default_protocol();
        protocol.method = method;
        protocol.substeps = 10;  // of RATTLE
        CAPTURE(std::string(name(method)));
        const TrajectoryBatch all = integrate({family.like.system, systems}, family.states, times, protocol);
        for (std::size_t i = 0; i < systems.size(); ++i) {
            const TrajectoryBatch alone = integrate(*systems[i], {family.states[i]}, times, protocol);
            check_same_states(alone, all, i);
            CHECK(std::equal(alone.energy.begin(), alone.energy.end(),
                             all.energy.begin() + static_cast<long>(i * alone.energy.size())));
        }
    }
}

// Kernels of many trajectories once held the place for all of them.
TEST_CASE(
    "trajectories whose Origins, formulas and forces are drawn are those of the members alone, in 53 and in 106 bits") {
    for (const char* text : drawn_numbers) {
        const Family family(parse_system(text, "about.json"));
        CAPTURE(family.like.spec.name);
        REQUIRE(family.like.spec.varied.size() > 0);
        std::vector<const ConstrainedSystem*> systems;
        for (const auto& member : family.members) {
            systems.push_back(&member->system);
            CHECK(same_shape(family.like.system.exact_constants(), member->system.exact_constants()));
        }
        for (const Method method : {Method::verner87, Method::extrapolation20}) {
            Protocol protocol = default_protocol();
            protocol.method = method;
            const TimeGrid times{0.05, 6};
            const TrajectoryBatch all = integrate({family.like.system, systems}, family.states, times, protocol);
            for (std::size_t i = 0; i < systems.size(); ++i) {
                const TrajectoryBatch alone = integrate(*systems[i], {family.states[i]}, times, protocol);
                check_same_states(alone, all, i);
            }
        }
    }
}

TEST_CASE("members of another shape are found, and integrated alone") {
    const Family family("any_chain_3");
    const ExampleSystem other(load_system("chain_pendulum_2"));
    CHECK(same_shape(family.like.system.exact_constants(), family.members[1]->system.exact_constants()));
    CHECK_FALSE(same_shape(family.like.system.exact_constants(), other.system.exact_constants()));
}
