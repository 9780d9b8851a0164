// The calls of serve that draw states, and those that integrate them.

#include <algorithm>
#include <cmath>

#include "core/number_text.hpp"
#include "core/stop.hpp"
#include "core/to_size.hpp"
#include "integrate/error_bound.hpp"
#include "integrate/integrate.hpp"
#include "integrate/trajectory_arrays.hpp"
#include "mechanics/base_motion.hpp"
#include "mechanics/rows/row_reader.hpp"
#include "mechanics/rows_in_time.hpp"
#include "sample/draw_varied.hpp"
#include "stories/serve/call_arrays.hpp"
#include "stories/serve/motion_tangents.hpp"
#include "stories/serve/system_calls.hpp"

namespace cchnn {
namespace {

constexpr double on_constraints = 1e-8;  // the largest share of a length or a speed that is not a mistake
constexpr double rounding = 1e-13;       // within it a state keeps its bits

// Where the constraints are farther off than a share: of lengths, and of the largest speed.
double largest_violation(const ConstrainedSystem& system, const InitialState& state, std::size_t number,
                         std::string& text) {
    std::vector<double> off(system.rows().size()), rate(off);
    SeenFromBase seen(system);
    seen.see(state.t, state.x.data(), state.v.data());
    const RowsInTime rows(system, state.t);
    rows.position_errors(seen.x(), off.data());
    rows.phi_rate(seen.x(), seen.v(), rate.data());
    double speed = 0, largest = 0;
    for (const double v : state.v) speed = std::max(speed, std::fabs(v));
    const std::string where = "state " + std::to_string(number);
    for (std::size_t c = 0; c < off.size(); ++c) {
        const ConstraintRow& row = system.rows()[c];
        if (const double share = std::fabs(relative_violation(row, off[c], system.length_scale())); share > largest) {
            largest = share;
            text = violation_text(row, off[c], where) + ", by " + short_number(off[c]);
        }
        const bool distance = row.kind == ConstraintRow::Kind::distance && row.length > 0;
        const double parting = std::fabs(distance ? rate[c] / (2 * row.length) : rate[c]);
        if (const double share = parting > 0 ? parting / speed : 0; share > largest) {
            largest = share;
            text = where + ": " + row.name + " changes by " + short_number(parting) + " m/s, the largest speed is " +
                   short_number(speed) + " m/s";
        }
    }
    return largest;
}

// The second axis of the arrays that are directions.
std::size_t direction_count(const Request& request) {
    for (const char* name : {"dx", "dv", "du", "dparameters"})
        if (const auto found = request.arrays.find(name); found != request.arrays.end()) {
            if (found->second.shape.size() >= 2) return found->second.shape[1];
            throw UsageError(
                name, "must have the axes of states and of directions first, got " + text_of(found->second.shape));
        }
    throw UsageError("call", "rollout_tangents needs a direction: dx, dv, du or dparameters");
}

// The system next to each of its `count` varied numbers. Throws DataError where it has no derivative by one.
std::vector<SlopedSystem> slopes_of(const CompiledSystem& member, std::size_t count) {
    std::vector<SlopedSystem> slopes;
    std::vector<Problem> problems;
    for (std::size_t j = 0; j < count; ++j) {
        const VariedProperty& property = member.spec.varied[j];
        const std::string where = property.name + " (" + property.pointer + ")";
        if (!BaseMotion(member.system).at_rest())
            throw DataError("dparameters", "motions of " + member.system.name() +
                                               " have no derivative by parameters, because its Origins move");
        slopes.emplace_back(member.spec, member.system, member.values, j);
        if (!slopes.back().smooth())
            problems.push_back({"dparameters", "motions have no derivative by " + where + " at " +
                                                   short_number(member.values[j]) +
                                                   ", because a term exists on one side of it alone"});
    }
    if (!problems.empty()) throw DataError(std::move(problems));
    return slopes;
}

}  // namespace

void SystemCalls::initial_states(const Request& request, FrameWriter& out) const {
    const std::vector<std::string> names{"train", "valid", "test"};
    const auto split = std::ranges::find(names, request.split);
    const std::uint64_t count = request.count.value_or(1), first = request.first.value_or(0);
    if (split == names.end()) throw UsageError("split", "must be train, valid or test, got '" + request.split + "'");
    if (count < 1 || count > 1'000'000) throw UsageError("count", "must be 1 .. 1000000, got " + std::to_string(count));
    std::vector<double> x, v, parameters, s;
    for (std::uint64_t i = first; i < first + count; ++i) {
        throw_if_stopped();
        SampleKey key{request.seed.value_or(0), all_splits[static_cast<std::size_t>(split - names.begin())], i, 0};
        std::shared_ptr<const CompiledSystem> own = nominal_;
        if (!nominal_->spec.varied.empty()) {
            own = std::make_shared<const CompiledSystem>(nominal_->spec, nominal_->system,
                                                         draw_varied(nominal_->spec, key));
            parameters.insert(parameters.end(), own->values.begin(), own->values.end());
        }
        const InitialState state = own->sampler.draw(key);
        x.insert(x.end(), state.x.begin(), state.x.end());
        v.insert(v.end(), state.v.begin(), state.v.end());
    }
    const Shape shape{count, to_size(nominal_->system.node_count()), to_size(nominal_->system.dimension())};
    out.add("x", shape, x);
    out.add("v", shape, v);
    out.add("parameters", {count, nominal_->spec.varied.size()}, parameters);
}

// The starts of a rollout, on the constraints, with their inputs; and its times.
SystemCalls::Starts SystemCalls::starts_of(const Request& request, std::uint64_t numbers_a_sample) const {
    const BatchStates states = states_of(request);
    const ConstrainedSystem& nominal = nominal_->system;
    const std::size_t size = nominal.state_size(), inputs = nominal.inputs().size(), count = states.count;
    const std::uint64_t samples = request.samples.value_or(to_size(nominal_->spec.sampling.steps));
    const std::uint64_t most = most_array_bytes / 8 / numbers_a_sample / count;
    if (samples < 2 || samples > most)
        throw UsageError("samples", "must be 2 .. " + std::to_string(most) + ", got " + std::to_string(samples));
    Starts starts{{request.dt.value_or(nominal_->spec.sampling.dt), static_cast<int>(samples)}, {}};
    std::vector<double> u;
    if (request.arrays.contains("u")) u = rows_of(request, "u", {samples, inputs}, count);
    else u.resize(count * samples * inputs);
    std::vector<Problem> problems;
    for (std::size_t i = 0; i < count && problems.size() < most_problems; ++i) {
        const auto first = static_cast<long>(i * size), end = static_cast<long>((i + 1) * size);
        InitialState start{{states.x.begin() + first, states.x.begin() + end},
                           {states.v.begin() + first, states.v.begin() + end}};
        start.s = states.s[i];
        start.t = states.t[i];
        const auto row = u.begin() + static_cast<long>(i * samples * inputs);
        start.u.assign(row, row + static_cast<long>(samples * inputs));
        for (std::size_t k = 0; k < inputs; ++k)
            for (std::size_t n = 0; nominal.inputs()[k].formula && n < samples; ++n) {
                const double t = start.t + starts.times.time(static_cast<int>(n));
                start.u[n * inputs + k] = formula_value(*nominal.inputs()[k].formula, &t);
            }
        std::string text;
        const double off = largest_violation(system_of(i).system, start, i, text);
        if (off > rounding && request.project && !system_of(i).sampler.project(start))
            problems.push_back({"x", "state " + std::to_string(i) + " cannot be projected onto the constraints"});
        else if (off > on_constraints && !request.project)
            problems.push_back({"x", text + "; \"project\": true moves states onto the constraints"});
        starts.states.push_back(std::move(start));
    }
    if (!problems.empty()) throw DataError(std::move(problems));
    return starts;
}

// The trajectories that generate makes of these states: the same solver, bounds and refinement.
void SystemCalls::rollout(const Request& request, FrameWriter& out) const {
    const ConstrainedSystem& nominal = nominal_->system;
    const auto [times, starts] = starts_of(request, 2 * to_size(nominal.state_size()));
    const std::size_t count = starts.size(), samples = to_size(times.samples);
    std::vector<const ConstrainedSystem*> members;
    for (const auto& system : systems_) members.push_back(&system->system);
    const BatchSystems systems = systems_.size() == 1 ? BatchSystems(*members[0]) : BatchSystems(nominal, members);
    const Protocol protocol = default_protocol();
    TrajectoryBatch batch = integrate(systems, starts, times, protocol);
    if (request.bounds) add_error_bounds(systems, starts, times, ErrorBoundRule(protocol), batch);
    for (const TrajectoryArray& array : trajectory_arrays) {
        const std::vector<double>& values = batch.*array.values;
        const std::string name = std::string(array.path).substr(1);
        Shape shape{count};
        if (array.each_sample) shape.push_back(samples);
        if (name == "x" || name == "v")
            shape.insert(shape.end(), {to_size(nominal.node_count()), to_size(nominal.dimension())});
        else if (name == "u" || name == "track_parameter" || name == "counted_angle")
            shape.push_back(values.size() / count / samples);
        out.add(name, shape, values);
    }
}

// The derivatives of these trajectories along directions of their starts, inputs and parameters.
void SystemCalls::rollout_tangents(const Request& request, FrameWriter& out) const {
    const ConstrainedSystem& nominal = nominal_->system;
    const Shape state{to_size(nominal.node_count()), to_size(nominal.dimension())};
    const std::size_t size = to_size(nominal.state_size()), inputs = nominal.inputs().size();
    const std::size_t directions = direction_count(request);
    const auto [times, starts] = starts_of(request, 2 * size * directions);
    const std::size_t count = starts.size(), samples = to_size(times.samples);
    const std::size_t width = request.arrays.contains("dparameters") ? systems_[0]->spec.varied.size() : 0;
    if (request.arrays.contains("dparameters") && width == 0)
        throw UsageError("dparameters", "needs the array parameters, in which it is a direction");
    const auto given = [&](const std::string& name, Shape one) {
        one.insert(one.begin(), directions);
        return request.arrays.contains(name) ? rows_of(request, name, one, count) : std::vector<double>();
    };
    const std::vector<double> dx = given("dx", state), dv = given("dv", state), du = given("du", {samples, inputs}),
                              dp = given("dparameters", {width});
    const auto part = [](const std::vector<double>& from, std::size_t at, std::size_t length) {
        if (from.empty()) return std::vector<double>(length);
        const auto begin = from.begin() + static_cast<long>(at * length);
        return std::vector<double>(begin, begin + static_cast<long>(length));
    };
    const Shape shape{count, directions, samples, state[0], state[1]};
    std::vector<double> out_x, out_v;
    std::vector<SlopedSystem> slopes;
    for (std::size_t i = 0; i < count; ++i) {
        throw_if_stopped();
        if (i == 0 || systems_.size() > 1) slopes = slopes_of(system_of(i), width);
        MotionTangents motion(nominal, system_of(i).system, slopes, starts[i], times);
        if (motion.singular())
            throw NumericalError("x", "state " + std::to_string(i) + " is singular: its constraints depend on each " +
                                          "other, so that directions along them are not known");
        for (std::size_t j = 0; j < directions; ++j) {
            const std::size_t at = i * directions + j;
            motion.add({part(dx, at, size), part(dv, at, size), part(du, at, samples * inputs)}, part(dp, at, width));
        }
        for (const Sensitivity& one : motion.solve()) {
            out_x.insert(out_x.end(), one.x.begin(), one.x.end());
            out_v.insert(out_v.end(), one.v.begin(), one.v.end());
        }
    }
    out.add("dx", shape, out_x);
    out.add("dv", shape, out_v);
}

}  // namespace cchnn
