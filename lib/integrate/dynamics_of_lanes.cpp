// The vector field of trajectories side by side.

#include "mechanics/kernels/dynamics.hpp"

namespace cchnn {

template std::unique_ptr<DynamicsKernel<Lanes>> make_kernel<Lanes, 1>(const ConstrainedSystem&);
template std::unique_ptr<DynamicsKernel<Lanes>> make_kernel<Lanes, 2>(const ConstrainedSystem&);
template std::unique_ptr<DynamicsKernel<Lanes>> make_kernel<Lanes, 3>(const ConstrainedSystem&);

}  // namespace cchnn
