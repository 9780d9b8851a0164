// The driver of each integration method, and the one function that this compiled unit exports: cchnn_kernels()
// (integrate/kernel_door.hpp).

#include <algorithm>
#include <array>
#include <optional>

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
    {Method::rk4, integrate_runge_kutta<tableaus::runge_kutta_4>},
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

// Calls `evaluate` with each state of `z` and the system to evaluate it with. In a system with closed loops the rows are
// chosen for this state where the common ones are ill-conditioned.
template <class Evaluate>
void at_each_state(const ConstrainedSystem& system, const std::vector<double>& z, const Evaluate& evaluate) {
    const std::size_t parameters = system.parameter_count() + system.driven_size();
    const std::size_t size = 2 * to_size(system.state_size()) + (system.dissipative() ? 1 : 0) + parameters;
    for (std::size_t first = 0; first < z.size(); first += size) {
        const double *const state = &z[first], *const s = state + size - parameters;
        std::shared_ptr<const ConstrainedSystem> instead;
        if (const RowSelectionMonitor* const rows = system.row_selection_monitor()) {
            double best = 1;
            instead = better_conditioned_rows(system, state, s, rows->conditioning(system, state, s), best);
        }
        evaluate(first, size, instead.get());
    }
}

void vector_field(const ConstrainedSystem& system, const std::vector<double>& z, std::vector<double>& rate) {
    Dynamics<double> common(system);
    std::vector<double> state, its_rate;
    at_each_state(system, z, [&](std::size_t first, std::size_t size, const ConstrainedSystem* instead) {
        state.assign(&z[first], &z[first] + size);
        its_rate.resize(size);
        std::optional<Dynamics<double>> own;
        if (instead) own.emplace(*instead);
        (own ? *own : common)(state, its_rate, 0.0);
        std::copy(its_rate.begin(), its_rate.end(), &rate[first]);
    });
}

void field_tangents(const ConstrainedSystem& system, const std::vector<double>& z, std::size_t directions,
                    const std::vector<double>& dz, std::vector<double>& rate) {
    using Real = Dual<double, Lanes>;
    Dynamics<Real> common(system);
    std::vector<Real> state, its_rate;
    at_each_state(system, z, [&](std::size_t first, std::size_t size, const ConstrainedSystem* instead) {
        std::optional<Dynamics<Real>> own;
        if (instead) own.emplace(*instead);
        state.assign(size, Real(0.0));
        its_rate.assign(size, Real(0.0));
        for (std::size_t i = 0; i < size; ++i) state[i].value = z[first + i];
        for (std::size_t done = 0; done < directions; done += lane_width) {
            const std::size_t lanes = std::min<std::size_t>(lane_width, directions - done);
            const std::size_t at = first * directions + done * size;
            for (std::size_t i = 0; i < size; ++i) state[i].tangent = Lanes(0.0);
            for (std::size_t l = 0; l < lanes; ++l)
                for (std::size_t i = 0; i < size; ++i)
                    set_lane(state[i].tangent, static_cast<int>(l), dz[at + l * size + i]);
            (own ? *own : common)(state, its_rate, 0.0);
            for (std::size_t l = 0; l < lanes; ++l)
                for (std::size_t i = 0; i < size; ++i)
                    rate[at + l * size + i] = lane(its_rate[i].tangent, static_cast<int>(l));
        }
    });
}

void use_stop_signal(const std::atomic<int>& signal) { heard_signal = &signal; }

constexpr KernelDoor door{CCHNN_KERNEL_SET,        lane_width,       use_stop_signal,     integrate_by_method,
                          integrate_double_double, vector_field,     field_tangents,      tangent_each,
                          tangents_of_one,         sensitivity_each, nearest_atan2<Lanes>};

}  // namespace
}  // namespace cchnn

// The constructors of this set's variables where a program holds several sets: nothing has run them before, because they too have
// its instructions. cchnn_add_kernels() in lib/CMakeLists.txt gives these two the names of both ends of the list. They are null where
// a program has no other set.
extern "C" {
using Constructor = void (*)();
extern const Constructor cchnn_first_constructor[] __attribute__((weak, visibility("hidden")));
extern const Constructor cchnn_end_of_constructors[] __attribute__((weak, visibility("hidden")));
}

const cchnn::KernelDoor* cchnn_kernels() {
    static const bool constructed = [] {
        for (const Constructor* next = cchnn_first_constructor; next != cchnn_end_of_constructors; ++next) (*next)();
        return true;
    }();
    return constructed ? &cchnn::door : nullptr;
}
