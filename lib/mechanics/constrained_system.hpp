#pragma once
// BodyGraph -> ground-truth constrained Hamiltonian system (paper, sections 5 and 6). Constant once compiled, shared by
// threads; whatever changes lives in a Dynamics (dynamics.hpp), one per thread.
//
//   (1)  H(x, p) = 1/2 tr(P M^-1 P^T) + V(x)                                        [J]
//   (2)  Phi(x) = 0,  G = dPhi/dx,  C rows as the paper prints them
//   (3)  rank of G on the manifold = number of independent rows <= C
//
// Shapes: n nodes, d dimensions; x, v, p are (n, d) row-major, node by node. Every term is a function of a few
// separations r_k(x) = sum_i w_ki x_i + c_k, affine in x with constant weights; this is what makes the solve of
// dynamics.hpp small: an entry of G M^-1 G^T is a constant times r_a . r_b.

#include <string>
#include <vector>

#include "graph/body_graph.hpp"
#include "mechanics/solve_plan.hpp"

namespace cchnn {

// r(x) = sum_i weight_i x_i + offset; r(v) uses the weights alone.
struct Separation {
    std::vector<NodeWeight> weights;
    std::vector<double> offset;  // (d)
};

// One row of Phi: |r|^2 - length^2 for a distance.  [m^2]
struct ConstraintRow {
    std::string name;    // "Link pivot-bob1"
    int separation = 0;  // index into separations()
    double length = 0;   // m
    bool independent = true;  // part of the set that the dynamics solves for
};

// V = stiffness/2 (|r| - rest_length)^2  [J]
struct SpringTerm {
    int separation = 0;
    double stiffness = 0, rest_length = 0;
};

// A quantity that the graph conserves: "energy", "linear_momentum_x", "angular_momentum_z" (about `centre`).
struct ConservedQuantity {
    enum class Kind { energy, linear_momentum, angular_momentum } kind;
    int axis = 0;                // component
    std::vector<double> centre;  // (d) m, angular momentum only
    std::string name;
};

class ConstrainedSystem {
  public:
    // Throws SpecError: constraints that cannot be met together, or that hold only in a degenerate configuration,
    // by name; declared conserved quantities that the graph does not conserve.
    ConstrainedSystem(const SystemSpec& spec, const BodyGraph& graph);

    const std::string& name() const { return name_; }
    int dimension() const { return dimension_; }
    int node_count() const { return node_count_; }
    int state_size() const { return node_count_ * dimension_; }  // n d, entries of x
    int degrees_of_freedom() const { return state_size() - independent_count_; }
    int independent_count() const { return independent_count_; }

    const std::vector<Separation>& separations() const { return separations_; }
    const std::vector<ConstraintRow>& rows() const { return rows_; }
    const std::vector<SpringTerm>& springs() const { return springs_; }
    // Weight of node i: -dV/dx of gravity, constant, (n, d).  [N]
    const std::vector<double>& constant_force() const { return constant_force_; }
    // M and M^-1, acting on nodes and not on axes (paper eq. 9), sparse and as dense (n, n).  [kg], [1/kg]
    const NodeMatrix& masses() const { return masses_; }
    const NodeMatrix& inverse_masses() const { return inverse_masses_; }
    std::vector<double> mass_matrix() const { return dense(masses_); }
    std::vector<double> inverse_mass_matrix() const { return dense(inverse_masses_); }

    // The independent rows as the solver wants them.
    const SolvePlan& plan() const { return plan_; }
    const SeparationTable& spring_separations() const { return spring_separations_; }

    const std::vector<ConservedQuantity>& conserved() const { return conserved_; }
    // A typical length, mass-free, for scales of guesses and noise.  [m]
    double length_scale() const { return length_scale_; }

    // Plain reading in double, for one state; x, v point at n d numbers.
    double energy(const double* x, const double* v) const;          // H, with p = M v
    double kinetic_energy(const double* v) const;
    double potential_energy(const double* x) const;
    void phi(const double* x, double* out) const;                   // (C) all rows, m^2
    void phi_rate(const double* x, const double* v, double* out) const;  // (C) G v, m^2/s
    void distance_errors(const double* x, double* out) const;       // (C) |r| - length, m
    double conserved_value(const ConservedQuantity& q, const double* x, const double* v) const;

  private:
    void add_constraints(const BodyGraph& graph);
    void add_forces(const BodyGraph& graph);
    std::vector<double> dense(const NodeMatrix& matrix) const;
    void separation_value(int k, const double* nodes, bool with_offset, double* out) const;

    std::string name_;
    int dimension_, node_count_, independent_count_ = 0;
    NodeMatrix masses_, inverse_masses_;
    std::vector<Separation> separations_;
    std::vector<ConstraintRow> rows_;
    std::vector<SpringTerm> springs_;
    std::vector<double> constant_force_;
    SeparationTable spring_separations_;
    SolvePlan plan_;
    std::vector<ConservedQuantity> conserved_;
    double length_scale_ = 1;
};

}  // namespace cchnn
