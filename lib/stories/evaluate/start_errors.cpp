#include "stories/evaluate/start_errors.hpp"

#include <algorithm>
#include <cmath>

#include "core/at_work.hpp"
#include "core/errors.hpp"
#include "core/parallel_for.hpp"
#include "integrate/ordered_blocks.hpp"
#include "score/metrics/error_curve.hpp"
#include "score/metrics/time_mean.hpp"
#include "stories/evaluate/rollout_source.hpp"

namespace cchnn {
namespace {

// Apart from the seeds that people give their own perturbed rollouts: nobody is compared with himself.
constexpr std::uint64_t first_seed = 0x5e00000000000000;

// The true motion of the first trajectories of a test set, scored as submissions are.
class MovedTruth {
  public:
    MovedTruth(const CompiledSystem& compiled, const RolloutOptions& options, const MetricChoices& choices)
        : compiled_(compiled), options_(options), choices_(choices), source_(compiled, options) {
        source_.count = std::min(source_.count, start_error_trajectories);
        options_.protocol = with_substeps(options.protocol, source_.times.dt);
    }

    // (N) log h of starts off by `epsilon`; nothing where one of them cannot be moved that far.
    std::optional<std::vector<double>> logs(double epsilon, std::uint64_t seed) const {
        RolloutOptions options = options_;
        options.epsilon = epsilon, options.seed = seed;
        std::vector<double> logs(source_.count);
        const std::uint64_t size =
            block_size(source_.count, options.threads, source_.times.samples, compiled_.system.state_size());
        try {
            parallel_for((source_.count + size - 1) / size, options.threads, [&](std::size_t block) {
                const std::uint64_t first = block * size;
                add_block(options, first, std::min(size, source_.count - first), logs);
            });
        } catch (const NumericalError&) {  // not projected
            return std::nullopt;
        }
        return logs;
    }

  private:
    void add_block(const RolloutOptions& options, std::uint64_t first, std::uint64_t count,
                   std::vector<double>& logs) const {
        const TrajectoryBatch moved = rollout_block(compiled_, nullptr, source_, options, first, count);
        std::vector<double> x, v, parameters;
        {
            const std::lock_guard lock(source_.hdf5);
            source_.test_set->read(first, count, x, v);
            source_.test_set->read_parameters(first, count, parameters);
        }
        const std::size_t size = x.size() / count, varied = parameters.size() / count;
        const std::size_t made = moved.x.size() / count;
        for (std::size_t i = 0; i < count; ++i) {
            std::optional<CompiledSystem> member;
            if (choices_.state == StateChoice::xp && varied > 0) {
                const double* own = &parameters[i * varied];
                member.emplace(compiled_.spec, compiled_.system, std::vector<double>(own, own + varied));
            }
            const std::vector<double> err =
                error_curve(member ? member->system : compiled_.system, choices_, source_.times.samples,
                            {&moved.x[i * made], &moved.v[i * made]}, {&x[i * size], &v[i * size]});
            logs[first + i] = std::log(geometric_mean_over_time(err, source_.times.dt, choices_));
        }
    }

    const CompiledSystem& compiled_;
    RolloutOptions options_;
    const MetricChoices& choices_;
    RolloutSource source_;
};

// Not every level is asked for.
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

std::vector<double> first_errors(const SubmissionScores& submission) {
    const std::vector<double>& errors = submission.relative_error;
    return {errors.begin(),
            errors.begin() + static_cast<long>(std::min<std::size_t>(errors.size(), start_error_trajectories))};
}

}  // namespace

void add_start_errors(const CompiledSystem& compiled, const std::filesystem::path& truth, const ScoringOptions& scoring,
                      std::uint64_t seed, Scores& scores) {
    RolloutOptions options;
    options.test_set = truth;
    options.samples = std::min(scores.truth.samples, scoring.choices.until.value_or(scores.truth.samples) + 1);
    options.threads = scoring.threads;
    const MovedTruth moved(compiled, options, scoring.choices);
    const std::vector<double> levels = start_error_levels(compiled.system.length_scale());
    AtWork moving(Work::moving_starts, levels.size() * start_error_draws);
    ErrorGrowth growth = growth_of(moved, levels, seed, moving);
    for (SubmissionScores& submission : scores.submissions)
        submission.start_error = start_error(growth, {first_errors(submission)});
    for (ModelScores& model : scores.models) {
        std::vector<std::vector<double>> seeds;
        for (const std::size_t member : model.members) seeds.push_back(first_errors(scores.submissions[member]));
        model.start_error = start_error(growth, seeds);
    }
}

}  // namespace cchnn
