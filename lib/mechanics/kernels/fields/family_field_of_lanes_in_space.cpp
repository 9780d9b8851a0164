#include "mechanics/kernels/fields/make_field.hpp"

namespace cchnn {

template std::unique_ptr<KernelField<Lanes>> make_field_in<Lanes, 3, LaneConstants<Lanes>>(const ConstrainedSystem&);

}  // namespace cchnn
