// make_family_field() for lanes with a member system each. Kernels in space are compiled in
// family_field_of_lanes_in_space.cpp, so that both files compile at the same time.

#include "mechanics/kernels/fields/make_field.hpp"

namespace cchnn {

extern template std::unique_ptr<KernelField<Lanes>> make_field_in<Lanes, 3, LaneConstants<Lanes>>(
    const ConstrainedSystem&);
template std::unique_ptr<KernelField<Lanes>> make_family_field<Lanes>(const ConstrainedSystem&);

}  // namespace cchnn
