#include "stories/rollout.hpp"

#include <algorithm>
#include <cmath>
#include <mutex>

#include "core/errors.hpp"
#include "core/input_files.hpp"
#include "core/number_text.hpp"
#include "core/to_size.hpp"
#include "dataset/reader/trajectory_file.hpp"
#include "dataset/writer/dataset_writer.hpp"
#include "dataset/writer/submission_writer.hpp"
#include "graph/drop_constraints.hpp"
#include "integrate/batch_coordinates.hpp"
#include "integrate/error_bound.hpp"
#include "integrate/integrate.hpp"
#include "integrate/ordered_blocks.hpp"
#include "model/compiled_system.hpp"
#include "stories/bound_rules.hpp"
#include "stories/start_states.hpp"

namespace cchnn {
namespace {

// Where the initial states come from: a test set read block by block, or a list in memory.
struct Source {
    std::optional<TrajectoryFile> test_set;
    std::vector<InitialState> states;
    std::uint64_t count = 0;
    TimeGrid times;
    std::string answers_truth;  // truth digest of the test set, when the times are its own
    mutable std::mutex hdf5;    // one thread at a time: Debian's HDF5 is built without locks
};

std::string shape(int nodes, int dimension) {
    return std::to_string(nodes) + " nodes in " + std::to_string(dimension) + " dimensions";
}

void open_test_set(const ConstrainedSystem& system, const RolloutOptions& options, Source& source) {
    source.test_set.emplace(options.test_set);
    const TrajectoryFileInfo& info = source.test_set->info();
    if (info.nodes != system.node_count() || info.dimension != system.dimension())
        throw DataError(options.test_set.string() + ":/x", "holds " + shape(info.nodes, info.dimension) + ", " +
                                                               system.name() + " has " +
                                                               shape(system.node_count(), system.dimension()));
    if (info.tracks != 0 && info.tracks != static_cast<int>(system.tracks().size()))
        throw DataError(options.test_set.string() + ":/track_parameter",
                        "holds " + std::to_string(info.tracks) + " points on curves, " + system.name() + " has " +
                            std::to_string(system.tracks().size()));
    if (info.angles != 0 && info.angles != static_cast<int>(system.angles().size()))
        throw DataError(options.test_set.string() + ":/counted_angle",
                        "holds " + std::to_string(info.angles) + " counted angles, " + system.name() + " has " +
                            std::to_string(system.angles().size()));
    source.count = info.count;
    const TimeGrid own{info.description.times.dt, info.samples};
    source.times = {options.dt.value_or(own.dt), options.samples.value_or(own.samples)};
    if (source.times.dt == own.dt && source.times.samples == own.samples)
        source.answers_truth = source.test_set->truth_digest();
}

void collect_states(const CompiledSystem& compiled, const RolloutOptions& options, Source& source) {
    const Sampler& sampler = compiled.sampler;
    const SamplingSpec& own = compiled.spec.sampling;
    source.times = {options.dt.value_or(own.dt), options.samples.value_or(own.steps)};
    if (!options.states.empty()) {
        source.states = read_start_states(compiled, options.states, options.starts).states;
    } else {
        for (long i = 0; i < sampler.given_count(); ++i) {
            SampleKey key{0, Split::test, static_cast<std::uint64_t>(i), 0};
            source.states.push_back(sampler.draw(key));
        }
        if (source.states.empty())
            throw UsageError("",
                             "initial states are needed: --from TEST, --states FILE, or explicit states in the JSON");
    }
    source.count = source.states.size();
}

void read_state_parameters(const Source& source, const CompiledSystem& compiled, std::uint64_t first,
                           std::vector<InitialState>& states) {
    std::vector<double> s;
    {
        const std::lock_guard lock(source.hdf5);
        source.test_set->read_state_parameters(first, states.size(), 1, s);
    }
    const std::size_t width = compiled.system.parameter_count();
    if (s.size() != states.size() * width || width == 0) return;
    for (std::size_t i = 0; i < states.size(); ++i) {
        const auto own = s.begin() + static_cast<long>(i * width);
        states[i].s.assign(own, own + static_cast<long>(width));
        check_parameters(compiled, states[i], source.test_set->path().string() + ":/", first + i);
    }
}

std::vector<InitialState> states_of_block(const Source& source, const CompiledSystem& compiled,
                                          const RolloutOptions& options, std::uint64_t first, std::uint64_t count) {
    std::vector<InitialState> states;
    if (source.test_set) {
        std::vector<double> x, v;
        {
            const std::lock_guard lock(source.hdf5);
            source.test_set->read_initial(first, count, x, v);
        }
        const auto width = static_cast<long>(x.size() / count);
        for (long i = 0; i < static_cast<long>(count); ++i)
            states.push_back({{x.begin() + i * width, x.begin() + (i + 1) * width},
                              {v.begin() + i * width, v.begin() + (i + 1) * width}});
        check_on_manifold(compiled.system, states, options.test_set,
                          first);  // a test set of another system would be nonsense
        read_state_parameters(source, compiled, first, states);
    } else {
        const auto begin = source.states.begin() + static_cast<long>(first);
        states.assign(begin, begin + static_cast<long>(count));
    }
    if (options.epsilon > 0)
        for (std::uint64_t i = 0; i < count; ++i)
            states[i] = compiled.sampler.perturb_entries(states[i], options.epsilon, options.seed, first + i);
    if (options.epsilon_length > 0)
        for (std::uint64_t i = 0; i < count; ++i)
            states[i] = compiled.sampler.perturb(states[i], options.epsilon_length, options.seed, first + i);
    return states;
}

std::string model_name(const RolloutOptions& options) {
    if (!options.model.empty()) return options.model;
    std::string model = "truth";
    char text[80];
    if (options.epsilon > 0) {
        std::snprintf(text, sizeof text, ", start + N(0, %g)", options.epsilon);
        model += text;
    }
    if (options.epsilon_length > 0) {
        std::snprintf(text, sizeof text, ", start off by %g", options.epsilon_length);
        model += text;
    }
    if (symplectic(options.protocol.method)) {
        model += std::string(", ") + name(options.protocol.method) + " substeps " +
                 std::to_string(options.protocol.substeps);
    } else if (options.protocol.name != "default") {
        std::snprintf(text, sizeof text, ", %s rtol %g", name(options.protocol.method), options.protocol.rtol);
        model += text;
    }
    for (const std::string& name : options.drop)
        model += (&name == &options.drop.front() ? ", without " : " and ") + name;
    return model;
}

TrajectoryBatch moved(const ConstrainedSystem& system, const std::vector<InitialState>& states, TimeGrid times,
                      const RolloutOptions& options) {
    TrajectoryBatch batch = integrate(system, states, times, options.protocol);
    if (options.bound) add_error_bounds(system, states, times, ErrorBoundRule(options.protocol, options.refine), batch);
    return batch;
}

// A family: trajectory i moves by the masses, lengths, ... that the test set holds for it.
TrajectoryBatch integrate_members(const CompiledSystem& nominal, const Source& source, const RolloutOptions& options,
                                  std::uint64_t first, std::uint64_t count) {
    std::vector<double> parameters;
    {
        const std::lock_guard lock(source.hdf5);
        source.test_set->read_parameters(first, count, parameters);
    }
    TrajectoryBatch batch = empty_batch(nominal.system, count, source.times);
    if (options.bound) batch.error_bound.resize(batch.energy.size()), batch.valid_until.resize(count);
    const auto width = static_cast<long>(nominal.spec.varied.size());
    for (long i = 0; i < static_cast<long>(count); ++i) {
        const CompiledSystem member(nominal.spec, nominal.system,
                                    {parameters.begin() + i * width, parameters.begin() + (i + 1) * width});
        const auto states = states_of_block(source, member, options, first + static_cast<std::uint64_t>(i), 1);
        std::optional<CompiledSystem> left;
        if (!options.drop.empty()) left.emplace(without_constraints(member.spec, options.drop));
        copy_trajectory(moved(left ? left->system : member.system, states, source.times, options), 0, batch,
                        static_cast<int>(i));
    }
    return batch;
}

void check_members(const SystemSpec& spec, const RolloutOptions& options, const Source& source) {
    if (spec.varied.empty()) return;
    if (!source.test_set)
        throw UsageError("--states",
                         spec.name +
                             " draws masses, lengths or other numbers anew for each trajectory; take states from "
                             "a test set (--from), which holds them, or give those numbers in a file of your own");
    std::vector<double> first;
    source.test_set->read_parameters(0, 1, first);
    if (first.size() != spec.varied.size())
        throw DataError(options.test_set.string() + ":/parameters",
                        "holds " + std::to_string(first.size()) + " numbers a trajectory, " + spec.name + " has " +
                            std::to_string(spec.varied.size()) + " varied properties");
}

DatasetDescription describe_submission(const Source& source, const CompiledSystem& compiled,
                                       const RolloutOptions& options) {
    DatasetDescription description;
    description.kind = "submission";
    description.seed = options.seed;
    description.count = source.count;
    description.times = source.times;
    description.system_json = compiled.spec.json;
    description.units = compiled.spec.units;
    description.nodes = node_labels(compiled.graph);
    description.protocol_json = to_json(options.protocol);
    if (options.bound) {
        const ErrorBoundRule rule(options.protocol, options.refine);
        description.protocol_json = to_json(options.protocol, &rule);
        description.bounded = true, description.bound_level = rule.level;
    }
    description.model = model_name(options);
    if (!options.drop.empty()) description.notes = "integrated without some constraints of the system, see model";
    description.answers_truth = source.answers_truth;
    if (options.epsilon > 0) description.perturbation_normal = options.epsilon;
    if (options.epsilon_length > 0) description.perturbation_length = options.epsilon_length;
    return description;
}

}  // namespace

std::vector<Problem> RolloutOptions::check() const {
    std::vector<Problem> problems = protocol.check();
    const auto rule = [&](bool holds, const char* flag, const std::string& what) {
        if (!holds) problems.push_back({flag, what});
    };
    rule(!bound || output.extension() != ".npz", "--bound",
         "has its place in HDF5 files alone; name one that ends in .h5, or leave it out");
    rule(!bound || !in_coordinates, "--bound", "is of x and v; leave --coordinates q out");
    for (Problem& problem : refinement_problems(protocol, bound, refine)) problems.push_back(std::move(problem));
    rule(!output.empty(), "--output", "a file to write to is needed");
    rule(wrong_suffix(output).empty(), "--output", wrong_suffix(output));
    rule(test_set.empty() || states.empty(), "--states", "cannot be combined with --from");
    rule(std::isfinite(epsilon) && epsilon >= 0, "--epsilon", "must be >= 0, got " + short_number(epsilon));
    rule(std::isfinite(epsilon_length) && epsilon_length >= 0, "--epsilon-length",
         "must be >= 0, got " + short_number(epsilon_length));
    rule(epsilon == 0 || epsilon_length == 0, "--epsilon-length", "cannot be combined with --epsilon");
    rule(starts == StartsAt::first || !states.empty(), "--starts", "says which states of --states FILE; give that too");
    rule(!dt || (std::isfinite(*dt) && *dt > 0), "--dt", "must be > 0 s, got " + short_number(dt.value_or(0)));
    rule(!samples || *samples >= 2, "--steps", "must be at least 2, got " + std::to_string(samples.value_or(0)));
    rule(threads >= 1 && threads <= 1024, "--threads", "must be 1 .. 1024, got " + std::to_string(threads));
    return problems;
}

RolloutReport rollout(const SystemSpec& spec, const RolloutOptions& asked) {
    if (auto problems = asked.check(); !problems.empty()) throw UsageError(std::move(problems));
    refuse_inputs(asked.output, {asked.test_set, asked.states, spec.source});
    const CompiledSystem compiled(spec);
    const ConstrainedSystem& system = compiled.system;
    const GeneralisedCoordinates& coordinates = compiled.coordinates;
    if (auto problems = refusals(asked.protocol, system); !problems.empty()) throw UsageError(std::move(problems));
    std::optional<CompiledSystem> moving;  // what is left of it
    if (!asked.drop.empty()) moving.emplace(without_constraints(spec, asked.drop));
    if (asked.in_coordinates && !coordinates.exist())
        throw UsageError("--coordinates", system.name() + " has no generalised coordinates: " + coordinates.why_none());
    Source source;
    if (asked.test_set.empty()) collect_states(compiled, asked, source);
    else open_test_set(system, asked, source);
    check_members(spec, asked, source);
    RolloutOptions options = asked;
    options.protocol = with_substeps(asked.protocol, source.times.dt);
    require_memory_for_block("--steps", source.count, options.threads, source.times.samples, system.state_size());
    DatasetDescription description = describe_submission(source, compiled, options);
    if (options.in_coordinates) description.coordinates = coordinates.table();
    SubmissionWriter writer(options.output, description, system, options.overwrite);

    RolloutReport report{source.count, source.times.samples, source.times.dt, {}, {}};
    const std::uint64_t size = block_size(source.count, options.threads, source.times.samples, system.state_size());
    ordered_blocks((source.count + size - 1) / size, options.threads,
                   [&](std::uint64_t block) {
                       const std::uint64_t first = block * size;
                       const std::uint64_t count = std::min(size, source.count - first);
                       TrajectoryBatch batch =
                           spec.varied.empty()
                               ? moved(moving ? moving->system : system,
                                       states_of_block(source, compiled, options, first, count), source.times, options)
                               : integrate_members(compiled, source, options, first, count);
                       batch.first = first;
                       if (options.in_coordinates) add_coordinates(coordinates, source.times.dt, batch);
                       return DrawnBatch{std::move(batch), {}, 0};
                   },
                   [&](DrawnBatch&& made) {
                       const TrajectoryBatch& batch = made.batch;
                       {
                           const std::lock_guard lock(source.hdf5);
                           writer.append(batch);
                       }
                       for (const Outcome& outcome : batch.outcomes)
                           if (outcome.reason != EndReason::completed) ++report.ended_early[describe(outcome.reason)];
                       if (options.progress) options.progress(batch.first + to_size(batch.count), source.count);
                   });
    report.content_digest = writer.finish();
    return report;
}

}  // namespace cchnn
