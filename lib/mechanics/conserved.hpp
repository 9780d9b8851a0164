#pragma once
// What a graph conserves, read off its symmetries (Noether), for `show`, for datasets and for tests.
//
//   energy              without damping: nothing else here dissipates or depends on time
//   linear momentum_k   sum_i (M v)_i . e_k                     nothing is held by an Origin and gravity has no component k
//   angular momentum_k  sum_i ((x_i - c) x (M v)_i) . e_k       gravity is along e_k, and all Origins in use lie on the
//                       line c + s e_k (in 2 dimensions: are the point c, without gravity); no magnets
//   With Rolling only energy: the plane's force acts sideways and has a torque about every fixed line.

#include <vector>

#include "mechanics/constrained_system.hpp"

namespace cchnn {

std::vector<ConservedQuantity> conserved_quantities(const BodyGraph& graph);

}  // namespace cchnn
