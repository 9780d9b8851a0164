#include "mechanics/plan/rigid_tree.hpp"

#include <doctest/doctest.h>

#include "mechanics/example_systems.hpp"
#include "mechanics/jointed_systems.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

RigidTreeOf<double> tree_of(const SystemSpec& spec) { return ExampleSystem(spec).system.constants().tree; }

TEST_CASE("an arm hangs from the ground by hinges, body after body, and no row is left") {
    const auto tree = tree_of(load_system("hinged_arm_3"));
    REQUIRE(tree.bodies.size() == 3);
    CHECK(tree.off_tree.size() == 0);
    for (int b = 0; b < 3; ++b) {
        const auto& body = tree.bodies[static_cast<std::size_t>(b)];
        CHECK(body.first == 4 * b);
        CHECK(body.parent == b - 1);
        CHECK(body.joint == TreeJoint::hinge);
        CHECK(body.part == TreePart::solid);
    }
    CHECK(tree.bodies[1].own[0] == -0.2);
    CHECK(tree.bodies[1].at_parent[0] == 0.25);
    CHECK(tree.bodies[1].moment[0] == doctest::Approx(1.5 * 0.013333333333333334));
}

TEST_CASE("points are roots, and what floats has a root of its own, rows beside joints are left") {
    const auto tree = tree_of(parse_system(mixed_tree, "mixed_tree.json"));
    REQUIRE(tree.bodies.size() == 7);
    CHECK(tree.off_tree.size() == 1);  // the link
    CHECK(tree.off_tree.kind[0] == SolverRow::Kind::distance);
    std::vector<int> parents;
    std::vector<TreePart> parts;
    for (const auto& body : tree.bodies) {
        parents.push_back(body.parent);
        parts.push_back(body.part);
    }
    CHECK(parents == std::vector<int>{-1, 0, 1, 2, 3, -1, 5});  // cart, rod, plate, box, lid; free, tail
    CHECK(parts == std::vector<TreePart>{TreePart::point, TreePart::rod, TreePart::solid, TreePart::solid,
                                         TreePart::solid, TreePart::solid, TreePart::rod});
    CHECK(tree.bodies[4].joint == TreeJoint::hinge);
    CHECK(tree.bodies[5].joint == TreeJoint::none);
}

TEST_CASE("no joint of a rigid body, a closed loop, or rows on velocities or curves: no tree") {
    for (const char* name : {"rigid_rotor", "rolling_disk", "roller_coaster", "chain_pendulum_3", "coupled_pendulum_3",
                             "four_bar_linkage", "a02_fourbar_1", "a02_fourbar_5"})
        CHECK_MESSAGE(tree_of(load_system(name)).empty(), name);
}

}  // namespace
