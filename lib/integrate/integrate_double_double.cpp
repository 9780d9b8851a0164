#include "integrate/integrate_double_double.hpp"

#include "integrate/lane_driver.hpp"

namespace cchnn {
namespace {

// As many lanes as a register holds: an operation is long enough to keep a core busy, its intermediate numbers fill the
// registers, and more lanes are empty more often.
using Wide = DoubleDoubleOf<Pack>;

template <class Real>
using Order20 = ExtrapolationStep<Real, 10>;

}  // namespace

void integrate_double_double(const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times,
                             std::span<const Accuracy> each, TrajectoryBatch& out) {
    Protocol protocol = default_protocol();
    protocol.method = Method::extrapolation20;
    LaneDriver<Wide, Order20>(systems, states, times, protocol, out, each).run();
}

}  // namespace cchnn
