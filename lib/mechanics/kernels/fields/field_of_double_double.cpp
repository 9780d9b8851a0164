// One field serves make_field() and make_family_field(). In double-double arithmetic a constant for each lane costs no
// more than one for all lanes, and a second copy of the kernels took a twentieth of the time of compilation.

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
