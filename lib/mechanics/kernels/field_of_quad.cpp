#include "mechanics/kernels/make_field.hpp"
#include "numbers/quad.hpp"

namespace cchnn {

template std::unique_ptr<KernelField<Quad>> make_field<Quad>(const ConstrainedSystem&);

}  // namespace cchnn
