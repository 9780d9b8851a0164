// make_field() for lanes that share one system. Kernels in space are compiled in field_of_lanes_in_space.cpp, so that
// both files compile at the same time.

#include "mechanics/kernels/fields/make_field.hpp"

namespace cchnn {

extern template std::unique_ptr<KernelField<Lanes>> make_field_in<Lanes, 3, SharedConstants<Lanes>>(
    const ConstrainedSystem&);
template std::unique_ptr<KernelField<Lanes>> make_field<Lanes>(const ConstrainedSystem&);

}  // namespace cchnn
