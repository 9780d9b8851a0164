#include "score/score_submission.hpp"

#include "core/parallel_for.hpp"
#include "model/compiled_system.hpp"
#include "score/partial_submission.hpp"
#include "score/statistics/bootstrap.hpp"
#include "score/trajectory_blocks.hpp"

namespace cchnn {
namespace {

constexpr std::size_t most_diverged_ids = 1000;

// What is kept of the trajectories seen so far.
class Tally {
  public:
    Tally(std::vector<Metric> metrics, int samples, double dt)
        : metrics_(std::move(metrics)),
          censored_(metrics_.size()),
          band_(samples, dt),
          energy_(samples, dt),
          violation_(samples, dt) {}

    const std::vector<Metric>& metrics() const { return metrics_; }

    void add(std::uint64_t id, const TrajectoryScores& scores) {
        values_.insert(values_.end(), scores.values.begin(), scores.values.end());
        for (std::size_t m = 0; m < metrics_.size(); ++m) censored_[m] += scores.censored[m];
        band_.add(scores.err);
        energy_.add(scores.energy);
        if (!scores.violation.empty()) violation_.add(scores.violation);
        truths_at_rest_ += scores.truth_at_rest;
        if (!scores.diverged) return;
        ++diverged_.trajectories;
        diverged_.values += static_cast<std::uint64_t>(scores.not_finite_values);
        if (diverged_.ids.size() < most_diverged_ids) diverged_.ids.push_back(id);
    }

    SubmissionScores finish(const ScoringOptions& options) const {
        SubmissionScores scores;
        for (std::size_t m = 0; m < metrics_.size(); ++m)
            scores.metrics.push_back({metrics_[m], summarize(column(m)), censored_[m]});
        if (options.choices.resamples > 0) add_intervals(options, scores);
        scores.relative_error = column(0);
        scores.values = values_;
        scores.diverged = diverged_;
        scores.truths_at_rest = truths_at_rest_;
        scores.error_over_time = band_.finish();
        scores.energy_over_time = energy_.finish();
        if (violation_.any()) scores.violation_over_time = violation_.finish();
        return scores;
    }

  private:
    std::vector<double> column(std::size_t m) const {
        std::vector<double> column;
        for (std::size_t i = m; i < values_.size(); i += metrics_.size()) column.push_back(values_[i]);
        return column;
    }

    void add_intervals(const ScoringOptions& options, SubmissionScores& scores) const {
        const MeanIntervals intervals = bootstrap_means(values_, metrics_.size(), options.choices.resamples,
                                                        options.choices.bootstrap_seed, options.threads);
        for (std::size_t m = 0; m < metrics_.size(); ++m) {
            scores.metrics[m].summary.mean_ci95 = intervals.mean[m];
            scores.metrics[m].summary.geometric_mean_ci95 = intervals.geometric_mean[m];
        }
    }

    std::vector<Metric> metrics_;
    std::vector<double> values_;  // (N, metrics)
    std::vector<std::uint64_t> censored_;
    ErrorBand band_, energy_, violation_;
    Diverged diverged_;
    std::uint64_t truths_at_rest_ = 0;
};

}  // namespace

SubmissionScores score_submission(const ScoredSystem& scored, const TrajectoryFile& truth,
                                  const TrajectoryFile& submission, const ScoringOptions& options) {
    const TrajectoryFileInfo& info = truth.info();
    const double dt = info.description.times.dt;
    std::optional<TruthFloor> floor;
    const bool as_bounds = options.choices.state == StateChoice::xv && options.choices.norm == NormChoice::sum;
    if (info.description.bounded && as_bounds) floor.emplace();
    std::vector<double> bounds;
    Tally tally(metrics_for(options.choices, info.samples, scored.system, scored.bodies), info.samples, dt);
    TrajectoryBlock predicted;
    std::vector<TrajectoryScores> scores;
    std::vector<double> parameters;
    for_each_trajectory_block(
        truth, options.block ? options.block : trajectories_per_block(info), [&](const TrajectoryBlock& block) {
            read_padded(submission, info.samples, block.first, block.count, predicted.x, predicted.v);
            truth.read_parameters(block.first, block.count, parameters);
            const std::size_t size = block.x.size() / block.count, varied = parameters.size() / block.count;
            scores.assign(block.count, {});
            parallel_for(block.count, options.threads, [&](std::size_t i) {
                const auto score_with = [&](const ConstrainedSystem& system) {
                    scores[i] = score_trajectory(system, options.choices, tally.metrics(), info.samples, dt,
                                                 {&block.x[i * size], &block.v[i * size]},
                                                 {&predicted.x[i * size], &predicted.v[i * size]});
                };
                if (varied == 0) return score_with(scored.system);
                const double* own = &parameters[i * varied];
                score_with(CompiledSystem(scored.spec, scored.system, {own, own + varied}).system);
            });
            for (std::size_t i = 0; i < block.count; ++i) tally.add(block.first + i, scores[i]);
            if (!floor) return;
            truth.read_error_bound(block.first, block.count, bounds);
            for (std::size_t i = 0; i < block.count; ++i)
                add_trajectory(*floor, scores[i].err, &bounds[i * scores[i].err.size()],
                               options.choices.include_t0 ? 0 : 1);
        });
    SubmissionScores result = tally.finish(options);
    result.truth_floor = floor;
    return result;
}

}  // namespace cchnn
