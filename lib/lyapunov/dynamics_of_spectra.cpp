// The vector field and its derivative: of one trajectory with a tangent vector in each lane.

#include "mechanics/kernels/dynamics.hpp"
#include "numbers/dual.hpp"

namespace cchnn {

using Tangents = Dual<double, Lanes>;

template std::unique_ptr<DynamicsKernel<Tangents>> make_kernel<Tangents, 1>(const ConstrainedSystem&);
template std::unique_ptr<DynamicsKernel<Tangents>> make_kernel<Tangents, 2>(const ConstrainedSystem&);
template std::unique_ptr<DynamicsKernel<Tangents>> make_kernel<Tangents, 3>(const ConstrainedSystem&);

}  // namespace cchnn
