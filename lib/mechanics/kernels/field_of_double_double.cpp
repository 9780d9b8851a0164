#include "mechanics/kernels/make_field.hpp"

namespace cchnn {

template std::unique_ptr<VectorField<DoubleDoubleOf<Pack>>> make_field<DoubleDoubleOf<Pack>>(
    const SystemConstants<double>&);

}  // namespace cchnn
