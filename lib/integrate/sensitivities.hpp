#pragma once
// How a trajectory changes with parameters of its system and with where it starts, at every sample:
//
//   (1)  d(x, v)/d theta_j   of a start that does not change, but as far as the constraints of the changed system ask for
//   (2)  d(x, v)/d z0        along independent directions that span all starts which the constraints allow
//
// By dual numbers (sensitivity_flow.hpp): derivatives are those of the integrator's own steps, and nothing is lost to a
// difference of two trajectories.

#include <cstdint>
#include <memory>
#include <vector>

#include "integrate/steppers/sensitivity_motion.hpp"
#include "integrate/trajectory.hpp"
#include "model/compiled_system.hpp"

namespace cchnn {

// A system with one of its varied properties a little larger and a little smaller.
class SlopedSystem {
  public:
    // `spec` varies what is estimated (varying_instead()), `like` is compiled of it; `parameter` is one of its varied
    // properties, `values` are those of all. Throws SpecError.
    SlopedSystem(const SystemSpec& spec, const ConstrainedSystem& like, const std::vector<double>& values,
                 std::size_t parameter);
    SystemSlope slope() const { return {&above_->system, &below_->system, between_}; }

  private:
    std::unique_ptr<CompiledSystem> above_, below_;
    double between_;
};

// What one trajectory is to be differentiated by.
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
    bool failed = false;                  // it met a singularity, or systems near by are made of other terms
};

// In the order of the tasks. `like` is the system of all, at its nominal values; it decides step sizes together with each
// trajectory, whatever shares its lanes.
std::vector<Sensitivities> sensitivities(const ConstrainedSystem& like, const std::vector<SensitivityTask>& tasks,
                                         TimeGrid times);

}  // namespace cchnn
