#include "integrate/steppers/integrate_double_double.hpp"

#include "integrate/steppers/lane_driver.hpp"

namespace cchnn {
namespace {

// As many lanes as a register holds: an operation is long enough to keep a core busy, its intermediate numbers fill the
// registers, and more lanes are empty more often.
using Wide = DoubleDoubleOf<Pack>;

}  // namespace

void integrate_double_double(const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times,
                             Method method, std::span<const Accuracy> each, TrajectoryBatch& out) {
    const Protocol protocol{"double-double", method, 1e-13, 1e-13};  // but each has its own tolerance
    LaneDriver<Wide, ExtrapolationStep>(systems, states, times, protocol, out, each).run();
}

}  // namespace cchnn
