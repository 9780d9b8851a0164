#include "integrate/steppers/integrate_rattle.hpp"

#include "integrate/steppers/rattle_driver.hpp"

namespace cchnn {

void integrate_rattle(const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times,
                      const Protocol& protocol, TrajectoryBatch& out) {
    RattleDriver<Lanes>(systems, states, times, protocol, out).run();
}

}  // namespace cchnn
