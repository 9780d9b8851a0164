#pragma once
// Finds kinematic trees of rigid bodies: which rows are the joints of the tree, and the constants of the
// articulated-body recursion (kernels/trees/tree_solver.hpp). The remaining rows are outside the tree: those of a Link
// or a Rope, and of joints that the recursion does not have (Slider, Universal, Planar). ConstrainedSystem makes no
// tree if constraints close a loop.
//
//   point   P_child = P_parent, d rows                              a Joint, or the place of a hinge
//   hinge   point, and  c_k . p_k = target_k, k = 1, 2, in space    directions c_k of the child and p_k of the parent
//
// with P = x_0 + sum_i w_i e_i and directions sum_i w_i e_i of the tips e_i = x_i - x_0. What is fixed in space belongs
// to the ground, a parent at 0 whose tips are the unit vectors. The tree is rooted at the ground, at points, or at a
// floating body.

#include <vector>

#include "mechanics/plan/rigid_bodies.hpp"

namespace cchnn {

// How a body of the tree is computed; this depends on its number of tips and on the dimension.
enum class TreePart { point, rod, solid };  // without tips, with one tip in space, any other
enum class TreeJoint { none, point, hinge };

// Numbers in C (elements/parts/constants.hpp).
template <class C>
struct TreeBodyOf {
    int first = 0, tips = 0;            // nodes first (the centre of mass) .. first + tips
    int parent = -1;                    // index in RigidTreeOf::bodies; -1: the ground
    int first_child = 0, children = 0;  // its children are stored consecutively
    TreeJoint joint = TreeJoint::none;  // to the parent
    TreePart part = TreePart::point;
    int place = 0;  // index among the bodies of the same part
    C mass = C(0.0), inverse_mass = C(0.0);
    C moment[most_tips] = {}, inverse_moment[most_tips] = {};  // m lambda_i and its inverse
    C own[most_tips] = {}, at_parent[most_tips] = {};  // weights of the joint point P on the body and on its parent
    C hinge_direction[2][most_tips] = {},
      hinge_direction_at_parent[2][most_tips] = {};  // of the hinge directions c_k, p_k
    C target[2] = {};

    static constexpr auto members = std::tuple(
        &TreeBodyOf::first, &TreeBodyOf::tips, &TreeBodyOf::parent, &TreeBodyOf::first_child, &TreeBodyOf::children,
        &TreeBodyOf::joint, &TreeBodyOf::part, &TreeBodyOf::place, &TreeBodyOf::mass, &TreeBodyOf::inverse_mass,
        &TreeBodyOf::moment, &TreeBodyOf::inverse_moment, &TreeBodyOf::own, &TreeBodyOf::at_parent,
        &TreeBodyOf::hinge_direction, &TreeBodyOf::hinge_direction_at_parent, &TreeBodyOf::target);
};

template <class C>
struct RigidTreeOf {
    std::vector<TreeBodyOf<C>> bodies;  // parents before children; empty without a useful tree
    SolvePlanOf<C> off_tree;            // rows outside the tree
    LdltPattern pattern;                // full: through the tree each of these rows couples to each other one

    bool empty() const { return bodies.empty(); }

    static constexpr auto members = std::tuple(&RigidTreeOf::bodies, &RigidTreeOf::off_tree, &RigidTreeOf::pattern);
};

// Each row outside the tree costs one more sweep over the tree; beyond this number one sparse matrix for all rows is
// faster.
inline constexpr int most_off_tree_rows = 3;

// Empty if no joint holds a rigid body, if more than most_off_tree_rows rows remain, or if one of them is
// velocity-level or of a curve.
RigidTreeOf<Exact> rigid_tree(const BodyGraph& graph, const std::vector<SolverRow>& rows,
                              const std::vector<int>& chosen, const NodeMatrix& inverse_mass);

}  // namespace cchnn
