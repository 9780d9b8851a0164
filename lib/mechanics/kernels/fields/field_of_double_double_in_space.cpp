#include "mechanics/kernels/fields/make_field.hpp"

namespace cchnn {

template std::unique_ptr<KernelField<DoubleDoubleOf<Pack>>>
make_field_in<DoubleDoubleOf<Pack>, 3, LaneConstants<DoubleDoubleOf<Pack>>>(const ConstrainedSystem&);

}  // namespace cchnn
