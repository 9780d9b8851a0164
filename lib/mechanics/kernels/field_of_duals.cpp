#include "mechanics/kernels/make_field.hpp"
#include "numbers/dual.hpp"

namespace cchnn {

extern template std::unique_ptr<KernelField<Dual<Lanes, Lanes>>>
make_field_in<Dual<Lanes, Lanes>, 3, SharedConstants<Dual<Lanes, Lanes>>>(const ConstrainedSystem&);
template std::unique_ptr<KernelField<Dual<Lanes, Lanes>>> make_field<Dual<Lanes, Lanes>>(const ConstrainedSystem&);

}  // namespace cchnn
