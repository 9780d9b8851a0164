#pragma once
// One body of a kinematic tree, relative to its parent: how many coordinates it has (generalised_coordinates.hpp lists
// them), and its nodes as a function of these. GeneralisedCoordinates has one for each body; sample/placement.cpp makes
// one for an initial pose.

#include <vector>

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
    charts::Moving slide_axis(const double* x, const double* v) const;
    charts::Moving along_slide_axis(const double* x, const double* v) const;

    Branch branch;
    int dimension = 0;
    int first_node = 0, axes = 0;          // of the body
    int parent_node = 0, parent_axes = 0;  // of the body before; no axes and -1 for an Origin
    std::vector<double> held_point{};      // its coordinates in the body
    int held_by = 0, turned_by = 0;        // numbers of coordinates: of its centre, Link or Slider; of its axes
};

}  // namespace cchnn
