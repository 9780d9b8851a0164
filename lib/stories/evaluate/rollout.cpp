#include "stories/evaluate/rollout.hpp"

#include <algorithm>
#include <cmath>
#include <mutex>

#include "core/counted.hpp"
#include "core/errors.hpp"
#include "core/number_text.hpp"
#include "core/option.hpp"
#include "core/paths/input_files.hpp"
#include "core/processor_name.hpp"
#include "core/to_size.hpp"
#include "dataset/reader/trajectory_file.hpp"
#include "dataset/writer/dataset_writer.hpp"
#include "dataset/writer/submission_writer.hpp"
#include "graph/drop_constraints.hpp"
#include "integrate/batch_coordinates.hpp"
#include "integrate/energy_guard.hpp"
#include "integrate/error_bound.hpp"
#include "integrate/impacts/contact_driver.hpp"
#include "integrate/impacts/sampled_impacts.hpp"
#include "integrate/integrate.hpp"
#include "integrate/ordered_blocks.hpp"
#include "integrate/passed_centres.hpp"
#include "model/compiled_system.hpp"
#include "score/metrics/metric_choices.hpp"
#include "score/submission/submission.hpp"
#include "spec/varied_values.hpp"
#include "stories/evaluate/naive_rollout.hpp"
#include "stories/evaluate/rollout_source.hpp"
#include "stories/generate/bound_rules.hpp"

namespace cchnn {
namespace {

// The text that stands for a model's name if the user gives none: "reference" and everything that differs from
// the default.
std::string model_name(const RolloutOptions& options) {
    if (!options.model.empty()) return options.model;
    std::string model = "reference";
    char text[80];
    if (options.epsilon > 0) {
        std::snprintf(text, sizeof text, ", start + N(0, %g)", options.epsilon);
        model += text;
    }
    if (options.epsilon_length > 0) {
        std::snprintf(text, sizeof text, ", perturbed by length %g", options.epsilon_length);
        model += text;
    }
    if (options.context > 1) model += ", from sample " + std::to_string(options.context - 1);
    if (options.members) {
        std::snprintf(text, sizeof text, ", ensemble of %d, starts + N(0, %g)", *options.members,
                      *options.start_spread);
        model += text;
    }
    if (fixed_step(options.protocol.method)) {
        model += std::string(", ") + name(options.protocol.method) + " substeps " +
                 std::to_string(options.protocol.substeps);
    } else if (samples_impacts(options.protocol)) {
        model += ", impacts sampled " + counted(options.protocol.substeps, "time") + " between outputs";
    } else if (options.protocol.name != "default") {
        std::snprintf(text, sizeof text, ", %s rtol %g", name(options.protocol.method), options.protocol.rtol);
        model += text;
    }
    for (const std::string& name : options.drop)
        model += (&name == &options.drop.front() ? ", without " : " and ") + name;
    return model;
}

// What the file says of its making: with it, evaluate() can recompute the rollout and check that it is a
// reference.
DatasetDescription describe_submission(const RolloutSource& source, const CompiledSystem& compiled,
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
        const ErrorBoundRule rule(options.protocol, refinement_level(compiled.system, options.refine));
        description.protocol_json = to_json(options.protocol, &rule);
        description.bounded = true;
        description.bound_level = rule.level;
    }
    description.model = model_name(options);
    if (!options.drop.empty()) description.notes = "integrated without some constraints of the system, see model";
    for (const std::string& name : options.drop)
        description.dropped_constraints += (description.dropped_constraints.empty() ? "" : "\n") + name;
    description.answers_truth = source.answers_truth;
    description.context = options.context;
    if (options.epsilon > 0) description.perturbation_normal = options.epsilon;
    if (options.epsilon_length > 0) description.perturbation_length = options.epsilon_length;
    description.members = options.member_count();
    description.start_spread = options.start_spread;
    return description;
}

void require_context(const ConstrainedSystem& system, const RolloutSource& source, const RolloutOptions& options) {
    MetricChoices choices;
    choices.context = options.context;
    require_context(choices, source.times.samples, options.test_set.string());
    if (system.driven())
        throw UsageError(option("context"), "is not for systems that are driven: " + system.inputs().front().id +
                                                " of " + system.name() + " begins at t = 0");
}

}  // namespace

// Rules that need no file. Those that need the system or the test set are checked in rollout() and
// RolloutSource.
std::vector<Problem> RolloutOptions::check() const {
    std::vector<Problem> problems = protocol.check();
    const auto rule = [&](bool holds, const std::string& flag, const std::string& what) {
        if (!holds) problems.push_back({flag, what});
    };
    const std::string asked = option(refine ? "refine" : "bound");
    rule(!bound || output.extension() != ".npz", asked,
         "needs an HDF5 file; name one that ends in .h5, or remove the option");
    rule(!bound || !in_coordinates, asked, "is for x and v; remove " + option("coordinates") + " q");
    for (Problem& problem : refinement_problems(protocol, bound, refine)) problems.push_back(std::move(problem));
    if (bound)
        for (Problem& problem : refuse_sampled_impacts(protocol, asked, "bounds are those of located impacts"))
            problems.push_back(std::move(problem));
    rule(!members || (*members >= 1 && *members <= most_members), option("members"),
         "must be 1 .. " + std::to_string(most_members) + ", got " + std::to_string(member_count()));
    rule(!start_spread || (std::isfinite(*start_spread) && *start_spread > 0), option("start-spread"),
         "must be > 0 (m and m/s), got " + short_number(start_spread.value_or(0)));
    rule(!members || start_spread, option("start-spread"),
         "is missing: " + option("members") + " makes an ensemble of starts that far apart; give both");
    rule(members || !start_spread, option("members"),
         "is missing: " + option("start-spread") + " makes an ensemble of so many; give both");
    rule(!start_spread || (epsilon == 0 && epsilon_length == 0), option("start-spread"),
         "cannot be combined with " + option("epsilon") + " or " + option("epsilon-length"));
    rule(!members || !bound, asked, "is not for ensembles; remove " + option("members"));
    const bool integrates = members || epsilon != 0 || epsilon_length != 0 || !drop.empty() || bound || timed ||
                            to_json(protocol) != to_json(default_protocol());
    rule(!naive || !integrates, option("baseline"),
         "integrates nothing; remove perturbations, " + option("drop") + ", " + option("bound") + ", " +
             option("refine") + ", " + option("timed") + " and integration settings");
    rule(!naive || !test_set.empty(), option("from"), "is missing: " + option("baseline") + " answers a test set");
    rule(naive || context == 1 || !test_set.empty(), option("context"),
         "needs " + option("from") + ": the given samples are those of a test set");
    rule(naive || context == 1 || (!dt && !samples), option("context"),
         "takes the times of the test set; remove " + option("dt") + " and " + option("steps"));
    rule(naive || context == 1 || !bound, asked, "is for motions from the first sample; remove " + option("context"));
    rule(naive || view.empty(), option("view"),
         "is what " + option("baseline") + " is made from; give that option too");
    rule(context >= 1, option("context"), "must be 1 given sample or more, got " + std::to_string(context));
    rule(!naive || context <= 1 || train.empty(), option("train"),
         "has no meaning with " + option("context") + ": forecasts learn from the context alone");
    rule(naive || train.empty(), option("train"),
         "is the training set of " + option("baseline") + "; give that option too");
    rule(!output.empty(), option("output"), "name a file to write to");
    rule(wrong_suffix(output).empty(), option("output"), wrong_suffix(output));
    rule(test_set.empty() || states.empty(), option("states"), "cannot be combined with " + option("from"));
    rule(test_set.empty() || inputs.empty(), option("inputs"), "cannot be combined with " + option("from"));
    rule(std::isfinite(epsilon) && epsilon >= 0, option("epsilon"), "must be >= 0, got " + short_number(epsilon));
    rule(std::isfinite(epsilon_length) && epsilon_length >= 0, option("epsilon-length"),
         "must be >= 0, got " + short_number(epsilon_length));
    rule(epsilon == 0 || epsilon_length == 0, option("epsilon-length"), "cannot be combined with " + option("epsilon"));
    rule(starts == StartsAt::first || !states.empty(), option("starts"),
         "selects states of " + option("states") + " FILE; give that option too");
    rule(!project_states || !states.empty(), option("project-states"),
         "is for " + option("states") + " FILE; give that option too");
    rule(!dt || (std::isfinite(*dt) && *dt > 0), option("dt"), "must be > 0 s, got " + short_number(dt.value_or(0)));
    rule(!samples || *samples >= 2, option("steps"), "must be at least 2, got " + std::to_string(samples.value_or(0)));
    rule(!timed || threads <= 1, option("timed"),
         "uses one core, but " + option("threads") + " is " + std::to_string(threads));
    rule(!timed || !bound, option("timed"),
         "times one integration, but " + option("bound") + " adds others; remove one of the two");
    rule(threads >= 1 && threads <= 1024, option("threads"), "must be 1 .. 1024, got " + std::to_string(threads));
    return problems;
}

// The steps: options and places are checked, the system is compiled, starts are found; then blocks are
// integrated on threads and written in order; finish() gives the file its name. HDF5 is used under one lock,
// since its library is not safe for threads.
RolloutReport rollout(const SystemSpec& spec, const RolloutOptions& asked) {
    if (auto problems = asked.check(); !problems.empty()) throw UsageError(std::move(problems));
    refuse_inputs(asked.output, {asked.test_set, asked.states, asked.inputs, asked.train, spec.source});
    if (asked.naive) return naive_rollout(spec, asked);
    const CompiledSystem compiled(spec);
    const ConstrainedSystem& system = compiled.system;
    const GeneralisedCoordinates& coordinates = compiled.coordinates;
    if (auto problems = refusals(asked.protocol, system); !problems.empty()) throw UsageError(std::move(problems));
    std::optional<CompiledSystem> moving;  // what is left of it
    if (!asked.drop.empty()) moving.emplace(without_constraints(spec, asked.drop));
    if (asked.in_coordinates && (!coordinates.exist() || draws_places(spec.varied)))
        throw UsageError(option("coordinates"), system.name() + " " + why_not_from_q(spec, coordinates));
    RolloutSource source(compiled, asked);
    if (asked.context > 1) require_context(system, source, asked);
    RolloutOptions options = asked;
    options.protocol = with_substeps(asked.protocol, source.times.dt);
    const std::uint64_t each = std::max<std::uint64_t>(1, options.member_count());  // members of a trajectory
    require_memory_for_block(option("steps"), source.count * each, options.threads, source.times.samples,
                             system.state_size());
    DatasetDescription description = describe_submission(source, compiled, options);
    if (options.in_coordinates) description.coordinates = coordinates.table();
    SubmissionWriter writer(options.output, description, system, options.overwrite);

    RolloutReport report{source.count, source.times.samples, source.times.dt, {}, {}};
    double seconds = 0;  // of the one thread that --timed has
    PassedCentres passed;
    RaisedBounds raised;
    const std::uint64_t size = source.trajectories_per_block(options, system.state_size());
    ordered_blocks((source.count + size - 1) / size, options.threads,
                   [&](std::uint64_t block) {
                       const std::uint64_t first = block * size;
                       const std::uint64_t count = std::min(size, source.count - first);
                       TrajectoryBatch batch = rollout_block(compiled, moving ? &*moving : nullptr, source, options,
                                                             first, count, options.timed ? &seconds : nullptr);
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
                       passed.add(batch);
                       raised.add(batch);
                       for (const Outcome& outcome : batch.outcomes)
                           if (outcome.reason != EndReason::completed) ++report.ended_early[describe(outcome.reason)];
                       if (options.progress) options.progress(batch.first + to_size(batch.count) / each, source.count);
                   });
    if (options.timed) writer.set_rollout_time({seconds, processor_name()});
    report.content_digest = writer.finish();
    report.passed_centres = passed.text(options.protocol, source.times.dt);
    report.raised_bounds = raised.text();
    return report;
}

}  // namespace cchnn
