#include "mechanics/kernels/make_field.hpp"

namespace cchnn {

template std::unique_ptr<KernelField<DoubleDoubleOf<Pack>>> make_family_field<DoubleDoubleOf<Pack>>(
    const ConstrainedSystem&);

}  // namespace cchnn
