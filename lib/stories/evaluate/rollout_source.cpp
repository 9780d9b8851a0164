#include "stories/evaluate/rollout_source.hpp"

#include <algorithm>

#include "core/counted.hpp"
#include "core/errors.hpp"
#include "core/option.hpp"
#include "core/to_size.hpp"
#include "dataset/reader/inputs_file.hpp"
#include "graph/drop_constraints.hpp"
#include "integrate/error_bound.hpp"
#include "integrate/impacts/contact_driver.hpp"
#include "integrate/integrate.hpp"
#include "integrate/ordered_blocks.hpp"
#include "sample/input_signals.hpp"
#include "stories/generate/start_states.hpp"

namespace cchnn {
namespace {

// For messages about a test set of another system.
std::string shape(int nodes, int dimension) {
    return std::to_string(nodes) + " nodes in " + std::to_string(dimension) + " dimensions";
}

// Throws if the test set does not fit the system, before anything is integrated. With the test set's own times
// the rollout answers its digest; a driven system has no other times, because its inputs are stored at these.
void take_test_set(const ConstrainedSystem& system, const RolloutOptions& options, const TrajectoryFile& test_set,
                   RolloutSource& source) {
    source.test_set = &test_set;
    const TrajectoryFileInfo& info = test_set.info();
    if (info.nodes != system.node_count() || info.dimension != system.dimension())
        throw DataError(options.test_set.string() + ":/x", "holds " + shape(info.nodes, info.dimension) + ", " +
                                                               system.name() + " has " +
                                                               shape(system.node_count(), system.dimension()));
    if (info.tracks != 0 && info.tracks != count_of(system.tracks()))
        throw DataError(options.test_set.string() + ":/track_parameter",
                        "holds " + std::to_string(info.tracks) + " points on curves, " + system.name() + " has " +
                            std::to_string(system.tracks().size()));
    if (info.angles != 0 && info.angles != count_of(system.angles()))
        throw DataError(options.test_set.string() + ":/counted_angle",
                        "holds " + std::to_string(info.angles) + " counted angles, " + system.name() + " has " +
                            std::to_string(system.angles().size()));
    if (info.inputs != count_of(system.inputs()))
        throw DataError(options.test_set.string() + ":/u", "holds " + std::to_string(info.inputs) + " inputs, " +
                                                               system.name() + " has " +
                                                               std::to_string(system.inputs().size()));
    source.count = info.count;
    const TimeGrid own{info.description.times.dt, info.samples};
    source.times = {options.dt.value_or(own.dt), options.samples.value_or(own.samples)};
    if (source.times.dt == own.dt && source.times.samples == own.samples)
        source.answers_truth = test_set.truth_digest();
    else if (system.driven())
        throw UsageError(option(source.times.dt == own.dt ? "steps" : "dt"),
                         system.name() + " is driven by " + system.inputs().front().id +
                             ", whose values the test set holds at its own times; leave the option out");
}

// Start states without a test set: those of a file, or those that the system lists. The inputs of a
// driven system then come from a file of inputs or, if all are formulas, from these.
void collect_states(const CompiledSystem& compiled, const RolloutOptions& options, RolloutSource& source) {
    const std::vector<Input>& inputs = compiled.system.inputs();
    const bool held = std::ranges::any_of(inputs, [](const Input& input) { return !input.formula; });
    if (held && options.inputs.empty())
        throw UsageError(option("from"), "is missing: " + compiled.system.name() + " is driven by " +
                                             inputs.front().id + ", whose values a test set holds; or give " +
                                             option("inputs") + " FILE");
    const Sampler& sampler = compiled.sampler;
    const SamplingSpec& own = compiled.spec.sampling;
    source.times = {options.dt.value_or(own.dt), options.samples.value_or(own.steps)};
    if (!options.states.empty()) {
        source.states = read_start_states(compiled, options.states, options.starts, options.project_states).states;
    } else {
        for (long i = 0; i < sampler.given_count(); ++i) {
            SampleKey key{0, Split::test, static_cast<std::uint64_t>(i), 0};
            source.states.push_back(sampler.draw(key));
        }
        if (source.states.empty())
            throw UsageError("", "needs initial states: give " + option("from") + " TEST, " + option("states") +
                                     " FILE, or explicit states in the JSON");
    }
    source.count = source.states.size();
    if (options.inputs.empty()) {
        for (InitialState& state : source.states)
            state.u = formula_samples(inputs, source.times.dt, source.times.samples);
        return;
    }
    const GivenInputs given = read_inputs_file(options.inputs, compiled.system, source.times).given;
    if (!given.shared && given.rows < source.count)
        throw DataError(options.inputs.string(), "holds inputs of " + trajectories_text(given.rows) + ", needed are " +
                                                     std::to_string(source.count));
    for (std::size_t i = 0; i < source.states.size(); ++i) source.states[i].u = given.of(i);
}

// Adds the parameters of curves and counted angles at the last given sample, if the test set stores them.
void read_state_parameters(const RolloutSource& source, const CompiledSystem& compiled, int context,
                           std::uint64_t first, std::vector<InitialState>& states) {
    std::vector<double> s;
    {
        const std::lock_guard lock(source.hdf5);
        source.test_set->read_state_parameters(first, states.size(), context, s);
    }
    const std::size_t width = compiled.system.parameter_count(), samples = context;
    if (s.size() != states.size() * samples * width || width == 0) return;
    for (std::size_t i = 0; i < states.size(); ++i) {
        const auto own = s.begin() + ((i + 1) * samples - 1) * width;
        states[i].s.assign(own, own + width);
        check_parameters(compiled, states[i], source.test_set->path().string() + ":/", first + i);
    }
}

// Adds the stored inputs of a driven system to the states.
void read_inputs(const RolloutSource& source, std::uint64_t first, std::vector<InitialState>& states) {
    const std::lock_guard lock(source.hdf5);
    std::vector<double> u;
    u = source.test_set->rows("/u", first, states.size());
    const auto width = static_cast<long>(u.size() / states.size());
    auto own = u.begin();
    for (InitialState& state : states) {
        state.u.assign(own, own + width);
        own += width;
    }
}

// Given states must satisfy the constraints, perturbed states are projected by the sampler.
std::vector<InitialState> states_of_block(const RolloutSource& source, const CompiledSystem& compiled,
                                          const RolloutOptions& options, std::uint64_t first, std::uint64_t count) {
    std::vector<InitialState> states;
    if (source.test_set) {
        std::vector<double> x, v;
        {
            const std::lock_guard lock(source.hdf5);
            source.test_set->read_first(first, count, options.context, x, v);
        }
        // The last given sample of each.
        const auto size = static_cast<long>(x.size() / count), width = size / options.context;
        for (long end = size; end <= size * static_cast<long>(count); end += size)
            states.push_back({{x.begin() + end - width, x.begin() + end}, {v.begin() + end - width, v.begin() + end}});
        check_on_manifold(compiled.system, states, options.test_set,
                          first);  // a test set of another system would be nonsense
        read_state_parameters(source, compiled, options.context, first, states);
        read_inputs(source, first, states);
    } else {
        const auto begin = source.states.begin() + first;
        states.assign(begin, begin + count);
    }
    if (options.epsilon > 0)
        for (std::uint64_t i = 0; i < count; ++i)
            states[i] = compiled.sampler.perturb_entries(states[i], options.epsilon, options.seed, first + i);
    if (options.epsilon_length > 0)
        for (std::uint64_t i = 0; i < count; ++i)
            states[i] = compiled.sampler.perturb(states[i], options.epsilon_length, options.seed, first + i);
    if (!options.members) return states;
    std::vector<InitialState> all;
    for (std::uint64_t i = 0; i < count; ++i)
        for (InitialState& member : honest_ensemble(compiled.sampler, states[i], *options.start_spread,
                                                    *options.members, options.seed, first + i))
            all.push_back(std::move(member));
    return all;
}

// Integrates one block, timed if `seconds` is given, and adds error bounds if asked to.
TrajectoryBatch moved(const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times,
                      const RolloutOptions& options, double* seconds) {
    TrajectoryBatch batch;
    const auto integrated = [&] { batch = integrate(systems, states, times, options.protocol); };
    if (seconds) *seconds += shortest_run(integrated);
    else integrated();
    if (options.bound)
        add_error_bounds(systems, states, times,
                         ErrorBoundRule(options.protocol, refinement_level(systems.like(), options.refine)), batch);
    return batch;
}

// What comes before the last given sample is that of the test set, for all members of an ensemble.
void put_before(const RolloutSource& source, std::uint64_t first, std::uint64_t count, int samples,
                TrajectoryBatch& batch) {
    std::vector<double> x, v;
    {
        const std::lock_guard lock(source.hdf5);
        source.test_set->read_first(first, count, samples, x, v);
    }
    const std::size_t rows = batch.count, members = rows / count, before = x.size() / count,
                      after = batch.x.size() / rows;
    const auto joined = [&](const std::vector<double>& given, const std::vector<double>& moved) {
        std::vector<double> all;
        all.reserve(rows * (before + after));
        for (std::size_t row = 0; row < rows; ++row) {
            const auto from = given.begin() + (row / members * before);
            const auto then = moved.begin() + row * after;
            all.insert(all.end(), from, from + before);
            all.insert(all.end(), then, then + after);
        }
        return all;
    };
    batch.x = joined(x, batch.x);
    batch.v = joined(v, batch.v);
    batch.samples += samples;
}

// The systems of a family: trajectory i has the masses, lengths and other numbers that the test set stores for
// it.
std::vector<std::unique_ptr<const CompiledSystem>> members_of(const CompiledSystem& nominal,
                                                              const RolloutSource& source, std::uint64_t first,
                                                              std::uint64_t count) {
    std::vector<double> parameters;
    {
        const std::lock_guard lock(source.hdf5);
        parameters = source.test_set->rows("/parameters", first, count);
    }
    const std::size_t width = nominal.spec.varied.size();
    std::vector<std::unique_ptr<const CompiledSystem>> members;
    for (std::size_t i = 0; i < count; ++i) {
        const double* own = &parameters[i * width];
        members.push_back(std::make_unique<const CompiledSystem>(nominal.spec, nominal.system,
                                                                 std::vector<double>(own, own + width)));
    }
    return members;
}

// A family needs a test set, which stores the drawn numbers of each trajectory.
void check_members(const SystemSpec& spec, const RolloutOptions& options, const RolloutSource& source) {
    if (spec.varied.empty()) return;
    if (!source.test_set)
        throw UsageError(option("states"),
                         spec.name +
                             " draws masses, lengths or other numbers for each trajectory; take states from "
                             "a test set (" +
                             option("from") + "), which has them, or give those numbers in a file of your own");
    std::vector<double> first;
    first = source.test_set->rows("/parameters", 0, 1);
    if (first.size() != spec.varied.size())
        throw DataError(options.test_set.string() + ":/parameters",
                        "holds " + counted(first.size(), "number") + " a trajectory, " + spec.name + " has " +
                            counted(spec.varied.size(), "varied property", "varied properties"));
}

}  // namespace

RolloutSource::RolloutSource(const CompiledSystem& compiled, const RolloutOptions& options) {
    if (options.test_set.empty()) {
        collect_states(compiled, options, *this);
    } else {
        take_test_set(compiled.system, options, opened_.emplace(options.test_set), *this);
        if (!answers_truth.empty()) answers_truth = opened_->checked_truth_digest();
    }
    check_members(compiled.spec, options, *this);
}

RolloutSource::RolloutSource(const CompiledSystem& compiled, const RolloutOptions& options,
                             const TrajectoryFile& checked) {
    take_test_set(compiled.system, options, checked, *this);
    check_members(compiled.spec, options, *this);
}

std::uint64_t RolloutSource::trajectories_per_block(const RolloutOptions& options, int state_size) const {
    const std::uint64_t members = std::max<std::uint64_t>(1, options.member_count());
    return std::max<std::uint64_t>(1,
                                   block_size(count * members, options.threads, times.samples, state_size) / members);
}

// Streams of random numbers are chosen by a 64-bit number: trajectory in the lower 40 bits, member above them.
std::vector<InitialState> honest_ensemble(const Sampler& sampler, const InitialState& state, double spread, int members,
                                          std::uint64_t seed, std::uint64_t trajectory) {
    constexpr int bits_of_trajectories = 40;
    const InitialState observed = sampler.perturb_entries(state, spread, seed, trajectory);
    std::vector<InitialState> all;
    for (std::uint64_t m = 1; m <= to_size(members); ++m)
        all.push_back(sampler.perturb_entries(observed, spread, seed, trajectory + (m << bits_of_trajectories)));
    return all;
}

// `moving` is the system without dropped constraints: starts satisfy the whole system, and the motion is that
// of the rest.
TrajectoryBatch rollout_block(const CompiledSystem& compiled, const CompiledSystem* moving, const RolloutSource& source,
                              const RolloutOptions& options, std::uint64_t first, std::uint64_t count,
                              double* seconds) {
    RolloutStarts starts = rollout_starts(compiled, source, options, first, count);
    if (moving)
        for (auto& member : starts.members)
            member = std::make_unique<const CompiledSystem>(without_constraints(member->spec, options.drop));
    const int before = options.context - 1;
    TrajectoryBatch batch = moved(starts.systems(moving ? *moving : compiled), starts.states,
                                  {source.times.dt, source.times.samples - before}, options, seconds);
    if (before > 0) put_before(source, first, count, before, batch);
    return batch;
}

// Every trajectory moves in its own system where numbers are drawn, all members of an ensemble in the same one.
BatchSystems RolloutStarts::systems(const CompiledSystem& nominal) const {
    if (members.empty()) return BatchSystems(nominal.system).with_contacts(nominal.graph.contacts());
    std::vector<const ConstrainedSystem*> each;
    std::vector<const std::vector<Contact>*> contacts;
    for (const auto& member : members) {
        each.insert(each.end(), states.size() / members.size(), &member->system);
        contacts.insert(contacts.end(), states.size() / members.size(), &member->graph.contacts());
    }
    return BatchSystems(nominal.system, std::move(each)).with_contacts(std::move(contacts));
}

// Of a family each trajectory is read and checked alone, against its own system.
RolloutStarts rollout_starts(const CompiledSystem& compiled, const RolloutSource& source, const RolloutOptions& options,
                             std::uint64_t first, std::uint64_t count) {
    if (compiled.spec.varied.empty()) return {{}, states_of_block(source, compiled, options, first, count)};
    RolloutStarts starts{members_of(compiled, source, first, count), {}};
    for (std::size_t i = 0; i < count; ++i)
        for (InitialState& state : states_of_block(source, *starts.members[i], options, first + i, 1))
            starts.states.push_back(std::move(state));
    return starts;
}

}  // namespace cchnn
