// The vector field and its derivative: of trajectories side by side with a tangent vector each.

#include "mechanics/kernels/dynamics.hpp"
#include "numbers/dual.hpp"

namespace cchnn {

using Tangents = Dual<Lanes, Lanes>;

template std::unique_ptr<DynamicsKernel<Tangents>> make_kernel<Tangents, 1>(const ConstrainedSystem&);
template std::unique_ptr<DynamicsKernel<Tangents>> make_kernel<Tangents, 2>(const ConstrainedSystem&);
template std::unique_ptr<DynamicsKernel<Tangents>> make_kernel<Tangents, 3>(const ConstrainedSystem&);

}  // namespace cchnn
