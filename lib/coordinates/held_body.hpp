#pragma once
// One body of a kinematic tree, relative to its parent: how many coordinates it has (generalised_coordinates.hpp lists
// them), and its nodes as a function of these. GeneralisedCoordinates has one for each body; sample/placement.cpp makes
// one for an initial pose.

#include <vector>

#include "coordinates/body_frames.hpp"
#include "coordinates/body_tree.hpp"
#include "coordinates/charts.hpp"
#include "graph/body_graph.hpp"

namespace cchnn {

struct HeldBody {
    HeldBody(Branch held, const BodyGraph& graph);

    // Writes the nodes of the body into x, v (n, d) from held_by + turned_by coordinates and their rates. The nodes of
    // its parent must be there already.
    void place(const double* q, const double* qdot, double* x, double* v) const;
    // The slide axis u_a in space, and x_b - x_a, from the nodes of both bodies: their product is the coordinate.
    template <class C>
    charts::MovingOf<C> slide_axis(const C* x, const C* v) const {
        const body_frames::NodesOf<C> nodes{x, v, to_size(dimension)};
        const int first = branch.slide_axis_in_parent ? parent_node : first_node;
        const int count = branch.slide_axis_in_parent ? parent_axes : axes;
        return body_frames::direction_in(body_frames::axes_of(nodes, first, count), branch.slide_axis);
    }
    template <class C>
    charts::MovingOf<C> along_slide_axis(const C* x, const C* v) const {
        const Point &b = branch.slide_axis_in_parent ? branch.on_body : branch.on_parent,
                    &a = branch.slide_axis_in_parent ? branch.on_parent : branch.on_body;
        return body_frames::between(b, a, x, v, to_size(dimension));
    }

    Branch branch;
    int dimension = 0;
    int first_node = 0, axes = 0;          // of the body
    int parent_node = 0, parent_axes = 0;  // of the body before; no axes and -1 for an Origin
    std::vector<double> held_point{};      // its coordinates in the body
    int held_by = 0, turned_by = 0;        // numbers of coordinates: of its centre, Link or Slider; of its axes
};

}  // namespace cchnn
