#include "integrate/integrate_double_double.hpp"

#include <algorithm>

#include "integrate/lane_driver.hpp"

namespace cchnn {
namespace {

// Operations are long enough for eight lanes to keep a core busy: sixteen take as long each and are empty more often.
constexpr int width = std::max(8, static_cast<int>(Pack::size()));
using Wide = DoubleDoubleOf<LanesOf<width>>;

template <class Real>
using Order20 = ExtrapolationStep<Real, 10>;
template <class Real>
using Order24 = ExtrapolationStep<Real, 12>;

}  // namespace

void integrate_double_double(const ConstrainedSystem& system, const std::vector<InitialState>& states, TimeGrid times,
                             const Protocol& protocol, TrajectoryBatch& out) {
    if (protocol.method == Method::extrapolation20)
        LaneDriver<Wide, Order20>(system, states, times, protocol, out).run();
    else LaneDriver<Wide, Order24>(system, states, times, protocol, out).run();
}

}  // namespace cchnn
