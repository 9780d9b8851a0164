#include "stories/evaluate/start_errors.hpp"

#include <algorithm>
#include <cmath>

#include "core/at_work.hpp"
#include "core/errors.hpp"
#include "core/parallel_for.hpp"
#include "core/to_size.hpp"
#include "integrate/integrate.hpp"
#include "integrate/ordered_blocks.hpp"
#include "sample/tangent_noise.hpp"
#include "score/metrics/kinetic_error.hpp"
#include "score/metrics/over_time.hpp"
#include "score/submission/prepared_submission.hpp"
#include "score/trajectory_blocks.hpp"
#include "stories/evaluate/rollout_source.hpp"

namespace cchnn {
namespace {

// Distinct from the seeds that users choose for perturbed rollouts, which would otherwise be compared with
// themselves.
constexpr std::uint64_t first_seed = 0x5e00000000000000;

// The number of the stream of random numbers (sample/random_stream.hpp) that this file uses alone.
constexpr std::uint32_t noise_stream = 0x201;

RandomStream noise_of(std::uint64_t seed, std::uint64_t trajectory) {
    return {seed, noise_stream, static_cast<std::uint32_t>(trajectory), static_cast<std::uint32_t>(trajectory >> 32)};
}

// Measures the error h (K of kinetic_error.hpp, geometric mean over time) against the first trajectories of a test set:
// of the true motion from perturbed initial states, which it integrates, and of submissions. Shared by threads, which
// lock around HDF5.
class MovedTruth {
  public:
    MovedTruth(const CompiledSystem& compiled, const RolloutOptions& options, const TrajectoryFile& truth,
               const MetricChoices& choices)
        : compiled_(compiled),
          options_(options),
          choices_(choices),
          source_(compiled, options, truth),
          spread_(kinetic_spread(compiled.system, *source_.test_set)),
          noise_(compiled.system, compiled.sampler),
          given_(choices.last_given() * to_size(compiled.system.state_size())) {
        source_.count = std::min(source_.count, start_error_trajectories);
        options_.protocol = with_substeps(options.protocol, source_.times.dt);
    }

    // (N) logarithms of h for initial states perturbed by the relative size epsilon; nothing if one of them
    // cannot be projected onto the constraints.
    std::optional<std::vector<double>> logs(double epsilon, std::uint64_t seed) const {
        try {
            return in_blocks([&](std::uint64_t first, std::uint64_t count) {
                TrajectoryBatch moved = moved_block(epsilon, seed, first, count);
                return Predicted{std::move(moved.x), std::move(moved.v)};
            });
        } catch (const NumericalError&) {  // not projected
            return std::nullopt;
        }
    }

    // (N) h of a submission.
    std::vector<double> errors(const TrajectoryFile& submission) const {
        std::vector<double> errors = in_blocks([&](std::uint64_t first, std::uint64_t count) {
            const std::lock_guard lock(source_.hdf5);
            Predicted read;
            read_padded(submission, source_.test_set->info().samples, first, count, read.x, read.v);
            read.from = given_;
            return read;
        });
        for (double& error : errors) error = std::exp(error);
        return errors;
    }

  private:
    struct Predicted {
        std::vector<double> x, v;
        std::size_t from = 0;  // the first scored entry of each trajectory
    };

    // Goes through the trajectories in blocks on threads. `predict` gives the states of a block; their errors
    // are kept as logarithms, since means over trajectories are geometric.
    template <class Predict>
    std::vector<double> in_blocks(const Predict& predict) const {
        std::vector<double> logs(source_.count);
        const std::uint64_t size =
            block_size(source_.count, options_.threads, source_.times.samples, compiled_.system.state_size());
        parallel_for((source_.count + size - 1) / size, options_.threads, [&](std::size_t block) {
            const std::uint64_t first = block * size, count = std::min(size, source_.count - first);
            add_logs(predict(first, count), first, count, logs);
        });
        return logs;
    }

    // Perturbs each start along the constraints by noise of the size epsilon times the spread of the test set,
    // and integrates it with the default settings and without refinement.
    TrajectoryBatch moved_block(double epsilon, std::uint64_t seed, std::uint64_t first, std::uint64_t count) const {
        RolloutStarts starts = rollout_starts(compiled_, source_, options_, first, count);
        const NoiseSize size{epsilon * spread_.position, epsilon * spread_.velocity};
        for (std::size_t i = 0; i < starts.states.size(); ++i) {
            InitialState& state = starts.states[i];
            const RandomStream random = noise_of(seed, first + i);
            if (starts.members.empty()) state = noise_.moved(state, size, random);
            else state = TangentNoise(starts.members[i]->system, starts.members[i]->sampler).moved(state, size, random);
        }
        return integrate(starts.systems(compiled_), starts.states, source_.times, options_.protocol);
    }

    // The error of each trajectory of the block against the stored motion, from the last given sample on.
    void add_logs(Predicted predicted, std::uint64_t first, std::uint64_t count, std::vector<double>& logs) const {
        std::vector<double> x, v;
        {
            const std::lock_guard lock(source_.hdf5);
            source_.test_set->read(first, count, x, v);
        }
        if (predicted.from > 0) {
            give_context(choices_.context, count, source_.test_set->info().samples, x, predicted.x);
            give_context(choices_.context, count, source_.test_set->info().samples, v, predicted.v);
        }
        const std::size_t size = x.size() / count, made = predicted.x.size() / count;
        for (std::size_t i = 0; i < count; ++i) {
            const std::vector<double> err =
                kinetic_error_curve(spread_, source_.times.samples,
                                    {&predicted.x[i * made + predicted.from], &predicted.v[i * made + predicted.from]},
                                    {&x[i * size + given_], &v[i * size + given_]});
            logs[first + i] = std::log(geometric_mean_over_time(err, source_.times.dt, choices_));
        }
    }

    const CompiledSystem& compiled_;
    RolloutOptions options_;
    const MetricChoices& choices_;
    RolloutSource source_;
    KineticSpread spread_;
    TangentNoise noise_;
    std::size_t given_;  // entries of a trajectory before its last given state
};

// The error as a function of the perturbation, evaluated only at the levels that the search asks for; mean of
// the draws.
ErrorGrowth growth_of(const MovedTruth& truth, const std::vector<double>& levels, std::uint64_t seed, AtWork& work) {
    return {levels, [&truth, &work, seed](double epsilon) -> std::optional<std::vector<double>> {
                std::vector<double> mean;
                for (std::uint64_t draw = 0; draw < start_error_draws; ++draw) {
                    const auto logs = truth.logs(epsilon, first_seed + start_error_draws * seed + draw);
                    work.add();
                    if (!logs) return std::nullopt;
                    mean.resize(logs->size());
                    for (std::size_t i = 0; i < mean.size(); ++i) mean[i] += (*logs)[i] / start_error_draws;
                }
                return mean;
            }};
}

}  // namespace

// The levels are integrated once for all submissions, and only as far as a search asks for them.
void add_start_errors(const CompiledSystem& compiled, const TrajectoryFile& truth,
                      const std::vector<const TrajectoryFile*>& submissions, const ScoringOptions& scoring,
                      std::uint64_t seed, Scores& scores) {
    RolloutOptions options;
    options.test_set = truth.path();
    options.context = scoring.choices.context;
    options.samples = scoring.choices.scored_samples(scores.truth.samples);
    options.threads = scoring.threads;
    const MovedTruth moved(compiled, options, truth, scoring.choices);
    const std::vector<double> levels = start_error_levels();
    AtWork moving(Work::moving_starts, levels.size() * start_error_draws);
    ErrorGrowth growth = growth_of(moved, levels, seed, moving);
    std::vector<std::vector<double>> errors;
    for (const TrajectoryFile* submission : submissions) errors.push_back(moved.errors(*submission));
    for (std::size_t i = 0; i < errors.size(); ++i)
        scores.submissions[i].start_error = start_error(growth, {errors[i]});
    for (ModelScores& model : scores.models) {
        std::vector<std::vector<double>> seeds;
        for (const std::size_t member : model.members) seeds.push_back(errors[member]);
        model.start_error = start_error(growth, seeds);
    }
}

}  // namespace cchnn
