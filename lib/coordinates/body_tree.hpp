#pragma once
// How the bodies of a graph hang from each other, where they do: every body held by one Link, Joint, Joint+Axis, Slider or Weld
// of the body (or Origin) before it, or by none. All Origins are one ground. Of a group that nothing holds, the body with
// most nodes is free (the first of equals) and the others hang from it.

#include <optional>
#include <string>
#include <vector>

#include "graph/body_graph.hpp"

namespace cchnn {

// One body, seen from what it hangs from.
struct Branch {
    enum class Hold { free, link, joint, rail } hold = Hold::free;  // of its place
    enum class Turn { free, hinge, fixed } turn = Turn::free;       // of its axes: against those of the parent
    BodyIndex body{}, parent{};                                     // parent: unused when free
    Point there, here;  // the two points that the Link or Joint is about: on the parent, on the body
    double length = 0;  // m, of the Link
    AxisFrame frame_there{}, frame_here{};  // of hinge and fixed, in the coordinates of each body
    bool rail_is_there = true;              // the rail is a direction of the parent, else of the body
    std::vector<double> rail{};             // in the coordinates of its body
};

struct BodyTree {
    std::vector<Branch> branches;  // every body that is not an Origin, each after the one it hangs from
    std::string why_none;          // "" when there is a tree
};
BodyTree body_tree(const BodyGraph& graph);

// How `body` is held by the Slider or Weld between the two.
std::optional<Branch> rail_or_weld(const BodyGraph& graph, BodyIndex from, BodyIndex body);

}  // namespace cchnn
