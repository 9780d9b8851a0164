// The vector field in space, in double-double numbers, for integrate_double_double.cpp.

#include "mechanics/kernels/dynamics.hpp"
#include "numbers/double_double.hpp"

namespace cchnn {

using Wide = DoubleDoubleOf<Pack>;

template std::unique_ptr<DynamicsKernel<Wide>> make_kernel<Wide, 3>(const ConstrainedSystem&);

}  // namespace cchnn
