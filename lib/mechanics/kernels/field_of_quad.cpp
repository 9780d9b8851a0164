#include "mechanics/kernels/make_field.hpp"
#include "numbers/quad.hpp"

namespace cchnn {

template std::unique_ptr<VectorField<Quad>> make_field<Quad>(const SystemConstants<double>&);

}  // namespace cchnn
