#include "integrate/steppers/integrate_double_double.hpp"

#include "integrate/steppers/lane_driver.hpp"

namespace cchnn {
namespace {

// One register of lanes: an operation in double-double numbers already keeps a core busy, its intermediate values fill
// the registers, and more lanes would be empty more often.
using Wide = DoubleDoubleOf<Pack>;

}  // namespace

void integrate_double_double(const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times,
                             Method method, std::span<const Accuracy> each, TrajectoryBatch& out) {
    const Protocol protocol{"double-double", method, 1e-13, 1e-13};  // `each` replaces these tolerances
    LaneDriver<Wide, ExtrapolationStep>(systems, states, times, protocol, out, each).run();
}

}  // namespace cchnn
