#include "mechanics/kernels/dual_lane_constants.hpp"
#include "mechanics/kernels/fields/make_field.hpp"

namespace cchnn {

template std::unique_ptr<KernelField<LaneDuals>> make_field_in<LaneDuals, 3, DualLaneConstants>(
    const ConstrainedSystem&);

}  // namespace cchnn
