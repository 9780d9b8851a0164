// The motion of a system from one state, as a dataset's trajectories are made.

#include <cmath>

#include "cchnn/system_parts.hpp"
#include "core/nearest_name.hpp"
#include "integrate/contact_driver.hpp"
#include "integrate/error_bound.hpp"
#include "integrate/integrate.hpp"
#include "integrate/protocol/read_protocol.hpp"

namespace cchnn {
namespace {

Protocol protocol_named(const std::string& text) {
    if (text.starts_with("{")) return read_protocol(text, "protocol");
    if (text == "default") return default_protocol();
    if (text == "paper") return paper_protocol();
    std::vector<std::string> names{"default", "paper"};
    for (const Method method : all_methods()) {
        names.emplace_back(name(method));
        if (text != names.back()) continue;
        if (fixed_step(method)) return fixed_step_protocol(method);
        Protocol protocol = default_protocol();
        if (protocol.method != method) {
            protocol.method = method;
            protocol.name = "custom";
        }
        return protocol;
    }
    throw UsageError("protocol", "unknown '" + text + "'" + suggestion(text, names));
}

TimeGrid grid_of(const SamplingSpec& own, const MotionOptions& options) {
    const TimeGrid times{options.dt.value_or(own.dt), options.samples.value_or(own.steps)};
    std::vector<Problem> problems;
    if (!(std::isfinite(times.dt) && times.dt > 0))
        problems.push_back({"dt", "must be > 0 s, got " + std::to_string(times.dt)});
    if (times.samples < 2) problems.push_back({"samples", "must be at least 2, got " + std::to_string(times.samples)});
    if (!problems.empty()) throw UsageError(std::move(problems));
    return times;
}

}  // namespace

Motion System::Parts::motion(const State& start, const MotionOptions& options) const {
    require_state("x", start.x);
    require_state("v", start.v);
    const ConstrainedSystem& system = compiled.system;
    if (!start.track.empty() && start.track.size() != system.parameter_count())
        throw UsageError("track", "must be empty or " + std::to_string(system.parameter_count()) + " numbers, got " +
                                      std::to_string(start.track.size()));
    const TimeGrid times = grid_of(compiled.spec.sampling, options);
    const Protocol protocol = with_substeps(protocol_named(options.protocol), times.dt);
    if (auto problems = refusals(protocol, system); !problems.empty()) throw UsageError(std::move(problems));

    const std::vector<InitialState> states{{start.x, start.v, start.track}};
    const BatchSystems systems = BatchSystems(system).with_contacts(compiled.graph.contacts());
    TrajectoryBatch batch = integrate(systems, states, times, protocol);
    if (options.error_bound)
        add_error_bounds(systems, states, times, ErrorBoundRule(protocol, refinement_level(system, {})), batch);
    Motion motion{{},
                  std::move(batch.x),
                  std::move(batch.v),
                  std::move(batch.energy),
                  std::move(batch.error_bound),
                  batch.outcomes[0].reason == EndReason::completed,
                  describe(batch.outcomes[0].reason),
                  batch.outcomes[0].time};
    for (int k = 0; k < times.samples; ++k) motion.t.push_back(times.time(k));
    return motion;
}

}  // namespace cchnn
