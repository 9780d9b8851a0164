#pragma once
// The compiled form of the independent constraints: what Dynamics and the projections loop over. All of it constant.
//
// Row k keeps |r_k|^2 / 2 (half of the paper's row: the factor drops out of every solve), so with r_k = sum_i w_ki x_i
//   (1)  G_k = r_k w_k^T                                     gradient, one vector per node of w_k
//   (2)  (G M^-1 G^T)_kl = (w_k^T M^-1 w_l) (r_k . r_l)      a constant times a dot product
//   (3)  (G G^T)_kl      = (w_k . w_l)      (r_k . r_l)      the same in the plain metric, for sampling

#include <vector>

#include "graph/body_graph.hpp"
#include "mechanics/sparse_ldlt.hpp"

namespace cchnn {

struct Separation;
struct ConstraintRow;

// A sparse (n, n) matrix acting on nodes: the entries of each row. M and M^-1 couple the nodes of one body only.
using NodeMatrix = std::vector<std::vector<NodeWeight>>;

// Most separations join two nodes, or a node and a fixed point; these need no weights.
struct SeparationTerms {
    enum class Kind { nodes, node_to_point, general } kind = Kind::general;
    int a = 0, b = 0;  // nodes: r = x_a - x_b; node_to_point: r = x_a - c (the sign does not matter to |r|)
    int begin = 0, end = 0;  // range in node/weight of a general one
};

struct SeparationTable {
    std::vector<SeparationTerms> terms;
    std::vector<double> offset;  // (rows, d)
    std::vector<int> node;
    std::vector<double> weight;

    void add(const Separation& separation, int dimension);
};

struct SolvePlan {
    std::vector<int> row;             // index in ConstrainedSystem::rows(), elimination order
    SeparationTable separations;      // one per planned row
    std::vector<double> half_square;  // length^2 / 2
    LdltPattern pattern;
    std::vector<double> mass_coupling;   // (2), one per entry of pattern.a_columns
    std::vector<double> plain_coupling;  // (3)

    SolvePlan() = default;
    SolvePlan(const std::vector<Separation>& separations, const std::vector<ConstraintRow>& rows,
              const std::vector<int>& chosen, const NodeMatrix& inverse_mass, int dimension, bool reorder);
};

}  // namespace cchnn
