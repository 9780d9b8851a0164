#include "mechanics/kernels/fields/make_field.hpp"
#include "numbers/dual.hpp"

namespace cchnn {

template std::unique_ptr<KernelField<Dual<double, Lanes>>>
make_field_in<Dual<double, Lanes>, 3, SharedConstants<Dual<double, Lanes>>>(const ConstrainedSystem&);

}  // namespace cchnn
