#pragma once
// Forward sensitivities of a trajectory with respect to parameters of its system and to its initial state, at every
// sample:
//
//   (1)  d(x, v)/d theta_j   with the initial state fixed, apart from the projection onto the changed constraints
//   (2)  d(x, v)/d z0        along independent directions that span the tangent space of the constraint manifold
//
// They use dual numbers (sensitivity_flow.hpp): they are derivatives of the integrator's own steps, without the
// cancellation of a difference of two trajectories.

#include <cstdint>
#include <memory>
#include <vector>

#include "integrate/steppers/sensitivity_motion.hpp"
#include "integrate/trajectory.hpp"
#include "model/compiled_system.hpp"

namespace cchnn {

// A system with one of its varied properties slightly increased and slightly decreased; owns both systems.
class SlopedSystem {
  public:
    // `spec` varies the estimated properties (varying_instead()), `like` is compiled from it. `parameter` is the index
    // of one varied property, `values` are those of all. Throws SpecError.
    SlopedSystem(const SystemSpec& spec, const ConstrainedSystem& like, const std::vector<double>& values,
                 std::size_t parameter);
    SystemSlope slope() const { return {&above_->system, &below_->system, between_}; }

  private:
    std::unique_ptr<CompiledSystem> above_, below_;
    double between_;
};

// One trajectory and the parameters that it is differentiated by.
struct SensitivityTask {
    std::uint64_t trajectory = 0;  // names the random directions of (2)
    const ConstrainedSystem* system = nullptr;
    std::vector<SystemSlope> parameters;
    InitialState start;
};

struct Sensitivity {
    std::vector<double> x, v;  // (T, n, d)
};
struct Sensitivities {
    std::vector<Sensitivity> parameters;  // (1), in their order
    std::vector<Sensitivity> start;       // (2), tangent_dimension() of them
    bool failed = false;                  // an integration failed, or the two systems of a slope differ in shape
};

// Results in the order of the tasks. `like` is the common system at its nominal values. The results do not depend on
// which tasks share lanes.
std::vector<Sensitivities> sensitivities(const ConstrainedSystem& like, const std::vector<SensitivityTask>& tasks,
                                         TimeGrid times);

}  // namespace cchnn
