#include "integrate/steppers/integrate_through_fold.hpp"

#include <algorithm>
#include <cmath>

#include "integrate/composition.hpp"
#include "mechanics/kernels/rattle.hpp"

namespace cchnn {

bool may_fold(const ConstrainedSystem& system) {
    return system.closes_loops() && system.holonomic() && !system.dissipative() && system.parameter_count() == 0;
}

bool integrate_through_fold(const ConstrainedSystem& system, double time, int steps, std::vector<double>& z) {
    Rattle<double> rattle(system);
    std::vector<double> moved = z;
    rattle.start(moved);
    bool solved = true, folded = false;
    for (int step = 0; step < steps && solved; ++step) {
        for (const double weight : composition_weights(8)) {
            const StepSuccess<double> stage = rattle.advance(moved, weight * (time / steps));
            solved = solved && stage.finite && stage.solved;
            folded = folded || stage.folded;
        }
        rattle.settle(moved);
    }
    if (!solved || !folded || !std::all_of(moved.begin(), moved.end(), [](double c) { return std::isfinite(c); }))
        return false;
    z = std::move(moved);
    return true;
}

}  // namespace cchnn
