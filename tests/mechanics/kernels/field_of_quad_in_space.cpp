#include "mechanics/kernels/fields/make_field.hpp"
#include "mechanics/kernels/quad.hpp"

namespace cchnn {

template std::unique_ptr<KernelField<Quad>> make_field_in<Quad, 3, SharedConstants<Quad>>(const ConstrainedSystem&);

}  // namespace cchnn
