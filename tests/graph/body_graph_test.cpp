#include "graph/body_graph.hpp"

#include <doctest/doctest.h>

#include <ctime>
#include <limits>
#include <set>

#include "core/errors.hpp"
#include "core/to_size.hpp"
#include "elements/damping.hpp"
#include "elements/dipole.hpp"
#include "elements/gravity.hpp"
#include "elements/joint.hpp"
#include "elements/link.hpp"
#include "elements/newtonian.hpp"
#include "elements/spring.hpp"
#include "spec/read_system.hpp"

using namespace cchnn;

namespace {

using Vector = std::vector<double>;

// Two free masses on a spring, a hook with one mass, and a hook with nothing.
SystemSpec mixed() {
    SystemSpec spec;
    spec.name = "mixed";
    spec.source = "program";
    spec.dimension = 2;
    spec.bodies = {{"a", BodyType::obj0d, 1, {}}, {"hook", BodyType::origin, 0, {3, 4}}, {"b", BodyType::obj0d, 2, {}},
                   {"c", BodyType::obj0d, 3, {}}, {"bare", BodyType::origin, 0, {0, 0}}, {"d", BodyType::obj0d, 4, {}}};
    spec.constraints = {LinkSpec{{"hook"}, {"c"}, 0.5}};
    spec.potentials = {SpringSpec{{"a"}, {"d"}, 7, 0.25}, GravitySpec{1.6, {0, 1}}};
    return spec;
}

TEST_CASE("bodies that move own nodes in the order of the file, an Origin owns none") {
    const BodyGraph graph(mixed());
    CHECK(graph.dimension() == 2);
    CHECK(graph.node_count() == 4);
    CHECK(graph.name() == "mixed");
    CHECK(graph.source() == "program");
    REQUIRE(graph.bodies().size() == 6);
    CHECK(graph.body("a").first_node == 0);
    CHECK(graph.body("b").first_node == 1);
    CHECK(graph.body("c").first_node == 2);
    CHECK(graph.body("d").first_node == 3);
    CHECK(graph.body("d").node_count == 1);
    CHECK(graph.body("d").mass == 4);
    CHECK(graph.body("hook").first_node == -1);
    CHECK(graph.body("hook").node_count == 0);
    CHECK(graph.body("hook").position == Vector{3, 4});
}

TEST_CASE("an end of a link is a node, or the fixed position of an Origin") {
    const BodyGraph graph(mixed());
    REQUIRE(graph.links().size() == 1);
    const Link& link = graph.links()[0];
    CHECK(link.name == "Link hook-c");
    CHECK(link.length == 0.5);
    CHECK(index(link.a.body) == 1);
    CHECK(link.a.weights.empty());
    CHECK(converted<double>(link.a.offset) == Vector{3, 4});
    CHECK(index(link.b.body) == 3);
    REQUIRE(link.b.weights.size() == 1);
    CHECK(index(link.b.weights[0].node) == 2);
    CHECK(link.b.weights[0].weight == 1);
    CHECK(converted<double>(link.b.offset) == Vector{0, 0});
}

TEST_CASE("potentials keep their numbers") {
    const BodyGraph graph(mixed());
    REQUIRE(graph.terms<Spring>().size() == 1);
    CHECK(graph.terms<Spring>()[0].name == "Spring a-d");
    CHECK(graph.terms<Spring>()[0].stiffness == 7);
    CHECK(graph.terms<Spring>()[0].rest_length == 0.25);
    CHECK(index(graph.terms<Spring>()[0].b.weights.at(0).node) == 3);
    REQUIRE(graph.terms<Gravity>().size() == 1);
    CHECK(graph.terms<Gravity>()[0].g == 1.6);
    CHECK(graph.terms<Gravity>()[0].up == Vector{0, 1});
}

TEST_CASE("a link is found from either end, and only where there is one") {
    const BodyGraph graph(mixed());
    CHECK(graph.link_between("hook", "c") == &graph.links()[0]);
    CHECK(graph.link_between("c", "hook") == &graph.links()[0]);
    CHECK(graph.link_between("c", "d") == nullptr);
    CHECK(graph.link_between("c", "nobody") == nullptr);
}

TEST_CASE("an unknown body is told with the nearest one") {
    CHECK_THROWS_WITH_AS((void)BodyGraph(mixed()).body("hok"), "program: unknown body 'hok', did you mean 'hook'?",
                         SpecError);
}

TEST_CASE("groups without an Origin are free, in the order of their first body") {
    using Groups = std::vector<std::vector<std::string>>;
    CHECK(BodyGraph(mixed()).free_groups() == Groups{{"a", "d"}, {"b"}});
    SystemSpec tied = mixed();
    tied.constraints.push_back(LinkSpec{{"b"}, {"d"}, 1});
    CHECK(BodyGraph(tied).free_groups() == Groups{{"a", "b", "d"}});
    SystemSpec star = mixed();  // 'a' joins two groups that already exist
    star.constraints.push_back(LinkSpec{{"a"}, {"b"}, 1});
    CHECK(BodyGraph(star).free_groups() == Groups{{"a", "b", "d"}});
    tied.potentials.push_back(SpringSpec{{"bare"}, {"d"}, 1, 0});
    CHECK(BodyGraph(tied).free_groups().empty());
}

TEST_CASE("a spec whose names do not resolve makes no graph, and all of it is told") {
    SystemSpec spec = mixed();
    spec.constraints.push_back(LinkSpec{{"hok"}, {"a"}, 1});
    spec.potentials.push_back(SpringSpec{{"hook"}, {"bare"}, 1, 0});
    spec.bodies[0].mass = 0;
    CHECK_THROWS_WITH_AS(BodyGraph{spec},
                         "program#/bodies/0/mass: must be > 0 kg, got 0\n"
                         "program#/constraints/1/between/0: unknown body 'hok', did you mean 'hook'?\n"
                         "program#/potentials/2/between: 'hook' and 'bare' are both an Origin and never move: "
                         "a Spring between them does nothing",
                         SpecError);
}

// A solid on a fixed point, a plate hinged on it, a bar and a point mass; a star that stays.
SystemSpec machine() {
    SystemSpec spec;
    spec.name = "machine";
    spec.source = "program";
    spec.dimension = 3;
    spec.bodies = {{"base", BodyType::origin, 0, {1, 2, 3}},
                   {"hub", BodyType::obj3d, 2, {}, {0.1, 0.2, 0.3}},
                   {"plate", BodyType::obj2d, 3, {}, {0.4, 0.5}},
                   {"bar", BodyType::obj1d, 4, {}, {0.6}},
                   {"bob", BodyType::obj0d, 5, {}},
                   {"star", BodyType::origin, 7, {0, 0, 9}},
                   {"sun", BodyType::origin, 8, {0, 9, 0}}};
    spec.constraints = {JointSpec{{"base"}, {"hub", {0.5, 0, -2}}},
                        JointAxisSpec{{"plate", {0, 0.25}}, {"hub", {1, 0, 0}}, {0.6, 0.8}, {0, 0, 1}},
                        LinkSpec{{"bar", {1}}, {"bob"}, 1.5}};
    spec.potentials = {NewtonianSpec{10, {"star", "bob", "sun", "bar"}},
                       DipoleSpec{"bob", "base", -6, 11, {{{1, 2, 3}, {4, 5, 6}}}}};
    spec.damping = {DampingSpec{"bar", {}, 0.5}, DampingSpec{"bob", "star", 0.25}};
    return spec;
}

// Weights as (node, weight) pairs.
using Weights = std::vector<std::pair<int, double>>;
Weights weights(const Point& point) {
    Weights found;
    for (const NodeWeight& w : point.weights) found.emplace_back(index(w.node), double(w.weight));
    return found;
}

TEST_CASE("a body with k axes owns k + 1 nodes") {
    const BodyGraph graph(machine());
    CHECK(graph.node_count() == 4 + 3 + 2 + 1);
    CHECK(graph.body("hub").first_node == 0);
    CHECK(graph.body("hub").node_count == 4);
    CHECK(graph.body("plate").first_node == 4);
    CHECK(graph.body("plate").second_moments == Vector{0.4, 0.5});
    CHECK(graph.body("bar").first_node == 7);
    CHECK(graph.body("bob").first_node == 9);
    CHECK(graph.body("bob").second_moments.empty());
}

TEST_CASE("a point of a body has the weights ctilde = (1 - sum c, c), without zeros") {
    const BodyGraph graph(machine());
    REQUIRE(graph.joints().size() == 2);
    const Joint& joint = graph.joints()[0];
    CHECK(joint.name == "Joint base-hub");
    CHECK(!joint.axis);
    CHECK(weights(joint.a).empty());
    CHECK(converted<double>(joint.a.offset) == Vector{1, 2, 3});
    CHECK(index(joint.b.body) == 1);
    CHECK(weights(joint.b) == Weights{{0, 2.5}, {1, 0.5}, {3, -2}});  // 1 - 0.5 + 2
    CHECK(converted<double>(joint.b.offset) == Vector{0, 0, 0});
    const Link& link = graph.links().at(0);
    CHECK(weights(link.a) == Weights{{8, 1}});  // the tip of the bar's axis: 1 - 1 = 0 of its centre
    CHECK(weights(link.b) == Weights{{9, 1}});
}

TEST_CASE("the axis of a hinge is a direction of each body, utilde = (-sum u, u)") {
    const BodyGraph graph(machine());
    const Joint& hinge = graph.joints()[1];
    CHECK(hinge.name == "Joint+Axis plate-hub");
    CHECK(weights(hinge.a) == Weights{{4, 0.75}, {6, 0.25}});
    CHECK(weights(hinge.b) == Weights{{1, 1}});
    REQUIRE(hinge.axis.has_value());
    CHECK(index(hinge.axis->axis_a.body) == 2);
    const Weights in_plate = weights(hinge.axis->axis_a);
    REQUIRE(in_plate.size() == 3);
    CHECK(in_plate[0].first == 4);
    CHECK(in_plate[0].second == doctest::Approx(-1.4).epsilon(1e-15));  // 0.6 and 0.8 are rounded
    CHECK(in_plate[1].second == doctest::Approx(0.6).epsilon(1e-15));
    CHECK(in_plate[2].second == doctest::Approx(0.8).epsilon(1e-15));
    CHECK(weights(hinge.axis->axis_b) == Weights{{0, -1}, {3, 1}});
    CHECK(converted<double>(hinge.axis->axis_b.offset) == Vector{0, 0, 0});
}

TEST_CASE("directions across the axis lie on the solid, right-handed with the axis") {
    const BodyGraph graph(machine());
    const Joint& hinge = graph.joints()[1];
    CHECK(!hinge.axis->across_on_a);
    REQUIRE(hinge.axis->across.size() == 2);
    CHECK(weights(hinge.axis->across[0]) == Weights{{0, -1}, {1, 1}});  // e_1, e_2 for the axis e_3
    CHECK(weights(hinge.axis->across[1]) == Weights{{0, -1}, {2, 1}});
    CHECK(index(hinge.axis->across[0].body) == 1);
}

TEST_CASE("directions across the axis are fixed in space where an Origin takes part") {
    for (const bool origin_first : {true, false}) {
        SystemSpec spec = machine();
        JointAxisSpec joint{{"base"}, {"hub"}, {0, 1, 0}, {0, 0, 1}};
        if (!origin_first) {
            std::swap(joint.a, joint.b);
            std::swap(joint.axis_a, joint.axis_b);
        }
        spec.constraints = {joint};
        const JointAxis axis = *BodyGraph(spec).joints()[0].axis;
        CHECK(axis.across_on_a == origin_first);
        const Point& in_space = origin_first ? axis.axis_a : axis.axis_b;
        CHECK(weights(in_space).empty());
        CHECK(converted<double>(in_space.offset) == Vector{0, 1, 0});
        CHECK(weights(axis.across[0]).empty());
        CHECK(converted<double>(axis.across[0].offset) == Vector{0, 0, 1});  // e_3, e_1 for the axis e_2
        CHECK(converted<double>(axis.across[1].offset) == Vector{1, 0, 0});
    }
}

TEST_CASE("every pair attracts, but for two Origins") {
    const BodyGraph graph(machine());  // star 7 kg, bob 5 kg, sun 8 kg, bar 4 kg, G = 10
    std::vector<double> strengths;
    for (const Attraction& attraction : graph.terms<Attraction>()) strengths.push_back(double(attraction.strength));
    CHECK(strengths == std::vector<double>{350, 280, 400, 200, 320});
    CHECK(converted<double>(graph.terms<Attraction>()[0].a.offset) == Vector{0, 0, 9});
    CHECK(weights(graph.terms<Attraction>()[0].b) == Weights{{9, 1}});
    CHECK(weights(graph.terms<Attraction>()[3].b) == Weights{{7, 1}});  // the bar's centre of mass
}

TEST_CASE("dipoles and damping find their node and their pivot") {
    const BodyGraph graph(machine());
    REQUIRE(graph.terms<Dipole>().size() == 1);
    const Dipole& dipole = graph.terms<Dipole>()[0];
    CHECK(index(dipole.node) == 9);
    CHECK(dipole.pivot == Vector{1, 2, 3});
    CHECK(dipole.moment == -6);
    CHECK(dipole.mu0 == 11);
    CHECK(dipole.magnets.at(0).moment == Vector{4, 5, 6});
    REQUIRE(graph.terms<Damping>().size() == 2);
    CHECK(index(graph.terms<Damping>()[0].node) == 7);
    CHECK(!graph.terms<Damping>()[0].pivot);
    CHECK(graph.terms<Damping>()[0].coefficient == 0.5);
    CHECK(index(graph.terms<Damping>()[1].node) == 9);
    CHECK(graph.terms<Damping>()[1].pivot == Vector{0, 0, 9});
}

TEST_CASE("a joint is found from either end, with or without axis, and is no link") {
    const BodyGraph graph(machine());
    CHECK(graph.joint_between("hub", "base") == &graph.joints()[0]);
    CHECK(graph.joint_between("hub", "plate") == &graph.joints()[1]);
    CHECK(graph.joint_between("plate", "hub") == &graph.joints()[1]);
    CHECK(graph.joint_between("bar", "bob") == nullptr);
    CHECK(graph.link_between("hub", "plate") == nullptr);
    CHECK(graph.links().size() == 1);
}

TEST_CASE("names of links between other points of the same bodies are told apart") {
    SystemSpec spec = machine();
    spec.constraints.push_back(LinkSpec{{"bar", {2}}, {"bob"}, 1});
    spec.constraints.push_back(LinkSpec{{"bar", {3}}, {"bob"}, 1});
    const BodyGraph graph(spec);
    CHECK(graph.links()[0].name == "Link bar-bob");
    CHECK(graph.links()[1].name == "Link bar-bob (2)");
    CHECK(graph.links()[2].name == "Link bar-bob (3)");
}

TEST_CASE("joints and attractions hold a group, as links and springs do") {
    using Groups = std::vector<std::vector<std::string>>;
    SystemSpec spec = machine();
    CHECK(BodyGraph(spec).free_groups().empty());
    spec.potentials.clear();
    CHECK(BodyGraph(spec).free_groups() == Groups{{"bar", "bob"}});
    spec.constraints.erase(spec.constraints.begin());
    CHECK(BodyGraph(spec).free_groups() == Groups{{"hub", "plate"}, {"bar", "bob"}});
}

TEST_CASE("every built-in system makes a graph, those in free space say so") {
    for (const std::string& name : builtin_system_names()) {
        CAPTURE(name);
        const BodyGraph graph(load_system(name));
        CHECK(graph.node_count() > 0);
        const std::set<std::string> free{"rigid_rotor", "satellite",          "figure_eight",   "pleiades",
                                         "pythagorean", "hnn_three_body",     "hnn_two_body",   "dm_two_body_colors",
                                         "dm_two_body", "dysts_henon_heiles", "forced_duffing", "egnn_charged",
                                         "gmn_hinge",   "gmn_mixed",          "gmn_sticks",     "nri_springs"};
        // No Origin holds the coordinates of a Lagrangian.
        const bool is_free = free.contains(name) || builtin_system_group(name) == "lagrangians";
        CHECK(graph.free_groups().size() == (is_free ? 1 : 0));
    }
}

// A chain whose every rod is there `times`.
SystemSpec rods(int bobs, int times) {
    SystemSpec spec;
    spec.name = "rods";
    spec.source = "program";
    spec.dimension = 2;
    spec.bodies.push_back({"b0", BodyType::origin, 0, {0, 0}});
    for (int i = 0; i < bobs; ++i) {
        const std::string before = "b" + std::to_string(i), id = "b" + std::to_string(i + 1);
        spec.bodies.push_back({id, BodyType::obj0d, 1, {}});
        for (int k = 0; k < times; ++k) spec.potentials.push_back(SpringSpec{{before}, {id}, 1, 1});
        spec.constraints.push_back(LinkSpec{{before}, {id}, 1});
    }
    return spec;
}

// Processor time of making a graph and asking it for each rod, the shortest of three: other programs share the machine.
double seconds_to_resolve(int bobs, int times) {
    const SystemSpec spec = rods(bobs, times);
    std::clock_t shortest = std::numeric_limits<std::clock_t>::max();
    for (int run = 0; run < 3; ++run) {
        const std::clock_t start = std::clock();
        const BodyGraph graph(spec);
        for (int i = 0; i < bobs; ++i)
            CHECK(graph.link_between(spec.bodies[to_size(i)].id, spec.bodies[to_size(i + 1)].id) ==
                  &graph.links()[to_size(i)]);
        CHECK(graph.terms<Spring>().size() == to_size(bobs * times));
        shortest = std::min(shortest, std::clock() - start);
    }
    return static_cast<double>(shortest) / CLOCKS_PER_SEC;
}

TEST_CASE("names of 16,000 bodies are resolved in time that grows linearly, and so are springs that need a number") {
    for (const int times : {1, 8}) {
        CAPTURE(times);
        const double small = seconds_to_resolve(2000 / times, times), large = seconds_to_resolve(16000 / times, times);
        MESSAGE("2,000 springs: ", small, " s, 16,000 springs: ", large, " s");
        CHECK(large / small < 25);  // 8 when linear, 64 when quadratic
    }
}

TEST_CASE("springs between two bodies have names of their own, also where one is that of another pair") {
    SystemSpec spec = mixed();
    spec.bodies.push_back({"d (2)", BodyType::obj0d, 1, {}});
    spec.potentials = {SpringSpec{{"a"}, {"d (2)"}, 1, 1}, SpringSpec{{"a"}, {"d"}, 1, 1},
                       SpringSpec{{"a"}, {"d"}, 1, 1}, SpringSpec{{"a"}, {"d"}, 1, 1}};
    const BodyGraph graph(spec);
    std::vector<std::string> names;
    for (const Spring& spring : graph.terms<Spring>()) names.push_back(spring.name);
    CHECK(names == std::vector<std::string>{"Spring a-d (2)", "Spring a-d", "Spring a-d (3)", "Spring a-d (4)"});
}

}  // namespace
