#pragma once
// One body on what holds it: its coordinates (generalised_coordinates.hpp says which) and where they put it.

#include <vector>

#include "coordinates/body_tree.hpp"
#include "coordinates/charts.hpp"
#include "graph/body_graph.hpp"

namespace cchnn {

struct HeldBody {
    HeldBody(Branch held, const BodyGraph& graph);

    // Nodes of the body in x, v (n, d), from held_by + turned_by coordinates and their rates; the body before stands
    // there already.
    void place(const double* q, const double* qdot, double* x, double* v) const;
    // The rail in space, and x_b - x_a, from nodes of both bodies.
    charts::Moving rail(const double* x, const double* v) const;
    charts::Moving along_rail(const double* x, const double* v) const;

    Branch branch;
    int dimension = 0;
    int first_node = 0, axes = 0;          // of the body
    int parent_node = 0, parent_axes = 0;  // of the body before; no axes and -1 for an Origin
    std::vector<double> here{};            // coordinates of the held point in the body
    int held_by = 0, turned_by = 0;        // numbers of coordinates: of its centre, Link or rail; of its axes
};

}  // namespace cchnn
