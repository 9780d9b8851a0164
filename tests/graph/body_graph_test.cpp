#include "graph/body_graph.hpp"

#include <doctest/doctest.h>

#include "core/errors.hpp"
#include "spec/read_system.hpp"

namespace cchnn::test {
namespace {

using Vector = std::vector<double>;

// Two free masses on a spring, a hook with one mass, and a hook with nothing.
SystemSpec mixed() {
    SystemSpec spec;
    spec.name = "mixed", spec.source = "program", spec.dimension = 2;
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
    CHECK(link.a.offset == Vector{3, 4});
    CHECK(index(link.b.body) == 3);
    REQUIRE(link.b.weights.size() == 1);
    CHECK(index(link.b.weights[0].node) == 2);
    CHECK(link.b.weights[0].weight == 1);
    CHECK(link.b.offset == Vector{0, 0});
}

TEST_CASE("potentials keep their numbers") {
    const BodyGraph graph(mixed());
    REQUIRE(graph.springs().size() == 1);
    CHECK(graph.springs()[0].name == "Spring a-d");
    CHECK(graph.springs()[0].stiffness == 7);
    CHECK(graph.springs()[0].rest_length == 0.25);
    CHECK(index(graph.springs()[0].b.weights.at(0).node) == 3);
    REQUIRE(graph.gravities().size() == 1);
    CHECK(graph.gravities()[0].g == 1.6);
    CHECK(graph.gravities()[0].up == Vector{0, 1});
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

TEST_CASE("every built-in system makes a graph that hangs from its Origins") {
    for (const std::string& name : builtin_system_names()) {
        CAPTURE(name);
        const BodyGraph graph(load_system(name));
        CHECK(graph.node_count() > 0);
        CHECK(graph.free_groups().empty());
    }
}

}  // namespace
}  // namespace cchnn::test
