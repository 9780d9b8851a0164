#include "mechanics/kernels/free_bodies.hpp"
#include "mechanics/kernels/lane_constants.hpp"

namespace cchnn {

template <>
std::unique_ptr<FreeBodyField<Lanes>> make_free_bodies<Lanes>(const ConstrainedSystem& system) {
    return std::make_unique<FreeBodies<Lanes, SharedConstants<Lanes>>>(system);
}
template <>
std::unique_ptr<FreeBodyField<Lanes>> make_family_free_bodies<Lanes>(const ConstrainedSystem& like) {
    return std::make_unique<FreeBodies<Lanes, LaneConstants<Lanes>>>(like);
}

}  // namespace cchnn
