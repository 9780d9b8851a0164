// Every kind has a judge, and the judge and the engine, which share nothing, see the same motion of each.

#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "contains_text.hpp"
#include "elements/example_of_each_kind.hpp"
#include "elements/kinds.hpp"
#include "judge/equations.hpp"
#include "judge/stored_motion.hpp"

using namespace cchnn_test;

namespace {

// dy/dt where a motion starts, in a number type of the judge.
template <class S>
std::vector<double> rates(const std::string& json, const judge::Stored& stored) {
    const judge::System<S> system = judge::make_system<S>(judge::read_description(json));
    judge::Equations<S> equations(system);
    std::vector<S> y(stored.x.begin(), stored.x.begin() + system.coordinates()), rate(equations.size());
    y.insert(y.end(), stored.v.begin(), stored.v.begin() + system.coordinates());
    y.insert(y.end(), stored.tracks.begin(), stored.tracks.end());
    y.insert(y.end(), stored.angles.begin(), stored.angles.begin() + std::ssize(system.angles));
    if (!system.inputs.empty()) {  // t, then each input
        y.push_back(0);
        y.insert(y.end(), stored.inputs.begin(), stored.inputs.begin() + std::ssize(system.inputs));
    }
    equations.choose_rows(y);
    equations.field(y, rate);
    std::vector<double> found;
    for (const S& number : rate) found.push_back(static_cast<double>(number));
    return found;
}

// Derivatives in Quad are had in another way.
void check_rates(const std::string& json, const judge::Stored& stored) {
    const std::vector<double> a = rates<long double>(json, stored), b = rates<judge::Quad>(json, stored);
    double largest = 0, off = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        largest = std::max(largest, std::fabs(b[i]));
        off = std::max(off, std::fabs(a[i] - b[i]));
    }
    CHECK(off <= 1e-13 * largest);  // rows may be others, which agree to the rounding of the state
}

void check_agreement(const Compiled& c) {
    const TrajectoryBatch batch = integrate(c.system, c.draw(1), c.own_times(), default_protocol());
    judge::Stored stored = stored_motion(batch, c.own_times(), 0);
    stored.bound.assign(stored.times.size(), 1e-10);  // rtol 1e-13 a step, some hundred steps, none of them chaotic
    const judge::Verdict verdict = verdict_of(c.spec.json, stored);
    CHECK(verdict.why_not == "");
    CHECK(verdict.judged);
    CHECK(beyond(verdict, stored) == 0);
    CHECK(verdict.energy_off < 1e-14);
    CHECK(verdict.work_ratio <= 1);  // of what is allowed for work and losses
    check_rates(c.spec.json, stored);
}

}  // namespace

TEST_CASE("judge: every kind of the engine has a judge") {
    const std::vector<std::string> known = judge::judged_types();
    std::string missing;
    for_each_kind(AllKinds{}, [&](auto tag) {
        const std::string type = decltype(tag)::Kind::type;
        if (std::find(known.begin(), known.end(), type) == known.end()) missing += type + " ";
    });
    CHECK(missing == "");
}

TEST_CASE("judge: a kind that it does not know is refused by name") {
    try {
        judge::read_description(R"({"dimension": 1, "bodies": [], "potentials": [{"type": "Magic"}]})");
        FAIL("was read");
    } catch (const DataError& error) {
        CHECK(error.problems().front().what == "has a 'Magic', which the independent solver does not know");
    }
}

TEST_CASE("judge: a Screw of a stranger's file that lacks a key is refused by the key") {
    const std::string bodies =
        R"({"dimension": 1, "bodies": [{"id": "a", "type": "Origin"}, {"id": "b", "type": "Obj0D", "mass": 1}],
        "constraints": [{"type": "Screw")";
    const std::string ends = R"(, "between": ["a", "b"])";
    const std::string axis = R"(, "axis": [[0, 0, 1], [0, 0, 1]])";
    const auto refusal = [&](const std::string& keys) {
        try {
            judge::read_description(bodies + keys + "}]}");
        } catch (const DataError& error) {
            return error.problems().front().what;
        }
        return std::string("was read");
    };
    CHECK(refusal(ends + axis + R"(, "lead": 0.01, "phase": 0)") == "was read");
    CHECK(refusal(ends + axis + R"(, "lead": 0.01)") ==
          "has a Screw without a phase, as datasets of earlier versions do: generate it again");
    CHECK(contains_text(refusal(ends + axis), "key 'lead' not found"));
    CHECK(contains_text(refusal(axis), "key 'between' not found"));
}

TEST_CASE("judge: an item of each kind that lacks any one key is read or refused") {
    using Json = nlohmann::json;
    int refused = 0;
    for (const auto& kind_and_text : example_of_each_kind()) {
        CAPTURE(kind_and_text.first);
        const Json example = Json::parse(kind_and_text.second), leaves = example.flatten();
        for (const auto& leaf : leaves.items())
            for (Json::json_pointer at(leaf.key()); !at.empty(); at.pop_back()) {
                const Json::json_pointer above = at.parent_pointer();
                if (above.empty() || !example.at(above).is_object()) continue;
                Json lacking = example;
                lacking.at(above).erase(at.back());
                try {
                    judge::read_description(lacking.dump());
                } catch (const DataError&) {
                    ++refused;
                }
            }
    }
    CHECK(refused > 200);
}

TEST_CASE("judge: draws name those before them, however a stranger's file ties them up") {
    const auto mass = [](const std::string& draws) {
        return judge::read_description(
                   R"({"dimension": 1, "bodies": [{"id": "a", "type": "Obj0D", "mass": "last"}], "draws": {)" + draws +
                   "}}")
            .bodies.at(0)
            .mass;
    };
    CHECK(mass(R"("m": {"values": [2, 7]}, "h": "m/4", "last": "m*sin(30 deg) + h")") == 1.5);
    CHECK(mass(R"("last": {"normal": {"mean": 3, "std": 1, "limit": 2}}, "later": "1/0")") == 2);
    CHECK_THROWS_AS(mass(R"("last": "2*last")"), DataError);
    CHECK_THROWS_AS(mass(R"("last": "other", "other": "last")"), DataError);
    std::string twice = R"("d0": "1")";  // each of the two before it: 2^60 paths, 60 values
    for (int i = 1; i < 60; ++i)
        twice +=
            ", \"d" + std::to_string(i) + "\": \"(d" + std::to_string(i - 1) + " + d" + std::to_string(i - 1) + ")/2\"";
    CHECK(mass(twice + R"(, "last": "d59")") == 1);
}

TEST_CASE("judge: engine and judge see the same motion of every kind") {
    for (const auto* examples : {&cchnn_test::example_of_each_kind(), &cchnn_test::another_example()})
        for (const auto& example : *examples) {
            CAPTURE(example.first);
            check_agreement(Compiled(example.second));
        }
}

TEST_CASE("judge: a driven Lagrangian whose coordinates and rates are held by equations") {
    check_agreement(Compiled(
        R"json({"name": "held", "lagrangian": {"coordinates": {"a": {}, "b": {"angle": true}, "c": {}, "d": {}},
        "kinetic": "(ad^2 + 2*bd^2 + cd^2*exp(a/3) + dd^2)/2 + 0.3*ad*bd*cos(b) + 0.4*a*cd", "dissipation": "0.1*(ad - cd)^2",
        "potential": "0.7*(a^2 + c^2 + d^2) + 0.4*cos(b)*a", "forces": {"b": "push*cos(b)", "d": "push*ad"},
        "constraints": ["a^2 + c^2 + d^2 - 2", "bd*cos(a) - dd"]},
        "inputs": [{"id": "push", "formula": "sin(3*t)"}],
        "initial_conditions": {"a": 1, "b": 0.4, "c": -0.6, "d": 0.8, "ad": 0.3, "bd": 0.7, "cd": 0.5},
        "sampling": {"dt": 0.05, "steps": 21}})json"));
}

TEST_CASE("judge: a Lagrangian that depends on time") {
    check_agreement(Compiled(
        R"json({"name": "timely", "lagrangian": {"coordinates": {"a": {}, "b": {"angle": true}},
        "kinetic": "(ad^2*(1 + a^2) + 2*bd^2)/2 + 0.3*ad*bd*cos(b) + ad*sin(t)*cos(b) + a^2*exp(-t) + 0.2*bd*t*sin(b)",
        "dissipation": "0.1*ad^2*(2 + cos(t))", "potential": "0.7*(a - sin(2*t))^2 + 0.4*cos(b)*a*t",
        "forces": {"b": "push*cos(b)*t", "a": "0.2*cos(t)*bd"}}, "inputs": [{"id": "push", "formula": "sin(3*t)"}],
        "initial_conditions": {"a": 1, "b": 0.4, "ad": 0.3, "bd": 0.7}, "sampling": {"dt": 0.05, "steps": 21}})json"));
}

TEST_CASE("judge: a Lagrangian whose inertia and equations move in time") {
    check_agreement(Compiled(
        R"json({"name": "moved", "lagrangian": {"coordinates": {"a": {}, "b": {"angle": true}, "c": {}, "d": {}},
        "kinetic": "(ad^2*(1 + t^2) + 2*bd^2 + cd^2*exp(a/3 - t) + dd^2)/2 + 0.3*ad*bd*cos(b + t) + 0.4*a*cd*cos(t)",
        "dissipation": "0.1*(ad - cd)^2", "potential": "0.7*(a^2 + c^2 + d^2) + 0.4*cos(b)*a*exp(-t)",
        "forces": {"b": "push*cos(b)", "d": "push*ad"},
        "constraints": ["a^2 + c^2 + d^2 - 2 - 0.32*sin(t)", "bd*cos(a) - dd - (0.7*cos(1) - 0.2) - 0.3*t"]},
        "inputs": [{"id": "push", "formula": "sin(3*t)"}],
        "initial_conditions": {"a": 1, "b": 0.4, "c": -0.6, "d": 0.8, "ad": 0.3, "bd": 0.7, "cd": 0.5, "dd": 0.2},
        "sampling": {"dt": 0.05, "steps": 21}})json"));
}

TEST_CASE("judge: a surface and a potential that move with their Origin") {
    const Compiled bowl(
        R"json({"name": "bowl", "dimension": 3, "bodies": [{"id": "bowl", "type": "Origin", "moves": [{"along": [0.05, 0, 0.1], "input": "shake"}]},
            {"id": "ball", "type": "Obj0D", "mass": 0.4}],
        "constraints": [{"type": "Constraint", "points": ["ball", "bowl"], "equation": "z1 - z2 - (x1 - x2)^2 - 0.5*(y1 - y2)^2"}],
        "potentials": [{"type": "Gravity"}, {"type": "Potential", "points": ["ball", "bowl"], "energy": "0.8*r^2 + 0.3*(x1 - x2)^3"}],
        "inputs": [{"id": "shake", "formula": "sin(7*t)"}],
        "initial_conditions": {"bodies": {"ball": {"position": [0.5, 0.2, 0.27], "velocity": [0, 1, 0.2]}}},
        "sampling": {"dt": 0.05, "steps": 21}})json");
    check_agreement(bowl);
}

TEST_CASE("judge: wheels, slopes, crossings, meshes, loops and hinges of built-in systems") {
    for (const char* name : {"rolling_disk", "mesh_top", "four_bar_linkage", "beam_chain_3", "satellite", "rigid_rotor",
                             "falling_disk", "hoop_on_slope", "ball_in_bowl"}) {
        CAPTURE(name);
        check_agreement(Compiled(name));
    }
}
