// make_field() for one state with a tangent vector in each lane, which TangentFlow<double> integrates. Kernels in space
// are compiled in field_of_scalar_duals_in_space.cpp.

#include "mechanics/kernels/fields/make_field.hpp"
#include "numbers/dual.hpp"

namespace cchnn {

extern template std::unique_ptr<KernelField<Dual<double, Lanes>>>
make_field_in<Dual<double, Lanes>, 3, SharedConstants<Dual<double, Lanes>>>(const ConstrainedSystem&);
template std::unique_ptr<KernelField<Dual<double, Lanes>>> make_field<Dual<double, Lanes>>(const ConstrainedSystem&);

}  // namespace cchnn
