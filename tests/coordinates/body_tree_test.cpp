#include "coordinates/body_tree.hpp"

#include <doctest/doctest.h>

#include "coordinates/generalised_coordinates.hpp"
#include "coordinates/shapes.hpp"
#include "elements/joint.hpp"
#include "elements/link.hpp"
#include "spec/read_system.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

std::string why(const BodyGraph& graph) {
    const GeneralisedCoordinates coordinates(graph);
    CHECK(coordinates.exist() == coordinates.why_none().empty());
    if (!coordinates.exist()) CHECK(coordinates.count() == 0);
    return coordinates.why_none();
}

TEST_CASE("closed loops of built-in systems are refused by the constraint that closes them") {
    CHECK(why(BodyGraph(load_system("dzhanibekov_cross"))) == "Link end1-end2 closes a loop");
    CHECK(why(BodyGraph(load_system("four_bar_linkage"))) == "Joint right-rocker closes a loop");
    CHECK(why(BodyGraph(load_system("chain_pendulum_5"))) == "");
}

TEST_CASE("a body held twice, by two Origins or by two Links of one, closes a loop") {
    CHECK(why(shape(2, {origin("l", {0, 0}), origin("r", {1, 0}), body("bob", 0)},
                    {LinkSpec{{"l"}, {"bob"}, 1}, LinkSpec{{"bob"}, {"r"}, 1}})) == "Link bob-r closes a loop");
    CHECK(why(shape(2, {body("a", 1), body("b", 2)}, {LinkSpec{{"a"}, {"b"}, 1}, LinkSpec{{"a", {0.5}}, {"b"}, 1}})) ==
          "Link a-b (2) closes a loop");
}

TEST_CASE("what has no angle is refused by name") {
    CHECK(why(shape(1, {origin("o", {0}), body("bob", 0)}, {LinkSpec{{"o"}, {"bob"}, 1}})) ==
          "in one dimension Link o-bob leaves a side, not an angle");
    CHECK(why(shape(1, {body("rod", 1)}, {})) == "in one dimension 'rod' has a side it points to, not an angle");
    CHECK(why(shape(3, {origin("o", {0, 0, 0}), body("rod", 1), body("wheel", 3)},
                    {JointSpec{{"o"}, {"rod", {0.5}}},
                     JointAxisSpec{{"rod", {-0.5}}, {"wheel", {0, 0, 0}}, {1}, {0, 0, 1}}})) ==
          "Joint+Axis rod-wheel turns 'wheel' about 'rod', an Obj1D, which has no direction across its axis to count "
          "from");
    CHECK(why(shape(2, {origin("o", {0, 0}), body("bob", 0)}, {JointSpec{{"o"}, {"bob"}}})) ==
          "nothing in it can move");
}

TEST_CASE("a group that nothing holds hangs from its body of most nodes, the first of equals") {
    const BodyTree tree = body_tree(BodyGraph(load_system("satellite")));
    REQUIRE(tree.branches.size() == 3);
    CHECK(tree.branches[0].hold == Branch::Hold::free);
    CHECK(index(tree.branches[0].body) == 0);
    for (const std::size_t i : {1U, 2U}) {
        CHECK(tree.branches[i].turn == Branch::Turn::hinge);
        CHECK(index(tree.branches[i].parent) == 0);
    }
    const BodyTree free = body_tree(shape(3, {body("a", 0), body("b", 0), body("c", 2)}, {LinkSpec{{"a"}, {"b"}, 1}}));
    REQUIRE(free.branches.size() == 3);
    CHECK(index(free.branches[0].body) == 2);
    CHECK(index(free.branches[1].body) == 0);
    CHECK(index(free.branches[2].body) == 1);
    CHECK(free.branches[2].length == 1);
}

}  // namespace
