// The driver of each integration method, and the one function that this compiled unit exports: cchnn_kernels()
// (integrate/kernel_door.hpp).

#include <array>

#include "integrate/kernel_door.hpp"
#include "integrate/steppers/integrate_double_double.hpp"
#include "integrate/steppers/integrate_fixed_steps.hpp"
#include "integrate/steppers/kernel_stop.hpp"
#include "integrate/steppers/lane_driver.hpp"
#include "integrate/steppers/reselecting_integrator.hpp"
#include "integrate/steppers/sensitivity_flow.hpp"
#include "integrate/steppers/tangent_flow.hpp"
#include "numbers/nearest_atan2.hpp"

namespace cchnn {
namespace {

using Run = void(const BatchSystems&, const std::vector<InitialState>&, TimeGrid, const Protocol&, TrajectoryBatch&);

template <class Driver>
void run(const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times, const Protocol& protocol,
         TrajectoryBatch& out) {
    Driver(systems, states, times, protocol, out).run();
}

void run_double_double(const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times,
                       const Protocol& protocol, TrajectoryBatch& out) {
    integrate_double_double(systems, states, times, protocol.method,
                            std::vector<Accuracy>(states.size(), {protocol.rtol}), out);
}

// One row of the table: a method and the function that integrates a batch with it.
struct DriverRow {
    Method method;
    Run& run;  // a row without one does not compile
};
constexpr std::array<DriverRow, method_count> drivers{{
    {Method::verner87, run<LaneDriver<Lanes, Verner87Step>>},
    {Method::dopri5, run<LaneDriver<Lanes, Dopri5Step>>},
    {Method::rattle2, integrate_rattle},
    {Method::rattle4, integrate_rattle},
    {Method::rattle6, integrate_rattle},
    {Method::rattle8, integrate_rattle},
    {Method::rk4, integrate_runge_kutta},
    {Method::fehlberg78, run<LaneDriver<Lanes, Fehlberg78Step>>},
    {Method::extrapolation20, run_double_double},
    {Method::extrapolation24, run_double_double},
}};

constexpr bool in_order() {
    for (std::size_t i = 0; i < drivers.size(); ++i)
        if (static_cast<std::size_t>(drivers[i].method) != i) return false;
    return true;
}
static_assert(in_order(), "each Method has its driver, in the order of the enumeration");

void integrate_by_method(const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times,
                         const Protocol& protocol, TrajectoryBatch& out) {
    drivers.at(static_cast<std::size_t>(protocol.method)).run(systems, states, times, protocol, out);
}

// dz/dt at one state. In a system with closed loops the rows are chosen for this state where the common ones are
// ill-conditioned.
void vector_field(const ConstrainedSystem& system, const std::vector<double>& z, std::vector<double>& rate) {
    const double* const s = z.data() + z.size() - system.parameter_count() - system.driven_size();
    std::shared_ptr<const ConstrainedSystem> instead;
    if (const RowSelectionMonitor* const rows = system.row_selection_monitor()) {
        double best = 1;
        instead = better_conditioned_rows(system, z.data(), s, rows->conditioning(system, z.data(), s), best);
    }
    Dynamics<double> dynamics(instead ? *instead : system);
    dynamics(z, rate, 0.0);
}

void use_stop_signal(const std::atomic<int>& signal) { heard_signal = &signal; }

constexpr KernelDoor door{CCHNN_KERNEL_SET, lane_width,   use_stop_signal, integrate_by_method, integrate_double_double,
                          vector_field,     tangent_each, tangents_of_one, sensitivity_each,    nearest_atan2<Lanes>};

}  // namespace
}  // namespace cchnn

const cchnn::KernelDoor* cchnn_kernels() { return &cchnn::door; }
