// One field serves make_field() and make_family_field(): constants that do not vary have a tangent of 0.

#include "mechanics/kernels/dual_lane_constants.hpp"
#include "mechanics/kernels/fields/make_field.hpp"

namespace cchnn {

extern template std::unique_ptr<KernelField<LaneDuals>> make_field_in<LaneDuals, 3, DualLaneConstants>(
    const ConstrainedSystem&);

template <>
std::unique_ptr<KernelField<LaneDuals>> make_family_field<LaneDuals>(const ConstrainedSystem& like) {
    return make_field_with<LaneDuals, DualLaneConstants>(like);
}
template <>
std::unique_ptr<KernelField<LaneDuals>> make_field<LaneDuals>(const ConstrainedSystem& system) {
    return make_family_field<LaneDuals>(system);
}

}  // namespace cchnn
