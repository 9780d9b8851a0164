#pragma once
// Forward sensitivities of a trajectory with respect to parameters of its system and to its initial state, at every
// sample:
//
//   (1)  d(x, v)/d theta_j   with the initial state fixed, apart from the projection onto the changed constraints
//   (2)  d(x, v)/d z0        along independent directions that span the tangent space of the constraint manifold, or
//                            along given ones of the initial state and of the inputs
//
// A given direction that leaves the constraints counts by its projection in the mass metric, as if the state were
// projected first.
//
// They use dual numbers (sensitivity_flow.hpp): they are derivatives of the integrator's own steps, without the
// cancellation of a difference of two trajectories. At impacts they jump (saltation.hpp).

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "integrate/derivatives/saltation.hpp"
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
    // Whether the parameter has a derivative: not where a mass or a force is there on one side alone.
    bool smooth() const;

  private:
    std::unique_ptr<CompiledSystem> above_, below_;
    double between_;
};

// A direction of (2).
struct StartDirection {
    std::vector<double> dx, dv;  // (n, d)
    std::vector<double> du{};    // (samples, inputs) of a driven system; if empty, inputs stay
};

// One trajectory and the parameters that it is differentiated by.
struct SensitivityTask {
    std::uint64_t trajectory = 0;  // names the random directions of (2)
    const ConstrainedSystem* system = nullptr;
    std::vector<SystemSlope> parameters;
    InitialState start;                                          // in space; of a driven system with its inputs
    std::optional<std::vector<StartDirection>> directions = {};  // in place of random ones
    // Of a system with contacts its impacts until the last sample (saltation.hpp), and of each parameter the contact whose
    // restitution it is, or -1.
    const ImpactPath* impacts = nullptr;
    std::vector<int> contacts = {};
};

// How the variational equations are solved. Step sizes follow from the error of the state alone.
struct SensitivitySteps {
    double tolerance = 1e-12;  // a test checks the derivatives at this tolerance to 1e-9
    double longest = 1;        // in intervals between samples
};

struct Sensitivity {
    std::vector<double> x, v;  // (T, n, d)
};
struct Sensitivities {
    std::vector<Sensitivity> parameters;  // (1), in their order
    std::vector<Sensitivity> start;       // (2), tangent_dimension() of them or those given
    bool failed = false;  // an integration failed, or the two systems of a slope differ in shape; NaN then
};

// Results in the order of the tasks. A task of a system with contacts has its impacts, unless there is one sample. `like` is
// the common system at its nominal values. The results do not depend on which tasks share lanes.
std::vector<Sensitivities> sensitivities(const ConstrainedSystem& like, const std::vector<SensitivityTask>& tasks,
                                         TimeGrid times, SensitivitySteps steps = {});

}  // namespace cchnn
