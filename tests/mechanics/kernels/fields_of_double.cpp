// Drivers of one trajectory at a time, which tests and benchmarks compare lanes with; programs step lanes.

#include "mechanics/kernels/fields/make_field.hpp"
#include "mechanics/kernels/free_bodies.hpp"
#include "mechanics/kernels/lane_constants.hpp"

namespace cchnn {

template std::unique_ptr<KernelField<double>> make_family_field<double>(const ConstrainedSystem&);

template <>
std::unique_ptr<FreeBodyField<double>> make_free_bodies<double>(const ConstrainedSystem& system) {
    return std::make_unique<FreeBodies<double, SharedConstants<double>>>(system);
}
template <>
std::unique_ptr<FreeBodyField<double>> make_family_free_bodies<double>(const ConstrainedSystem& like) {
    return std::make_unique<FreeBodies<double, LaneConstants<double>>>(like);
}

}  // namespace cchnn
