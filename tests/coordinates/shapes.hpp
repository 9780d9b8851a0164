#pragma once
// Small graphs of every kind of body and hold.

#include <random>
#include <string>
#include <vector>

#include "elements/joint.hpp"
#include "elements/link.hpp"
#include "elements/lower_pair.hpp"
#include "graph/body_graph.hpp"

namespace cchnn_test {
using namespace cchnn;

inline BodyGraph shape(int dimension, std::vector<BodySpec> bodies, std::vector<ItemSpec> constraints) {
    SystemSpec spec;
    spec.name = "shape";
    spec.source = "program";
    spec.dimension = dimension;
    spec.bodies = std::move(bodies);
    spec.constraints = std::move(constraints);
    return BodyGraph(spec);
}

inline BodySpec origin(const std::string& id, std::vector<double> at) {
    return {id, BodyType::origin, 0, std::move(at), {}};
}
inline BodySpec body(const std::string& id, int axes) {
    constexpr BodyType types[]{BodyType::obj0d, BodyType::obj1d, BodyType::obj2d, BodyType::obj3d};
    return {id, types[axes], 1.5, {}, std::vector<double>(static_cast<std::size_t>(axes), 0.2)};
}

using Directions = std::vector<std::vector<double>>;
inline SliderSpec slider(const std::string& a, const std::string& b, Directions axis, Directions across = {},
                         bool turn = false) {
    return {{{a}, {b}, std::move(axis), std::move(across), turn}};
}
inline WeldSpec weld(const std::string& a, const std::string& b, Directions axis, Directions across = {}) {
    return {{{a}, {b}, std::move(axis), std::move(across), false}};
}

// Graphs that hang in a tree, with the numbers of coordinates that they should have.
struct Example {
    std::string what;
    BodyGraph graph;
    int coordinates;
};
inline std::vector<Example> tree_shapes() {
    const std::vector<double> zero2{0, 0}, zero3{0, 0, 0}, e3{0, 0, 1}, slanted{0.6, 0, 0.8};
    return {
        {"points on a line", shape(1, {body("a", 0), body("b", 0)}, {}), 2},
        {"two free points on a Link", shape(2, {body("a", 0), body("b", 0)}, {LinkSpec{{"a"}, {"b"}, 0.7}}), 3},
        {"two free points on a Link in space", shape(3, {body("a", 0), body("b", 0)}, {LinkSpec{{"b"}, {"a"}, 0.7}}),
         5},
        {"a plate on a Link at its corner",
         shape(2, {origin("o", {1, 2}), body("p", 2)}, {LinkSpec{{"p", {0.3, -0.4}}, {"o"}, 0.9}}), 2},
        {"a solid on a Link at its corner, with a rod on it",
         shape(3, {body("rod", 1), origin("o", zero3), body("s", 3)},
               {LinkSpec{{"o"}, {"s", {0.1, 0.2, 0.3}}, 2}, JointSpec{{"rod", {0.5}}, {"s", {0, 0, -1}}}}),
         7},
        {"a free solid, a plate hinged on it, a rod along another hinge",
         shape(3, {body("plate", 2), body("solid", 3), body("rod", 1)},
               {JointAxisSpec{{"solid", {0.5, 0, 0}}, {"plate", {0, 0.4}}, {0, 0.6, 0.8}, {0.8, 0.6}},
                JointAxisSpec{{"rod", {0.1}}, {"solid", {0, 0.5, 0}}, {1}, slanted}}),
         7},
        {"a plate turning on an Origin, a solid on the plate by a ball",
         shape(3, {origin("o", {1, 0, 0}), body("plate", 2), body("solid", 3)},
               {JointAxisSpec{{"o"}, {"plate", {0.2, 0}}, slanted, {0, 1}},
                JointSpec{{"plate", {-1, 0}}, {"solid", {0, 0, 0.3}}}}),
         4},
        {"a point welded to a beam in the plane",
         shape(2, {origin("o", zero2), body("beam", 1), body("p", 0)},
               {JointSpec{{"o"}, {"beam", {-0.5}}}, JointSpec{{"beam", {0.5}}, {"p"}}}),
         1},
        {"a carriage on a rail in the plane, a rod hinged on it and a plate that turns as it slides along the rod",
         shape(2, {origin("o", {1, 2}), body("carriage", 2), body("rod", 1), body("plate", 2)},
               {slider("o", "carriage", {{0.6, 0.8}, {0, 1}}), JointSpec{{"carriage", {0.3, 0}}, {"rod", {-0.5}}},
                slider("rod", "plate", {{1}}, {}, true)}),
         4},
        {"a bead on a beam that slides, and a plate welded to the beam, in the plane",
         shape(2, {body("bead", 0), body("beam", 1), origin("o", zero2), body("plate", 2)},
               {slider("beam", "bead", {{1}}), slider("o", "beam", {{0, 1}, {1}}),
                weld("plate", "beam", {{0.6, 0.8}, {1}})}),
         2},
        {"a beam that a plate on a pivot carries: the first body of the Slider hangs from the second",
         shape(2, {origin("o", zero2), body("plate", 2), body("beam", 1)},
               {JointSpec{{"o"}, {"plate", {0.1, 0.2}}}, slider("beam", "plate", {{1}, {0.8, -0.6}})}),
         2},
        {"in space: a drawer, a piston that turns in it, a bead on the piston, a solid and a rod welded on",
         shape(3,
               {origin("o", e3), body("drawer", 3), body("piston", 3), body("bead", 0), body("lid", 3), body("rod", 1)},
               {slider("o", "drawer", {slanted, {0, 1, 0}}, {{0, 1, 0}, {0, 0, 1}}),
                slider("drawer", "piston", {{1, 0, 0}, slanted}, {}, true), slider("piston", "bead", {e3}),
                weld("lid", "drawer", {{0.8, 0.6, 0}, e3}, {e3, {1, 0, 0}}), weld("piston", "rod", {{1, 0, 0}, {1}})}),
         4},
        {"a free flap that carries the rail of a solid",
         shape(3, {body("flap", 2), body("solid", 3)},
               {slider("solid", "flap", {{0, 0.6, 0.8}, {0.6, 0.8}}, {{1, 0, 0}, {0.8, -0.6}})}),
         7},
        {"two trees on two Origins",
         shape(3, {origin("o", zero3), origin("r", e3), body("a", 0), body("b", 0), body("c", 2)},
               {LinkSpec{{"o"}, {"a"}, 1}, LinkSpec{{"b"}, {"r"}, 2}}),
         10},
    };
}

}  // namespace cchnn_test
