#include "mechanics/kernels/make_field.hpp"
#include "numbers/dual.hpp"

namespace cchnn {

template std::unique_ptr<KernelField<Dual<double, Lanes>>> make_field<Dual<double, Lanes>>(
    const ConstrainedSystem&);

}  // namespace cchnn
