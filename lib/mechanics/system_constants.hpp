#pragma once
// All constants that kernels loop over, with numbers in C (elements/parts/constants.hpp): exact as they follow from a
// file, in double for the stepping path, or in lanes for families, each lane with the numbers of its own member.
// ConstrainedSystem owns the first two.

#include <cstddef>
#include <vector>

#include "mechanics/forces.hpp"
#include "mechanics/plan/chains.hpp"
#include "mechanics/plan/free_bodies.hpp"
#include "mechanics/plan/joint_tree.hpp"
#include "mechanics/plan/node_masses.hpp"
#include "mechanics/plan/rigid_bodies.hpp"
#include "mechanics/plan/rigid_tree.hpp"
#include "mechanics/plan/solve_plan.hpp"

namespace cchnn {

// Owns every number that a kernel reads. ConstrainedSystem makes the exact constants and converts them to double;
// kernels with more digits, and those of families, convert a copy of their own (kernels/lane_constants.hpp). The
// dimension, the kinds of rows, and which of `chain`, `tree` and `rigid` are not empty decide the kernel
// (kernels/fields/make_field.hpp); has_minimal_states() decides the form of states.
template <class C>
struct SystemConstants {
    int dimension = 0, state_size = 0;  // d, n d
    std::size_t tracks = 0;             // points on curves
    NodeMassesOf<C> masses;
    ForcesOf<C> forces;
    SolvePlanOf<C> plan;                     // all independent rows
    RigidPlanOf<C> rigid;                    // with rigidity in closed form; empty without rigid bodies
    RigidTreeOf<C> tree;                     // with a kinematic tree; empty if there is none
    std::vector<ChainLinkOf<C>> chain;       // if the system consists of chains of points only
    std::vector<FreeBodyOf<C>> free_bodies;  // if it consists of bodies that are free or held at one point
    std::vector<JointBodyOf<C>> joint_tree;  // if it consists of trees of rigid bodies in space

    // Whether states may be (y, w) of kernels/dynamics.hpp.
    bool has_minimal_states() const { return !free_bodies.empty() || !joint_tree.empty(); }
    bool dissipative() const { return forces.dissipative; }
    // v = M^-1 p
    template <class Real>
    void velocity(const Real* p, Real* v) const {
        if (dimension == 1) return masses.template multiply_inverse<1>(p, v);
        return dimension == 2 ? masses.template multiply_inverse<2>(p, v) : masses.template multiply_inverse<3>(p, v);
    }
    // H = v^T M v / 2 + V(x, s)
    template <class Real>
    Real energy(const Real* x, const Real* v, const Real* s) const {
        const Real kinetic = forces.inertial ? ForceFunctions<Real, C>::kinetic_energy(forces, x, v)
                                             : masses.kinetic_energy(v, dimension);
        return kinetic + ForceFunctions<Real, C>::energy(dimension, forces, x, s);
    }

    static constexpr auto members = std::tuple(
        &SystemConstants::dimension, &SystemConstants::state_size, &SystemConstants::tracks, &SystemConstants::masses,
        &SystemConstants::forces, &SystemConstants::plan, &SystemConstants::rigid, &SystemConstants::tree,
        &SystemConstants::chain, &SystemConstants::free_bodies, &SystemConstants::joint_tree);
};

// Every number, in the order of each_number_in().
std::vector<Exact> numbers_of(const SystemConstants<Exact>& system);
// Whether two members of a family differ in numbers alone, so that they can be lanes of one kernel. They nearly always
// do: a number that happens to be zero, or terms that happen to cancel, leave a different shape.
bool same_shape(const SystemConstants<Exact>& a, const SystemConstants<Exact>& b);

}  // namespace cchnn
