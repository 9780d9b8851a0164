#include "mechanics/kernels/make_field.hpp"
#include "numbers/dual.hpp"

namespace cchnn {

template std::unique_ptr<VectorField<Dual<double, Lanes>>> make_field<Dual<double, Lanes>>(
    const SystemConstants<double>&);

}  // namespace cchnn
