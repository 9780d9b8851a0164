// One field for both: where numbers have two parts, a constant a lane costs no more than one for all, and copies of the
// kernels took a twentieth of the time of compilation.

#include "mechanics/kernels/fields/make_field.hpp"

namespace cchnn {

extern template std::unique_ptr<KernelField<DoubleDoubleOf<Pack>>>
make_field_in<DoubleDoubleOf<Pack>, 3, LaneConstants<DoubleDoubleOf<Pack>>>(const ConstrainedSystem&);
template std::unique_ptr<KernelField<DoubleDoubleOf<Pack>>> make_family_field<DoubleDoubleOf<Pack>>(
    const ConstrainedSystem&);

template <>
std::unique_ptr<KernelField<DoubleDoubleOf<Pack>>> make_field<DoubleDoubleOf<Pack>>(const ConstrainedSystem& system) {
    return make_family_field<DoubleDoubleOf<Pack>>(system);
}

}  // namespace cchnn
