#include "mechanics/kernels/make_field.hpp"

namespace cchnn {

template std::unique_ptr<VectorField<double>> make_field<double>(const SystemConstants<double>&);

}  // namespace cchnn
