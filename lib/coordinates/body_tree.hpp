#pragma once
// The kinematic tree of a system, where it has one: each body is held by a parent body or an Origin through one Link,
// Joint, Joint+Axis, Slider or Weld, or is free. All Origins together are the ground. In a group that nothing holds,
// the body with most nodes is free (the first of equals), and the others hang from it. A system with a loop or another
// constraint has no tree and so no generalised coordinates; it can still be integrated, as the solver works with
// constraints.

#include <optional>
#include <string>
#include <vector>

#include "graph/body_graph.hpp"

namespace cchnn {

// One body and its connection to the parent. HeldBody adds its coordinates.
struct Branch {
    // `hold` is what determines its position, `turn` what determines its orientation relative to the parent.
    enum class Hold { free, link, joint, slide } hold = Hold::free;
    enum class Turn { free, hinge, fixed } turn = Turn::free;
    BodyIndex body{}, parent{};  // parent: unused when free
    Point on_parent, on_body;    // the two points that the constraint connects
    double length = 0;           // m, of the Link
    // For a hinge and a weld: the frames of both bodies, each in the coordinates of its body, that coincide at angle 0.
    AxisFrame frame_in_parent{}, frame_in_body{};
    bool slide_axis_in_parent = true;  // the slide axis is a direction of the parent, else of the body
    std::vector<double> slide_axis{};  // in the coordinates of its body
};

// GeneralisedCoordinates takes the branches, and reports `why_none` to users.
struct BodyTree {
    std::vector<Branch> branches;  // every body that is not an Origin, each after the one it hangs from
    std::string why_none;          // "" when there is a tree
};
BodyTree body_tree(const BodyGraph& graph);

// The branch of `body` on the body `from`, through a Slider, a Weld or another constraint that aligns directions of the
// two; none without such a constraint. Initial poses relative to another body use it (sample/placement.cpp).
std::optional<Branch> rail_or_weld(const BodyGraph& graph, BodyIndex from, BodyIndex body);

}  // namespace cchnn
