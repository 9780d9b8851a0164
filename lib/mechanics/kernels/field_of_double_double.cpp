#include "mechanics/kernels/make_field.hpp"

namespace cchnn {

extern template std::unique_ptr<KernelField<DoubleDoubleOf<Pack>>>
make_field_in<DoubleDoubleOf<Pack>, 3, SharedConstants<DoubleDoubleOf<Pack>>>(const ConstrainedSystem&);
template std::unique_ptr<KernelField<DoubleDoubleOf<Pack>>> make_field<DoubleDoubleOf<Pack>>(const ConstrainedSystem&);

}  // namespace cchnn
