#include "stories/evaluate/solver_beside.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "core/counted.hpp"
#include "core/parallel_for.hpp"
#include "core/processor_name.hpp"
#include "core/to_size.hpp"
#include "integrate/integrate.hpp"
#include "integrate/ordered_blocks.hpp"
#include "score/judged_errors.hpp"
#include "score/metrics/over_time.hpp"
#include "score/metrics/relative_error.hpp"
#include "score/statistics/summary.hpp"
#include "score/submission/prepared_submission.hpp"
#include "stories/evaluate/rollout_source.hpp"

namespace cchnn {
namespace {

// Settings of one method, from coarse to fine.
struct SolverMethod {
    std::vector<Protocol> settings;
    double evaluations;  // of accelerations, each attempted step
};

// From the method of higher order to the other one. Evaluations, not seconds, order the rungs of the ladder, so that
// their order is the same on every machine.
std::vector<SolverMethod> methods_for(const ConstrainedSystem& system) {
    constexpr double tolerances[] = {1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12, 1e-13, 1e-14};
    // Six stages after the first and that of the projected state; of RATTLE that of where a step ends.
    SolverMethod dormand_prince{{}, 7}, rattle{{}, 1};
    for (std::size_t i = 0; i + 2 < std::size(tolerances); ++i) {
        Protocol protocol = paper_protocol();
        protocol.name = "custom";
        protocol.rtol = tolerances[i];
        protocol.atol = tolerances[i + 2];
        dormand_prince.settings.push_back(protocol);
    }
    for (long substeps = 1; substeps <= 1024; substeps *= 2) {
        rattle.settings.push_back(fixed_step_protocol(Method::rattle2));
        rattle.settings.back().substeps = substeps;
    }
    if (!refusals(rattle.settings.front(), system).empty()) return {dormand_prince};
    return {dormand_prince, rattle};
}

std::string setting_text(const Protocol& protocol) {
    const std::string method = name(protocol.method);
    if (fixed_step(protocol.method)) return method + " substeps " + std::to_string(protocol.substeps);
    return method + " rtol 1e-" + std::to_string(std::lround(-std::log10(protocol.rtol)));
}

struct TimedBatch {
    TrajectoryBatch batch;
    double seconds = 0;
};

TimedBatch timed(const BatchSystems& systems, const RolloutStarts& starts, TimeGrid times, const Protocol& protocol) {
    TimedBatch made;
    made.seconds = shortest_run([&] { made.batch = integrate(systems, starts.states, times, protocol); });
    return made;
}

// The true motion of the first trajectories of a test set by one setting after another, scored as submissions are.
class SolvedTruth {
  public:
    SolvedTruth(const CompiledSystem& compiled, const RolloutOptions& options, const TrajectoryFile& truth,
                const ScoringOptions& scoring)
        : compiled_(compiled), options_(options), scoring_(scoring), source_(compiled, options, truth) {
        source_.count = std::min(source_.count, solver_trajectories);
        bounded_ = source_.test_set->info().description.bounded && bounds_apply(scoring.choices);
    }

    std::uint64_t count() const { return source_.count; }

    // Integrates all its trajectories with one setting and scores them as a submission would be scored: cost
    // per trajectory, and error.
    SolverRung run(const Protocol& protocol, double evaluations_of_step) const {
        SolverRung rung{setting_text(protocol), to_flags(protocol)};
        JudgedErrors judged(scoring_.choices, source_.times.dt);
        std::vector<double> errors;
        // One thread, whose block is as long as memory lets it be.
        const std::uint64_t size =
            block_size(4 * source_.count, 1, source_.times.samples, compiled_.system.state_size());
        for (std::uint64_t first = 0; first < source_.count; first += size) {
            const RolloutStarts starts =
                rollout_starts(compiled_, source_, options_, first, std::min(size, source_.count - first));
            TimedBatch made = timed(starts.systems(compiled_), starts, source_.times, protocol);
            rung.seconds += made.seconds;
            for (const Outcome& outcome : made.batch.outcomes)
                rung.steps += static_cast<double>(outcome.accepted + outcome.rejected);
            add_errors(starts, first, made.batch, judged, errors);
        }
        const auto count = to_double(source_.count);
        rung.seconds /= count;
        rung.steps /= count;
        rung.evaluations = evaluations_of_step * rung.steps;
        rung.error = summarize(bounded_ ? judged.errors() : errors).geometric_mean;
        return rung;
    }

  private:
    void add_errors(const RolloutStarts& starts, std::uint64_t first, TrajectoryBatch& made, JudgedErrors& judged,
                    std::vector<double>& errors) const {
        const std::uint64_t count = starts.states.size();
        const std::size_t samples = source_.test_set->info().samples;
        std::vector<double> x, v, bounds;
        source_.test_set->read(first, count, x, v);
        if (bounded_) bounds = source_.test_set->rows("/error_bound", first, count);
        const std::size_t size = x.size() / count, made_size = made.x.size() / count,
                          before = scoring_.choices.last_given(),
                          given = before * to_size(compiled_.system.state_size());
        std::vector<std::vector<double>> curves(count);
        parallel_for(count, scoring_.threads, [&](std::size_t i) {
            const TrajectoryView truth{&x[i * size + given], &v[i * size + given]};
            double *of_x = &made.x[i * made_size], *of_v = &made.v[i * made_size];
            lose_what_is_beyond(truth, source_.times.dt * (source_.times.samples - 1), of_x, of_v, made_size);
            const ConstrainedSystem& own = starts.members.empty() ? compiled_.system : starts.members[i]->system;
            const int scored = scoring_.choices.scored_samples(source_.test_set->info().samples);
            curves[i] = error_curve(own, scoring_.choices, scored, {of_x, of_v}, truth);
        });
        for (std::size_t i = 0; i < count; ++i) {
            if (bounded_) judged.add(curves[i], &bounds[i * samples + before]);
            else errors.push_back(geometric_mean_over_time(curves[i], source_.times.dt, scoring_.choices));
        }
    }

    const CompiledSystem& compiled_;
    const RolloutOptions& options_;
    const ScoringOptions& scoring_;
    RolloutSource source_;
    bool bounded_ = false;
};

// What the ladder compares with: the error of a model and, if all of its submissions state one, its time [s].
struct ModelFacts {
    double error = 0;
    std::optional<double> seconds = {};
};

// Over the same trajectories as the solver's, and over all training seeds of the model.
ModelFacts facts_of(const ModelScores& model, const Scores& scores, std::uint64_t trajectories) {
    std::vector<double> errors;
    double seconds = 0;
    bool stated = true;
    for (const std::size_t member : model.members) {
        const SubmissionScores& s = scores.submissions[member];
        const auto end = s.bounded_error.begin() + trajectories;
        errors.insert(errors.end(), s.bounded_error.begin(), end);
        stated = stated && s.stated_time;
        if (s.stated_time) seconds += s.stated_time->seconds;
    }
    ModelFacts facts{summarize(errors).geometric_mean};
    if (stated) facts.seconds = seconds / to_double(model.members.size());
    return facts;
}

// Whether a setting of the method before is better in both respects. All finer settings of the present method
// are then beaten too, because its order is lower. Time plays no part here. By climb() the times that models state may
// add finer rungs, which need more evaluations: the fewest evaluations that are enough, to which gates refer, are the
// same on every machine.
bool is_beaten(const SolverRung& rung, const std::vector<SolverRung>& before) {
    return std::ranges::any_of(before, [&](const SolverRung& other) {
        return other.evaluations < rung.evaluations && other.error < rung.error;
    });
}

// Runs the settings of one method until one of the two conditions of solver_beside.hpp holds.
void climb(const SolverMethod& method, const SolvedTruth& truth, const ModelFacts& hardest, SolverLadder& ladder) {
    const std::vector<SolverRung> before = ladder.rungs;
    for (const Protocol& protocol : method.settings) {
        const SolverRung rung = truth.run(protocol, method.evaluations);
        ladder.rungs.push_back(rung);
        const bool enough = rung.error <= hardest.error && rung.seconds > hardest.seconds.value_or(0);
        if (enough || is_beaten(rung, before)) return;
    }
}

}  // namespace

// Climbs each method for the hardest pair of accuracy and time that any model asks for; then each model is
// placed on the one ladder.
void add_solver(const CompiledSystem& compiled, const TrajectoryFile& truth, const ScoringOptions& scoring,
                Scores& scores) {
    RolloutOptions options;
    options.test_set = truth.path();
    options.context = scoring.choices.context;
    options.samples = scoring.choices.scored_samples(scores.truth.samples);
    const SolvedTruth solved(compiled, options, truth, scoring);
    std::vector<ModelFacts> models;
    ModelFacts hardest{INFINITY, 0};
    for (const ModelScores& model : scores.models) {
        models.push_back(facts_of(model, scores, solved.count()));
        hardest.error = std::min(hardest.error, models.back().error);
        hardest.seconds = std::max(*hardest.seconds, models.back().seconds.value_or(0));
    }
    SolverLadder ladder{processor_name(), solved.count(), {}};
    for (const SolverMethod& method : methods_for(compiled.system)) climb(method, solved, hardest, ladder);
    std::ranges::sort(ladder.rungs, {}, &SolverRung::evaluations);
    for (std::size_t m = 0; m < models.size(); ++m)
        scores.models[m].solver = beside_solver(ladder, models[m].error, models[m].seconds);
    scores.solver = std::move(ladder);
}

}  // namespace cchnn
