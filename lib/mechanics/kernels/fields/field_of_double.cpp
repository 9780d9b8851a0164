#include "mechanics/kernels/fields/make_field.hpp"

namespace cchnn {

template std::unique_ptr<KernelField<double>> make_field<double>(const ConstrainedSystem&);

}  // namespace cchnn
