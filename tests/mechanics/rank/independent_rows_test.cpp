#include "mechanics/rank/independent_rows.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <limits>
#include <nlohmann/json.hpp>

#include "contains_text.hpp"
#include "core/errors.hpp"
#include "elements/gear.hpp"
#include "elements/joint.hpp"
#include "elements/link.hpp"
#include "elements/lower_pair.hpp"
#include "mechanics/bennett.hpp"
#include "mechanics/closed_mechanisms.hpp"
#include "mechanics/example_systems.hpp"
#include "mechanics/kernels/dynamics.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

std::string refusal(const SystemSpec& spec) {
    try {
        const ExampleSystem compiled(spec);
    } catch (const SpecError& error) {
        return error.what();
    }
    return "";
}

std::vector<std::string> left_out(const ConstrainedSystem& system) {
    std::vector<std::string> names;
    for (const ConstraintRow& row : system.rows())
        if (!row.independent) names.push_back(row.name);
    return names;
}

SystemSpec chain(int links, bool tip_first = false) {
    SystemBuilder s("chain", 2);
    s.origin("b0", {0, 0});
    const auto id = [](int i) { return "b" + std::to_string(i); };
    for (int i = 1; i <= links; ++i) s.bob(id(i), 1, {0, -1.0 * i});
    for (int i = 1; i <= links; ++i) {
        const int k = tip_first ? links + 1 - i : i;
        s.link(id(k - 1), id(k), 1);
    }
    return s.gravity(9.81, {0, 1}).spec;
}

// Four points of the plane, all six distances given; the last one depends on the others.
SystemSpec braced_square() {
    return SystemBuilder("braced_square", 2)
        .bob("a", 1, {0, 0})
        .bob("b", 2, {1, 0.1})
        .bob("c", 3, {1.2, 1})
        .bob("d", 1, {0, 1.3})
        .link("a", "b")
        .link("b", "c")
        .link("c", "d")
        .link("d", "a")
        .link("a", "c")
        .link("b", "d")
        .spec;
}

SystemSpec triangle(double ab, double bc, double ca) {
    return SystemBuilder("triangle", 2)
        .bob("a", 1, {0, 0})
        .bob("b", 1, {1, 0})
        .bob("c", 1, {0.4, 0.8})
        .link("a", "b", ab)
        .link("b", "c", bc)
        .link("c", "a", ca)
        .spec;
}

TEST_CASE("every row of a chain, a tree, a loop that closes and a net is independent") {
    for (const SystemSpec& spec : written_systems()) {
        CAPTURE(spec.name);
        const ExampleSystem s(spec);
        CHECK(left_out(s.system).empty());
        CHECK(s.system.independent_count() == static_cast<int>(spec.constraints.size()));
    }
    for (const std::string& name : builtin_system_names()) {
        if (name == "a04_bricard") continue;  // its loop has a row too many besides: the tests of closed mechanisms
        CAPTURE(name);
        const ExampleSystem s(load_system(name));
        // The paper's three rows of an axis have rank two, six of two axes that keep together rank three.
        const auto& joints = s.graph.joints();
        auto axes = std::count_if(joints.begin(), joints.end(), [](const Joint& j) { return j.axis.has_value(); });
        for (const LowerPair& pair : s.graph.terms<LowerPair>())
            axes += pair.coincident_directions.size() == 2 ? 3 : std::ssize(pair.coincident_directions);
        const auto names = left_out(s.system);
        CHECK(names.size() == static_cast<std::size_t>(axes));
        for (const std::string& row : names) CHECK(contains_text(row, " axis, "));
        CHECK(s.system.independent_count() == static_cast<int>(s.system.rows().size() - names.size()));
    }
    CHECK(left_out(ExampleSystem(triangle(1, 1, 1)).system).empty());
}

TEST_CASE("one link too many in the plane is left out of the solve and stays in Phi") {
    const ExampleSystem s(braced_square());
    CHECK(left_out(s.system) == std::vector<std::string>{"Link b-d"});
    CHECK(s.system.rows().size() == 6);
    CHECK(s.system.independent_count() == 5);
    CHECK(s.system.degrees_of_freedom() == 3);  // a rigid plate in the plane
    CHECK(s.system.plan().row.size() == 5);
    std::vector<double> phi(6);
    const double square[] = {0, 0, 1, 0, 1, 1, 0, 1};  // another square: both diagonals are sqrt 2
    s.system.phi(square, phi.data());
    CHECK(phi[5] == doctest::Approx(2 - s.system.rows()[5].length * s.system.rows()[5].length).epsilon(1e-15));
}

TEST_CASE("a redundant row holds in every drawn state, not only in those on the right side of a reflection") {
    SystemSpec spec = braced_square();
    auto& drawn = std::get<DrawnStates>(spec.initial_conditions);
    drawn.position_noise = Normal{0, 1};  // wide enough to reach the mirrored shape, which meets the five kept rows
    const ExampleSystem s(spec);
    std::vector<double> off(6);
    for (std::uint64_t i = 0; i < 50; ++i) {
        const InitialState state = s.state(i);
        s.system.position_errors(state.x.data(), off.data());
        for (double c : off) CHECK(std::fabs(c) <= 1e-9);  // 1e-16 near, the kept rows' rounding times their condition
    }
}

TEST_CASE("lengths that contradict each other are refused with the closest length found") {
    const std::string text = refusal(triangle(1, 1, 5));
    CAPTURE(text);
    CHECK(text.find("triangle.json#/constraints: Link ") == 0);
    CHECK(contains_text(text, " cannot be met together with the other constraints: length is "));
    CHECK(contains_text(text, " m, the closest found is "));
    CHECK(contains_text(text, " m; check the lengths around its loop"));
}

TEST_CASE("one link too many with a wrong length is refused") {
    SystemSpec spec = braced_square();
    (*spec.constraints[5].as<LinkSpec>()).length *= 1.01;
    CHECK(refusal(spec).find("braced_square.json#/constraints: Link ") == 0);
    CHECK(contains_text(refusal(spec), "cannot be met together with the other constraints"));
}

// The train of three shafts, its first and last tied once more.
SystemSpec locked_train(const std::array<int, 2>& teeth, double phase = 0) {
    SystemSpec spec = load_system("gear_train");
    spec.constraints.push_back(GearSpec{{"axle1", "pinion", {}}, {"axle3", "wheel", {}}, teeth, phase});
    return spec;
}

TEST_CASE("gears that mesh at a few angles alone hold the train there, others contradict each other by name") {
    for (const std::array<int, 2> teeth : {std::array{1, -11}, std::array{1, -13}, std::array{2, -23}}) {
        CAPTURE(teeth[1]);
        const ExampleSystem s(locked_train(teeth));
        CHECK(left_out(s.system).empty());
        CHECK(s.system.degrees_of_freedom() == 1);  // the arm on its spring
    }
    CHECK(left_out(ExampleSystem(locked_train({1, -12})).system) == std::vector<std::string>{"Gear pinion-wheel"});
    CHECK(refusal(locked_train({1, -12}, 0.3)).find("Gear pinion-wheel cannot be met together with the other") !=
          std::string::npos);
}

TEST_CASE("a Rope that is too long is named with its length, not the shape of a body that it pulls at") {
    const std::string text = refusal(parse_system(R"({"name": "taut", "dimension": 2,
        "bodies": [{"id": "base", "type": "Origin"}, {"id": "hook", "type": "Origin", "position": [1, 0]},
                   {"id": "plate", "type": "Obj2D", "mass": 1, "second_moments": [0.01, 0.01]}],
        "constraints": [{"type": "Joint", "between": ["base", "plate"]},
                        {"type": "Rope", "points": ["hook", {"body": "plate", "point": [0.5, 0]}, "base"], "length": 9}],
        "initial_conditions": {"bodies": {"plate": {"from": "base", "angle": 0}}}})",
                                                  "taut.json"));
    CAPTURE(text);
    CHECK(text.find("taut.json#/constraints: Rope hook-base cannot be met together with the other constraints: length "
                    "is 9 m, the closest found is 2.0") == 0);  // it reaches 2 m, and the Joint yields a little
}

TEST_CASE("a triangle stretched flat is refused by name: its motion is not determined") {
    for (const int d : {2, 3}) {
        SystemSpec spec = triangle(1, 1, 2);
        if (d == 3)
            spec = SystemBuilder("triangle", 3)
                       .bob("a", 1, {0, 0, 0})
                       .bob("b", 1, {1, 0, 0.1})
                       .bob("c", 1, {0.4, 0.8, 0})
                       .link("a", "b", 1)
                       .link("b", "c", 1)
                       .link("c", "a", 2)
                       .spec;
        CHECK(refusal(spec) ==
              "triangle.json#/constraints: Link c-a is compatible with the other constraints only in a position where "
              "it depends on them (a stretched or folded loop): the motion is not determined; change a length");
    }
}

TEST_CASE("a loop between two Origins that only just reaches is refused, one with slack is not") {
    const auto bridge = [](double width) {
        return SystemBuilder("bridge", 3)
            .origin("left", {0, 0, 0})
            .origin("right", {width, 0, 0})
            .bob("a", 1, {1, 0, -0.5})
            .link("left", "a", 1)
            .link("a", "right", 1)
            .spec;
    };
    CHECK(refusal(bridge(2)).find(
              "Link a-right is compatible with the other constraints only in a position where it depends") !=
          std::string::npos);
    CHECK(contains_text(refusal(bridge(2.5)), "cannot be met together"));
    CHECK(refusal(bridge(1.9)) == "");
}

using Json = nlohmann::ordered_json;

SystemSpec mechanism(const std::string& text) { return parse_system(text, "loop.json"); }

TEST_CASE("Bricard's mechanism has one degree of freedom: its rows are judged in the given state, on the manifold") {
    const ExampleSystem s(mechanism(bricard_text()));
    CHECK(s.system.rows().size() == 66);
    CHECK(s.system.independent_count() == 59);
    CHECK(s.system.degrees_of_freedom() == 1);
    const auto names = left_out(s.system);
    CHECK(names.size() == 7);  // one row of each of six axes, and one of the loop
    for (const std::string& name : names) CHECK(contains_text(name, " axis, "));
}

TEST_CASE("a state with digits left out is brought onto the manifold of dependent rows, and judged there") {
    SystemSpec spec = mechanism(bricard_text());
    double off = 1e-3;  // m, up and down by turns
    for (auto& [id, entries] : std::get<std::vector<GivenState>>(spec.initial_conditions).front().position)
        for (double& entry : entries) entry += (off = -0.9 * off);
    CHECK(ExampleSystem(spec).system.degrees_of_freedom() == 1);
}

TEST_CASE("four hinges of one direction in space leave one degree of freedom, drawn or given") {
    const ExampleSystem drawn(mechanism(four_hinges_text()));
    CHECK(drawn.system.rows().size() == 42);
    CHECK(drawn.system.independent_count() == 35);
    SystemSpec spec = drawn.spec;
    GivenState given;
    const InitialState state = drawn.state(0);
    for (const Body& body : drawn.graph.bodies())
        if (body.node_count > 0) {
            const auto from = state.x.begin() + 3 * body.first_node;
            given.position[body.id] = {from, from + 3 * body.node_count};
        }
    spec.initial_conditions = std::vector<GivenState>{given};
    const ExampleSystem there(spec);
    CHECK(there.system.independent_count() == 35);
    CHECK(left_out(there.system) == left_out(drawn.system));
}

TEST_CASE("what keeps the shape of a body is never left out: kernels of rigid bodies solve for all of it by hand") {
    const Bennett bennett;
    for (const std::string& text : {bricard_text(), four_hinges_text(), bennett.text(1, 3, false),
                                    bennett.text(2.5L, 3, false), bennett.text(4, 3, true)}) {
        const ExampleSystem s(mechanism(text));
        CAPTURE(s.spec.name);
        REQUIRE(!s.system.rigid().bodies.empty());
        const std::vector<int>& kept = s.system.plan().row;
        CHECK(s.system.rigid().rows.size() + rigidity_row_count(s.graph) == s.system.plan().size());
        for (int k = 0; k < rigidity_row_count(s.graph); ++k)
            CHECK(std::find(kept.begin(), kept.end(), k) != kept.end());
        // Beside the manifold their matrix would be singular: the field changes as much as any other does there.
        std::vector<double> z = s.z(s.state(0)), rate(z.size()), moved = z, moved_rate(z.size());
        double sign = 1e-7, change = 0;
        for (double& entry : moved) {
            entry += (sign = -0.9 * sign);
            sign = std::fabs(sign) < 3e-8 ? sign * 3 : sign;
        }
        Dynamics<double> dynamics(s.system);
        dynamics.on_manifold(z, rate);
        dynamics.on_manifold(moved, moved_rate);
        for (std::size_t i = 0; i < z.size(); ++i) change = std::max(change, std::fabs(moved_rate[i] - rate[i]));
        CHECK(change < 1e-7 * 1e5);
    }
}

// What a slip of units makes, and found by a change of files at random: one moment of a link, and one point of a hinge.
TEST_CASE("where rounding would cost a body its shape the system is refused, not solved with other freedom") {
    const Json arm = Json::parse(load_system("hinged_arm_3").json);
    Json heavy = arm, far = arm, slender = arm;
    heavy["bodies"][3]["second_moments"][2] = 5333333333333334.0;
    far["constraints"][1]["between"][1]["point"][0] = -1e299;
    const std::string of_heavy = refusal(mechanism(heavy.dump())), of_far = refusal(mechanism(far.dump()));
    CAPTURE(of_heavy);
    CHECK(of_heavy.starts_with("loop.json#/bodies: rigidity link"));
    CHECK(of_heavy.ends_with("is more than 1e10 times as large as another; check their units"));
    // From such a point a search for a configuration leaves all numbers.
    CAPTURE(of_far);
    CHECK(of_far.starts_with("loop.json#/constraints: can be met, but no exact configuration was found: lengths"));
    CHECK(of_far.find("attachments are up to 1e+299 units of length") != std::string::npos);
    for (Json& body : slender["bodies"])
        if (body.contains("second_moments")) body["second_moments"][2] = 1e4 * body["second_moments"][2].get<double>();
    CHECK(refusal(mechanism(slender.dump())).empty());
}

TEST_CASE("a state in which rows have full rank is never refused because other configurations are folded") {
    for (const int loops : {1, 5, 40}) {
        CAPTURE(loops);
        const ExampleSystem s(mechanism(parallelograms_text(loops)));
        CHECK(left_out(s.system).empty());
        CHECK(s.system.degrees_of_freedom() == 1);
    }
}

TEST_CASE("a state in which rows fold is refused by their names, and by what is so next to it") {
    SystemSpec spec = mechanism(parallelograms_text(1));
    GivenState& flat = std::get<std::vector<GivenState>>(spec.initial_conditions).front();
    flat.position = {{"crank0", {0.5, 0, 1.5, 0}}, {"crank1", {1.5, 0, 2.5, 0}}, {"coupler0", {1.5, 0, 2.5, 0}}};
    flat.velocity.clear();
    CHECK(refusal(spec) ==
          "loop.json#/initial_conditions: Joint crank1-coupler0, x depends on the other constraints in the given "
          "state, but not in nearby states (a stretched or folded loop): the motion from there is not determined; give "
          "a nearby state");
}

// A scissor lift of bars of length `size`: pairs that cross in their middles, each on the pair before, the first on a
// pin and on a slider of a rail that points along `turned`; the bars start at `half` on either side of the lift's
// direction, moved by `far`.
struct Scissor {
    int stages;
    double size = 1, turned = 0, half = 0.9707963267948966, far = 0;

    Json text() const {
        const auto at = [&](double along, double up) {
            return Json{far + size * (std::cos(turned) * along - std::sin(turned) * up),
                        -far + size * (std::sin(turned) * along + std::cos(turned) * up)};
        };
        const auto end = [&](const std::string& id, double where) {
            return Json{{"body", id}, {"point", {where * size}}};
        };
        Json system{{"name", "scissor"}, {"dimension", 2}, {"sampling", {{"dt", 0.01}, {"steps", 31}}}};
        Json bodies, joints, starts;
        for (const char* id : {"base", "rail"})
            bodies.push_back({{"id", id}, {"type", "Origin"}, {"position", at(0, 0)}});
        const auto join = [&](const Json& a, const Json& b) {
            joints.push_back({{"type", "Joint"}, {"between", {a, b}}});
        };
        const double wide = std::sin(half), high = std::cos(half);
        for (int i = 0; i < stages; ++i) {
            const std::string n = std::to_string(i), before = std::to_string(i - 1), r = "r" + n, s = "s" + n;
            for (const std::string& id : {r, s}) {
                const double angle = turned + (id == r ? M_PI - half : half - M_PI);
                bodies.push_back({{"id", id}, {"type", "Obj1D"}, {"mass", 1}, {"second_moments", {size * size / 12}}});
                starts[id] = {{"position", at(0.5 * wide, (0.5 + i) * high)}, {"angle", angle}};
            }
            join(end(r, 0), end(s, 0));
            if (i == 0) continue;
            join(end("s" + before, 0.5), end(r, -0.5));
            join(end("r" + before, 0.5), end(s, -0.5));
        }
        join("base", end("r0", -0.5));
        const Json rail{std::cos(turned), std::sin(turned)};
        joints.push_back(
            {{"type", "Slider"}, {"between", {"rail", end("s0", -0.5)}}, {"axis", {rail}}, {"turn", true}});
        system["bodies"] = bodies;
        system["constraints"] = joints;
        system["potentials"] = Json::array({{{"type", "Gravity"}}});
        system["initial_conditions"] = {{"bodies", starts}};
        return system;
    }
};

// Random assemblies of its bars lie on one another in pairs, where a row depends on the others; no start does.
TEST_CASE("a scissor lift has one degree of freedom, of two stages or three, turned, moved, or of 4 mm") {
    for (const Scissor& lift :
         {Scissor{2}, Scissor{3}, Scissor{2, 1, 0.7, 0.4, 3}, Scissor{3, 0.004}, Scissor{2, 50, -2.2, 1.2, 100}}) {
        const ExampleSystem s(mechanism(lift.text().dump()));
        CAPTURE(lift.stages);
        CAPTURE(lift.size);
        CHECK(s.system.degrees_of_freedom() == 1);
        const auto rank = s.system.rows().size() - left_out(s.system).size();
        CHECK(static_cast<int>(rank) == s.system.independent_count());
    }
}

TEST_CASE("a start of a scissor lift may be drawn, with noise, and keeps its degree of freedom") {
    Json text = Scissor{2}.text();
    for (auto& [id, start] : text["initial_conditions"]["bodies"].items())
        start["angle"] = {{"normal", {{"mean", start["angle"]}, {"std", 0.01}}}};
    CHECK(ExampleSystem(mechanism(text.dump())).system.degrees_of_freedom() == 1);
}

// Three wheels and the rod that couples them, which starts `turned` from the line of their axles.
Json locomotive(double turned, double size = 1) {
    Json system{{"name", "locomotive"}, {"dimension", 2}};
    Json bodies, joints, starts;
    for (int i = 0; i < 3; ++i) {
        const std::string axle = "w" + std::to_string(i), wheel = "wheel" + std::to_string(i);
        bodies.push_back({{"id", axle}, {"type", "Origin"}, {"position", {2 * i * size, 0}}});
        bodies.push_back({{"id", wheel},
                          {"type", "Obj2D"},
                          {"mass", 5},
                          {"second_moments", {0.1 * size * size, 0.1 * size * size}}});
        joints.push_back({{"type", "Joint"}, {"between", {axle, wheel}}});
        starts[wheel] = {{"from", axle}, {"angle", M_PI / 2 + turned}, {"angle_rate", 2}};
    }
    bodies.push_back({{"id", "rod"}, {"type", "Obj1D"}, {"mass", 1}, {"second_moments", {4.0 / 3 * size * size}}});
    for (int i = 0; i < 3; ++i) {
        const Json pin{{"body", "wheel" + std::to_string(i)}, {"point", {0.3 * size, 0}}},
            place{{"body", "rod"}, {"point", {(2.0 * i - 2) * size}}};
        joints.push_back({{"type", "Joint"}, {"between", {pin, place}}});
    }
    starts["rod"] = {{"from", "wheel0"}, {"angle", M_PI / 2}};
    system["bodies"] = bodies;
    system["constraints"] = joints;
    system["initial_conditions"] = {{"bodies", starts}};
    return system;
}

TEST_CASE("a rod that couples three wheels has a row too many, which is left out and not refused") {
    for (const double size : {1.0, 0.002, 30.0})
        for (const double turned : {0.3, -0.5708, 1.5, 3.0}) {
            const ExampleSystem s(mechanism(locomotive(turned, size).dump()));
            CAPTURE(turned);
            CHECK(s.system.degrees_of_freedom() == 1);
            CHECK(left_out(s.system).size() == 1);
        }
}

// Flat, all rows depend on one another in two ways; beside it, in one.
TEST_CASE("a start that is folded says less than what is beside it") {
    CHECK(ExampleSystem(mechanism(locomotive(0).dump())).system.degrees_of_freedom() == 1);
}

// Processor time, the shortest of three: other programs share the machine.
double seconds_to_compile(const SystemSpec& spec) {
    const BodyGraph graph(spec);
    std::clock_t shortest = std::numeric_limits<std::clock_t>::max();
    for (int run = 0; run < 3; ++run) {
        const std::clock_t start = std::clock();
        const ConstrainedSystem system(spec, graph);
        shortest = std::min(shortest, std::clock() - start);
        CHECK(system.independent_count() == static_cast<int>(spec.constraints.size()));
        CHECK(system.plan().pattern.fill() == system.independent_count() - 1);  // tridiagonal
    }
    return static_cast<double>(shortest) / CLOCKS_PER_SEC;
}

TEST_CASE("a chain of 2,000 links compiles in time that grows linearly, in either order of the file") {
    for (const bool tip_first : {false, true}) {
        CAPTURE(tip_first);
        const double small = seconds_to_compile(chain(250, tip_first)),
                     large = seconds_to_compile(chain(2000, tip_first));
        MESSAGE("250 links: ", small, " s, 2,000 links: ", large, " s");
        CHECK(large / small < 25);  // 8 when linear, 64 when quadratic
    }
}

}  // namespace

namespace {

// A rod on a pin carries a bob of 1 kg at its end.
std::string light_rod(int dimension, double mass, double moment) {
    const std::string place = dimension == 2 ? "[0, 0]" : "[0, 0, 0]",
                      end = dimension == 2 ? "[0.6442177, -0.7648422]" : "[-0.3623578, 0.1315294, -0.9227117]",
                      angle = dimension == 2 ? R"("angle": 0.7)" : R"("azimuth": 3, "polar": 1.2)";
    nlohmann::json system =
        nlohmann::json::parse(R"({"name": "light_rod", "dimension": )" + std::to_string(dimension) +
                              R"(, "bodies": [{"id": "pin", "type": "Origin", "position": )" + place +
                              R"(}, {"id": "rod", "type": "Obj1D"}, {"id": "bob", "type": "Obj0D", "mass": 1}],
        "constraints": [{"type": "Joint", "between": ["pin", {"body": "rod", "point": [-0.5]}]},
                        {"type": "Joint", "between": [{"body": "rod", "point": [0.5]}, "bob"]}],
        "potentials": [{"type": "Gravity"}],
        "initial_conditions": {"bodies": {"rod": {"from": "pin", )" +
                              angle + R"(}, "bob": {"position": )" + end + "}}}}");
    system["bodies"][1]["mass"] = mass;
    system["bodies"][1]["second_moments"] = {moment};
    return system.dump();
}

int freedom_of(const std::string& json) {
    return ExampleSystem(parse_system(json, "test.json")).system.degrees_of_freedom();
}

// Two bodies in a row on hinges that are not parallel.
std::string two_hinges(double mass, double thin) {
    nlohmann::json system = nlohmann::json::parse(R"({"name": "two_hinges", "dimension": 3,
        "bodies": [{"id": "o", "type": "Origin"}, {"id": "a", "type": "Obj3D", "mass": 1}, {"id": "b", "type": "Obj3D"}],
        "constraints": [{"type": "Joint+Axis", "between": ["o", {"body": "a", "point": [-0.5, 0, 0]}], "axis": [[0, 1, 0], [0, 1, 0]]},
                        {"type": "Joint+Axis", "between": [{"body": "a", "point": [0.5, 0, 0]}, {"body": "b", "point": [-0.5, 0, 0]}],
                         "axis": [[0.6, 0, 0.8], [0.6, 0, 0.8]]}],
        "potentials": [{"type": "Gravity"}],
        "initial_conditions": {"bodies": {"a": {"from": "o", "hinge_angle": 0.3}, "b": {"from": "a", "hinge_angle": 1}}}})");
    system["bodies"][2]["mass"] = mass;
    for (const int body : {1, 2}) system["bodies"][body]["second_moments"] = {0.08, thin, thin};
    return system.dump();
}

// A parallelogram with a bar in its middle, one row more than it needs, and all of it light but one corner.
std::string light_parallelogram(double mass) {
    nlohmann::json system = nlohmann::json::parse(R"({"name": "bars", "dimension": 2,
        "bodies": [{"id": "p0", "type": "Origin", "position": [0, 0]}, {"id": "p1", "type": "Origin", "position": [1, 0]},
                   {"id": "p2", "type": "Origin", "position": [2, 0]}, {"id": "a", "type": "Obj0D"},
                   {"id": "b", "type": "Obj0D"}, {"id": "c", "type": "Obj0D", "mass": 1}],
        "constraints": [{"type": "Link", "between": ["p0", "a"], "length": 1}, {"type": "Link", "between": ["p1", "b"], "length": 1},
                        {"type": "Link", "between": ["p2", "c"], "length": 1}, {"type": "Link", "between": ["a", "b"], "length": 1},
                        {"type": "Link", "between": ["b", "c"], "length": 1}],
        "potentials": [{"type": "Gravity"}],
        "initial_conditions": {"state": {"position": {"a": [0.6, 0.8], "b": [1.6, 0.8], "c": [2.6, 0.8]}}}})");
    for (const int body : {3, 4}) system["bodies"][body]["mass"] = mass;
    return system.dump();
}

}  // namespace

TEST_CASE("light and thin bodies have the freedom of others: the rank of the rows does not depend on masses") {
    for (const double light : {1.0, 1e-4, 1e-8, 1e-12}) {
        CAPTURE(light);
        CHECK(freedom_of(light_rod(2, light, 0.08)) == 1);
        CHECK(freedom_of(light_rod(3, light, 0.08)) == 2);
        CHECK(freedom_of(light_rod(2, light, 0.08 * light)) == 1);
        CHECK(freedom_of(two_hinges(light, 0.02)) == 2);
        CHECK(freedom_of(two_hinges(0.5, 0.02 * light)) == 2);
        CHECK(freedom_of(light_parallelogram(light)) == 1);  // one of its five rows is redundant
    }
}
