#pragma once
// Bodies and points with their names resolved: everything has an index.
//
//   node       a point of R^d that the state stores; all nodes stacked give x (n x d)
//   ObjkD      k+1 nodes: node 0 the centre of mass, node i the tip of the i-th principal axis, x_cm + R e_i
//   Origin     no node, a fixed position
//   point      x_P = sum_i weight_i x_i + offset, an affine combination of nodes: ctilde = (1 - sum c, c) for
//              coordinates c of a body (physics: X ctilde), (no weights, offset) for an Origin
//   direction  the same with utilde = (-sum u, u): weights add up to 0; a fixed vector (offset) for an Origin

#include <string>
#include <vector>

#include "elements/parts/constants.hpp"
#include "elements/parts/reading/body_spec.hpp"

namespace cchnn {

enum class BodyIndex : int {};
enum class NodeIndex : int {};

constexpr int index(BodyIndex b) { return static_cast<int>(b); }
constexpr int index(NodeIndex n) { return static_cast<int>(n); }

// A body with its nodes. second_moments are exact_second_moments, of which the equations of motion are made,
// rounded to double.
struct Body {
    std::string id;
    BodyType type;
    double mass;                         // kg
    std::vector<double> second_moments;  // (k) m^2
    int first_node;                      // -1 for Origin
    int node_count;                      // k + 1; 0 for Origin
    std::vector<double> position;        // (d) m, Origin only
    // What the equations of motion are made of: second_moments are these, rounded.
    std::vector<Exact> exact_second_moments{};
};

struct NodeWeight {
    NodeIndex node;
    Exact weight;
};
// A point or a direction of a body, as an affine combination of nodes. `body` is the body that it belongs to.
struct Point {
    BodyIndex body;
    std::vector<NodeWeight> weights;
    std::vector<Exact> offset;  // (d) m
};

}  // namespace cchnn
