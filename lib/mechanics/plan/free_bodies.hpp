#pragma once
// Rigid bodies in space that nothing joins to each other: each is free, or one of its points is fixed in space, as that
// of a top. The state of such a body may be its orientation and its angular velocity, and then it has no constraints
// (kernels/free_bodies.hpp). About the fixed point r, or about the centre of mass r = 0 of a free body, its inertia is,
// in its principal axes,
//
//   (1)  I_ij = delta_ij sum_{k != i} m lambda_k + m (|r|^2 delta_ij - r_i r_j)                     [kg m^2]
//
// Only forces that are constant in space are treated: weight, and pushes on points. With any other force, with inputs,
// curves or counted angles, the list is empty, and nodes are the state.

#include <vector>

#include "mechanics/plan/rigid_bodies.hpp"
#include "mechanics/plan/rigid_tree.hpp"

namespace cchnn {

// Numbers in C (elements/parts/constants.hpp); vectors along the principal axes unless they are said to be in space.
template <class C>
struct FreeBodyOf {
    int first = 0, tips = 0;   // nodes first (the centre of mass) .. first + tips; two tips or three
    bool held = false;         // whether the point is fixed in space
    bool pushed_tips = false;  // whether forces act on tips, and not on the centre of mass alone
    C mass = C(0.0);
    C moment[most_tips] = {};                               // m lambda_i
    C point[most_tips] = {}, place[most_tips] = {};         // of a held body: r, and where that point is in space
    C force[most_tips] = {}, acceleration[most_tips] = {};  // in space: the sum of all forces, without and with 1/m
    C inertia[most_tips][most_tips] = {}, inverse[most_tips][most_tips] = {};  // (1) and its inverse

    static constexpr auto members =
        std::tuple(&FreeBodyOf::first, &FreeBodyOf::tips, &FreeBodyOf::held, &FreeBodyOf::pushed_tips,
                   &FreeBodyOf::mass, &FreeBodyOf::moment, &FreeBodyOf::point, &FreeBodyOf::place, &FreeBodyOf::force,
                   &FreeBodyOf::acceleration, &FreeBodyOf::inertia, &FreeBodyOf::inverse);
};

// The bodies of a system, in the order of their nodes. Empty if a body has other constraints or fewer than two tips.
// `constant_forces`: (n, d) N, null if another force acts, and then the list is empty. `tree` says which points joints
// fix.
std::vector<FreeBodyOf<Exact>> free_bodies(int dimension, const std::vector<Exact>& body_mass,
                                           const Exact* constant_forces, const RigidPlanOf<Exact>& rigid,
                                           const RigidTreeOf<Exact>& tree);

}  // namespace cchnn
