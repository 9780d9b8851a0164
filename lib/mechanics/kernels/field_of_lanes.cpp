#include "mechanics/kernels/make_field.hpp"

namespace cchnn {

template std::unique_ptr<KernelField<Lanes>> make_field<Lanes>(const ConstrainedSystem&);

}  // namespace cchnn
