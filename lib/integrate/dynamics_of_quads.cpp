// The vector field in quad precision, for true_solution.cpp.

#include "mechanics/kernels/dynamics.hpp"
#include "numbers/quad.hpp"

namespace cchnn {

template std::unique_ptr<DynamicsKernel<Quad>> make_kernel<Quad, 1>(const ConstrainedSystem&);
template std::unique_ptr<DynamicsKernel<Quad>> make_kernel<Quad, 2>(const ConstrainedSystem&);
template std::unique_ptr<DynamicsKernel<Quad>> make_kernel<Quad, 3>(const ConstrainedSystem&);

}  // namespace cchnn
