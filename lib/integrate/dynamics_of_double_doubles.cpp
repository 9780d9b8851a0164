// The vector field on a line and in the plane, in double-double numbers, for integrate_double_double.cpp.

#include "mechanics/kernels/dynamics.hpp"
#include "numbers/double_double.hpp"

namespace cchnn {

using Wide = DoubleDoubleOf<Pack>;

template std::unique_ptr<DynamicsKernel<Wide>> make_kernel<Wide, 1>(const ConstrainedSystem&);
template std::unique_ptr<DynamicsKernel<Wide>> make_kernel<Wide, 2>(const ConstrainedSystem&);

}  // namespace cchnn
