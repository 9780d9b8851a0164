#include "score/score_submission.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <mutex>

#include "core/at_work.hpp"
#include "core/errors.hpp"
#include "core/parallel_for.hpp"
#include "core/to_size.hpp"
#include "model/compiled_system.hpp"
#include "score/judged_errors.hpp"
#include "score/metrics/error_curve.hpp"
#include "score/metrics/score_trajectory.hpp"
#include "score/statistics/intervals.hpp"
#include "score/submission/exact_samples.hpp"
#include "score/submission/lost_entries.hpp"
#include "score/submission/partial_submission.hpp"
#include "score/submission/score_members.hpp"
#include "score/submission/trajectory_blocks.hpp"

namespace cchnn {
namespace {

// A report lists no more trajectories than these; their number is exact whatever it is.
constexpr std::size_t most_diverged_ids = 1000;

// What is kept of the trajectories that have been scored. Not shared by threads: trajectories are added in order.
class Tally {
  public:
    Tally(std::vector<Metric> metrics, int samples, double dt)
        : metrics_(std::move(metrics)),
          censored_(metrics_.size()),
          band_(samples, dt),
          energy_(samples, dt),
          violation_(samples, dt),
          nrmse_(samples, dt) {}

    const std::vector<Metric>& metrics() const { return metrics_; }

    // Trajectories from `first` on.
    void add(std::uint64_t first, const std::vector<TrajectoryScores>& block) {
        for (const TrajectoryScores& scores : block) add(first++, scores);
        add_curves(block, &TrajectoryScores::err, band_);
        add_curves(block, &TrajectoryScores::energy, energy_);
        if (!block.front().violation.empty()) add_curves(block, &TrajectoryScores::violation, violation_);
        add_curves(block, &TrajectoryScores::nrmse, nrmse_);
    }

    // The scores of all trajectories that were added. Metric 0 is the relative error, as in metrics_for().
    SubmissionScores finish(const ScoringOptions& options) const {
        SubmissionScores scores;
        for (std::size_t m = 0; m < metrics_.size(); ++m)
            scores.metrics.push_back({metrics_[m], summarize(column(m)), censored_[m]});
        if (options.choices.resamples > 0) add_intervals(scores);
        scores.relative_error = column(0);
        scores.values = values_;
        scores.diverged = diverged_;
        scores.truths_at_rest = truths_at_rest_;
        scores.error_over_time = band_.finish();
        scores.energy_over_time = energy_.finish();
        scores.nrmse_over_time = nrmse_.finish();
        if (violation_.any()) scores.violation_over_time = violation_.finish();
        return scores;
    }

  private:
    void add(std::uint64_t id, const TrajectoryScores& scores) {
        values_.insert(values_.end(), scores.values.begin(), scores.values.end());
        for (std::size_t m = 0; m < metrics_.size(); ++m) censored_[m] += scores.censored[m];
        truths_at_rest_ += scores.truth_at_rest;
        if (!scores.diverged) return;
        ++diverged_.trajectories;
        diverged_.values += static_cast<std::uint64_t>(scores.not_finite_values);
        if (diverged_.ids.size() < most_diverged_ids) diverged_.ids.push_back(id);
    }

    static void add_curves(const std::vector<TrajectoryScores>& block, std::vector<double> TrajectoryScores::*curve,
                           ErrorBand& band) {
        std::vector<const std::vector<double>*> curves;
        for (const TrajectoryScores& scores : block) curves.push_back(&(scores.*curve));
        band.add(curves);
    }

    // The values of metric m over all trajectories.
    std::vector<double> column(std::size_t m) const {
        std::vector<double> column;
        for (std::size_t i = m; i < values_.size(); i += metrics_.size()) column.push_back(values_[i]);
        return column;
    }

    void add_intervals(SubmissionScores& scores) const {
        for (std::size_t m = 0; m < metrics_.size(); ++m)
            scores.metrics[m].summary = with_intervals(scores.metrics[m].summary, column(m));
    }

    std::vector<Metric> metrics_;
    std::vector<double> values_;  // (N, metrics)
    std::vector<std::uint64_t> censored_;
    ErrorBand band_, energy_, violation_, nrmse_;
    Diverged diverged_;
    std::uint64_t truths_at_rest_ = 0;
};

// Counted angles and parameters of curves are read in the order of the system, so their numbers have to agree.
void require_parameters(const ConstrainedSystem& system, const TrajectoryFile& truth) {
    const TrajectoryFileInfo& info = truth.info();
    if (info.tracks + info.angles == 0 ||
        (to_size(info.tracks) == system.tracks().size() && to_size(info.angles) == system.angles().size()))
        return;
    throw DataError(truth.path().string(), "has counted angles and points on curves " + std::to_string(info.angles) +
                                               " and " + std::to_string(info.tracks) + " in number, its system has " +
                                               std::to_string(system.angles().size()) + " and " +
                                               std::to_string(system.tracks().size()) + "; generate the dataset again");
}

// Replaces the physical metrics and curves of the mean of an ensemble by those of one member (of_one_member()).
void take_physics(const std::vector<Metric>& metrics, const TrajectoryScores& of_member, TrajectoryScores& scores) {
    for (std::size_t m = 0; m < metrics.size(); ++m)
        if (of_one_member(family(metrics[m]))) scores.values[m] = of_member.values[m];
    scores.energy = of_member.energy;
    scores.violation = of_member.violation;
}

// Member trajectory mod M of one trajectory: over many trajectories all members are used equally, at the cost of one.
struct OneMember {
    std::vector<double> x, v;

    OneMember(const TrajectoryFile& submission, std::uint64_t trajectory, TrajectoryView truth, CountedSamples counted,
              std::size_t size, double span, std::mutex& reading) {
        {
            const std::lock_guard lock(reading);
            const std::uint64_t members = submission.info().members;
            submission.read_member(trajectory, static_cast<int>(trajectory % members), x, v);
        }
        x.resize(size, NAN);
        v.resize(size, NAN);
        const std::size_t given = size / to_size(counted.samples) * counted.given;
        std::copy_n(truth.x, given, x.begin());
        std::copy_n(truth.v, given, v.begin());
        lose_what_is_beyond(truth, span, x.data(), v.data(), size);
    }
    TrajectoryView from(std::size_t at) const { return {x.data() + at, v.data() + at}; }
};

}  // namespace

SubmissionScores score_submission(const ScoredSystem& scored, const TrajectoryFile& truth,
                                  const TrajectoryFile& submission, const ScoringOptions& options,
                                  ComparedStarts* starts) {
    require_parameters(scored.system, truth);
    const TrajectoryFileInfo& info = truth.info();
    const double dt = info.description.times.dt;
    // What comes before the last given sample or after --until is read and not scored.
    const int samples = options.choices.scored_samples(info.samples), context = options.choices.context;
    const std::size_t before = options.choices.last_given(), all = info.samples;
    std::optional<JudgedErrors> judged;
    if (info.description.bounded && bounds_apply(options.choices)) judged.emplace(options.choices, dt);
    std::vector<double> bounds;
    Tally tally(metrics_for(options.choices, samples, scored.system, scored.bodies, options.ensembles), samples, dt);
    const bool ensemble = submission.info().members > 0 && options.ensembles;
    const int last_given = context - 1;
    const CountedSamples counted{last_given + (options.choices.include_t0 ? 0 : 1), last_given + samples, info.samples,
                                 context > 1 ? context : 0};
    const double span = dt * (info.samples - 1);
    std::optional<EnsembleSummaryTally> calibration;
    if (ensemble) calibration.emplace(submission.info().members);
    std::vector<EnsembleScores> members;
    std::mutex reading;
    TrajectoryBlock predicted;
    std::vector<TrajectoryScores> scores;
    std::vector<MotionSigns> signs;
    std::vector<double> kept;
    std::vector<double> all_kept;
    MotionSigns motion;
    ExactSamples exact;
    std::vector<double> parameters, state_parameters;
    AtWork scoring(Work::scoring, info.count);
    for_each_trajectory_block(
        truth, options.block ? options.block : trajectories_per_block(info), [&](const TrajectoryBlock& block) {
            if (ensemble) {  // its mean comes with its scores
                predicted.x.assign(block.x.size(), NAN);
                predicted.v = predicted.x;
            } else {
                read_padded(submission, info.samples, block.first, block.count, predicted.x, predicted.v);
            }
            if (starts) {
                starts->add(block, predicted.x, predicted.v);
                starts->refuse_others();
            }
            give_context(context, block.count, info.samples, block.x, predicted.x);
            give_context(context, block.count, info.samples, block.v, predicted.v);
            truth.read_parameters(block.first, block.count, parameters);
            truth.read_state_parameters(block.first, block.count, info.samples, state_parameters);
            const std::size_t size = block.x.size() / block.count, varied = parameters.size() / block.count,
                              beside = state_parameters.size() / block.count;
            scores.assign(block.count, {});
            signs.assign(block.count, {});
            kept.assign(block.count, 0);
            members.assign(options.ensembles ? block.count : 0, {});
            const std::size_t at = before * (size / all);  // the first scored entry
            parallel_for(block.count, options.threads, [&](std::size_t i) {
                double *const x = &predicted.x[i * size], *const v = &predicted.v[i * size];
                const TrajectoryView whole{&block.x[i * size], &block.v[i * size],
                                           beside > 0 ? &state_parameters[i * beside] : nullptr, &scored.spread};
                if (ensemble) members[i] = score_members(submission, block.first + i, whole, counted, reading, x, v);
                lose_what_is_beyond(whole, span, x, v, size);
                if (options.ensembles && !ensemble) members[i] = score_single(whole, {x, v}, counted);
                const auto score_with = [&](const ConstrainedSystem& system) {
                    const TrajectoryView of_truth{
                        whole.x + at, whole.v + at,
                        whole.parameters ? whole.parameters + before * (beside / all) : nullptr, &scored.spread};
                    const TrajectoryView handed_in{x + at, v + at};
                    scores[i] = score_trajectory(system, options.choices, tally.metrics(), samples, dt, of_truth,
                                                 handed_in, options.ensembles ? &members[i] : nullptr);
                    if (ensemble && block.first + i < submission.info().count) {
                        const OneMember one(submission, block.first + i, whole, counted, size, span, reading);
                        take_physics(tally.metrics(),
                                     score_trajectory(system, options.choices, tally.metrics(), samples, dt, of_truth,
                                                      one.from(at), &members[i]),
                                     scores[i]);
                    }
                    signs[i] = motion_signs(system, samples, dt, of_truth, handed_in);
                    kept[i] = persistence_error(system, options.choices, samples, dt, of_truth);
                };
                scoring.add();
                if (varied == 0) return score_with(scored.system);
                const double* own = &parameters[i * varied];
                score_with(CompiledSystem(scored.spec, scored.system, {own, own + varied}).system);
            });
            tally.add(block.first, scores);
            for (std::size_t i = 0; i < block.count; ++i) {
                motion.merge(signs[i]);
                exact.add(scores[i].err, dt, options.choices);
                if (calibration) calibration->add(members[i]);
            }
            all_kept.insert(all_kept.end(), kept.begin(), kept.end());
            if (!judged) return;
            truth.read_error_bound(block.first, block.count, bounds);
            for (std::size_t i = 0; i < block.count; ++i) judged->add(scores[i].err, &bounds[i * all + before]);
        });
    SubmissionScores result = tally.finish(options);
    if (judged) result.truth_floor = judged->floor();
    if (calibration) result.ensemble = calibration->finish();
    result.motion = motion;
    result.exact_samples = exact.remark();
    result.persistence_error = summarize(all_kept).geometric_mean;
    result.persistence_errors = std::move(all_kept);
    result.at_floor = judged && judged->at_floor();
    result.judged_error = judged ? judged->errors() : result.relative_error;
    return result;
}

}  // namespace cchnn
