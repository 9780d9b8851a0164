#include "mechanics/kernels/make_field.hpp"

namespace cchnn {

template std::unique_ptr<KernelField<double>> make_field<double>(const SystemConstants<double>&);
template std::unique_ptr<KernelField<double>> make_family_field<double>(const SystemConstants<double>&);

}  // namespace cchnn
