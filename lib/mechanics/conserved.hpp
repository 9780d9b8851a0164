#pragma once
// The conserved quantities of a graph, derived from its symmetries (Noether's theorem), for `show`, for datasets and
// for tests.
//
//   energy              unless a kind dissipates it (elements/parts/symmetry.hpp), or an input drives a force, a torque
//                       or a rest length
//   linear momentum_k   sum_i (M v)_i . e_k
//                       nothing is held by an Origin at a point, what slides on an Origin does so along e_k or a plane
//                       that contains it, every Track is a straight line along e_k, gravity and the sum of Forces have
//                       no component k, no Potential has coordinate k and no driven Force component k, every
//                       MagneticField and RotatingFrame is along e_k
//   angular momentum_k  sum_i ((x_i - c) x (M v)_i) . e_k
//                       gravity, every Force and every axis on an Origin are along e_k, Potentials have no coordinate
//                       and driven Forces no component except k, all Origins and Tracks in use lie on the line c + s
//                       e_k (in 2 dimensions: Origins are the point c, no gravity and no Forces); no torque from an
//                       Origin, as of a Weld, a Torque, a TorsionSpring or a TorsionDamper; no MagneticField and no
//                       RotatingFrame: with one a canonical angular momentum is conserved, and not that of M v
// With Rolling, a Dipole or a Track of another shape only energy: their forces act in all directions of space. With
// Damping or Drag nothing: the air is at rest. A Dashpot and a TorsionDamper between bodies change energy only. If
// Origins move, nothing is reported.

#include <string>
#include <vector>

namespace cchnn {

class BodyGraph;

// A quantity that the graph conserves: "energy", "linear_momentum_x", "angular_momentum_z" (about `centre`).
struct ConservedQuantity {
    enum class Kind { energy, linear_momentum, angular_momentum } kind;
    int axis = 0;                // component
    std::vector<double> centre;  // (d) m, angular momentum only
    std::string name;
};

std::vector<ConservedQuantity> conserved_quantities(const BodyGraph& graph);
// Those among them that another graph conserves as well.
std::vector<ConservedQuantity> conserved_by_both(const std::vector<ConservedQuantity>& all, const BodyGraph& another);

}  // namespace cchnn
