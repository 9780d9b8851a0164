#include "integrate/integrate_rattle.hpp"

#include "integrate/rattle_driver.hpp"

namespace cchnn {

void integrate_rattle(const ConstrainedSystem& system, const std::vector<InitialState>& states, TimeGrid times,
                      const Protocol& protocol, TrajectoryBatch& out) {
    RattleDriver<Lanes>(system, states, times, protocol, out).run();
}

}  // namespace cchnn
