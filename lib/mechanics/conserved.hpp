#pragma once
// The conserved quantities of a graph, derived from its symmetries (Noether's theorem), for `show`, for datasets and
// for tests.
//
//   energy              unless a kind dissipates it (elements/parts/symmetry.hpp); nothing here depends on time
//   linear momentum_k   sum_i (M v)_i . e_k
//                       nothing is held by an Origin, every Track is a straight line along e_k, gravity and the sum of
//                       Forces have no component k, no Potential has coordinate k, every MagneticField is along e_k
//   angular momentum_k  sum_i ((x_i - c) x (M v)_i) . e_k
//                       gravity and every Force are along e_k, Potentials have no coordinates but k, all Origins and
//                       Tracks in use lie on the line c + s e_k (in 2 dimensions: Origins are the point c, no gravity
//                       and no Forces); no magnets, no TorsionDamper on an Origin, no MagneticField: with one the
//                       canonical angular momentum is conserved, which these M v are not
// With Rolling only energy: the plane's force acts sideways and has a torque about every fixed line. With Damping
// nothing: the air is at rest. A Dashpot and a TorsionDamper between bodies change energy only.

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
