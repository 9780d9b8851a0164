#pragma once
// Trees of rigid bodies in space whose states may be the coordinates of their joints, which then hold by themselves
// (kernels/joint_states.hpp). Each body moves on its parent, on the ground, or freely:
//
//   free    a place and an orientation          7 positions, 6 velocities
//   ball    an orientation                      4            3
//   hinge   an angle about an axis              2            1
//   slide   a distance along an axis            1            1
//   fixed   nothing                             0            0
//
// A Universal is two hinges, with a cross between them that has no mass; a Slider that may turn is a slide and a hinge.

#include <vector>

#include "elements/parts/constants.hpp"
#include "mechanics/plan/rigid_bodies.hpp"

namespace cchnn {

// How a body moves against its parent; the names of joints are those of Featherstone (2008), chapter 4.
enum class JointType { free, spherical, revolute, prismatic, fixed };
constexpr int positions_of(JointType move) {
    switch (move) {
        case JointType::free: return 7;
        case JointType::spherical: return 4;
        case JointType::revolute: return 2;
        case JointType::prismatic: return 1;
        case JointType::fixed: return 0;
    }
    return 0;
}
constexpr int velocities_of(JointType move) {
    switch (move) {
        case JointType::free: return 6;
        case JointType::spherical: return 3;
        case JointType::revolute: return 1;
        case JointType::prismatic: return 1;
        case JointType::fixed: return 0;
    }
    return 0;
}

// Numbers in C (elements/parts/constants.hpp); vectors along the principal axes of their body, or in space of the
// ground. Two unit vectors at right angles, the axis and one across it, coincide with those of the parent where the
// hinge or the slide is at 0.
template <class C>
struct JointBodyOf {
    int parent = -1;           // index in the tree; -1: the ground
    int first = -1, tips = 0;  // nodes first (the centre of mass) .. first + tips, two tips or three; -1: no mass
    JointType move = JointType::free;
    bool only_weight = false;                 // whether constant forces on the centre of mass are all forces on it
    C mass = C(0.0), moment[most_tips] = {};  // m lambda_i
    C own[most_tips] = {}, at_parent[most_tips] = {};  // the point of the joint
    C axis[most_tips] = {}, across[most_tips] = {}, axis_at_parent[most_tips] = {}, across_at_parent[most_tips] = {};

    static constexpr auto members = std::tuple(
        &JointBodyOf::parent, &JointBodyOf::first, &JointBodyOf::tips, &JointBodyOf::move, &JointBodyOf::only_weight,
        &JointBodyOf::mass, &JointBodyOf::moment, &JointBodyOf::own, &JointBodyOf::at_parent, &JointBodyOf::axis,
        &JointBodyOf::across, &JointBodyOf::axis_at_parent, &JointBodyOf::across_at_parent);
};

class BodyGraph;

// Parents before children; empty if the system has other bodies or constraints, or a path from the root with more
// joint velocities than most_on_path, where rounding in H costs more steps than minimal coordinates save.
// `freedom`: how many velocities are free; `constant_forces`: (n, 3) N, null if another force acts.
std::vector<JointBodyOf<Exact>> joint_tree(const BodyGraph& graph, int freedom, const Exact* constant_forces);

}  // namespace cchnn
