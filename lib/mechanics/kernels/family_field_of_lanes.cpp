#include "mechanics/kernels/make_field.hpp"

namespace cchnn {

template std::unique_ptr<VectorField<Lanes>> make_family_field<Lanes>(const SystemConstants<double>&);

}  // namespace cchnn
