#include "score/score_submission.hpp"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <span>

#include "core/at_work.hpp"
#include "core/counted.hpp"
#include "core/errors.hpp"
#include "core/parallel_for.hpp"
#include "core/to_size.hpp"
#include "model/compiled_system.hpp"
#include "score/judged_errors.hpp"
#include "score/metrics/forecast_error.hpp"
#include "score/metrics/impact_errors.hpp"
#include "score/metrics/modulo_turns.hpp"
#include "score/metrics/over_time.hpp"
#include "score/metrics/relative_error.hpp"
#include "score/metrics/trajectory_curves.hpp"
#include "score/statistics/intervals.hpp"
#include "score/submission/found_structure.hpp"
#include "score/submission/prepared_submission.hpp"
#include "score/submission/score_members.hpp"
#include "score/submission/submitted_sensitivities.hpp"
#include "score/trajectory_blocks.hpp"

namespace cchnn {
namespace {

// A report lists no more trajectories than these; their number is exact whatever it is.
constexpr std::size_t most_diverged_ids = 1000;

// What one trajectory adds.
struct ScoredTrajectory {
    TrajectoryScores scores;
    MotionSigns signs;
    double kept = 0;         // what ranks go by of the last given state kept
    double climatology = 0;  // its CRPS, where ranks go by CRPS
    EnsembleScores members;
    std::vector<double> worst;  // of a member
};

// What is kept of the trajectories that have been scored. Not shared by threads: trajectories are added in order.
class Tally {
  public:
    // Of so many trajectories: a file has enough of them that growing would double the memory of a command.
    Tally(std::vector<Metric> metrics, std::uint64_t trajectories, int samples, double dt)
        : metrics_(std::move(metrics)),
          censored_(metrics_.size()),
          band_(samples, dt),
          energy_(samples, dt),
          violation_(samples, dt),
          nrmse_(samples, dt),
          crps_(samples, dt) {
        values_.reserve(trajectories * metrics_.size());
    }

    const std::vector<Metric>& metrics() const { return metrics_; }

    // Trajectories from `first` on; with `ensembles` the scores of members too.
    void add(std::uint64_t first, const std::vector<ScoredTrajectory>& block, bool ensembles) {
        for (const ScoredTrajectory& one : block) add(first++, one.scores);
        add_curves(block, &ScoredTrajectory::scores, &TrajectoryScores::err, band_);
        add_curves(block, &ScoredTrajectory::scores, &TrajectoryScores::energy, energy_);
        if (!block.front().scores.violation.empty())
            add_curves(block, &ScoredTrajectory::scores, &TrajectoryScores::violation, violation_);
        add_curves(block, &ScoredTrajectory::scores, &TrajectoryScores::nrmse, nrmse_);
        if (ensembles) add_curves(block, &ScoredTrajectory::members, &EnsembleScores::crps_curve, crps_);
    }

    // The scores of all trajectories that were added, which it hands over. Metric 0 is the relative error, as in metrics_for().
    SubmissionScores finish(const ScoringOptions& options) {
        SubmissionScores scores;
        for (std::size_t m = 0; m < metrics_.size(); ++m)
            scores.metrics.push_back({metrics_[m], summarize(column(m)), censored_[m]});
        if (options.choices.resamples > 0) add_intervals(scores);
        scores.relative_error = column(0);
        for (std::size_t m = 0; m < metrics_.size(); ++m) {
            if (metrics_[m].kind == Metric::Kind::kinetic_error) scores.kinetic_error = column(m);
            if (worst_.size() == metrics_.size() && of_each_member(family(metrics_[m])))
                scores.metrics[m].worst_member = worst_[m];
        }
        scores.values = std::move(values_);
        scores.diverged = diverged_;
        scores.truths_at_rest = truths_at_rest_;
        scores.error_over_time = band_.finish();
        scores.energy_over_time = energy_.finish();
        scores.nrmse_over_time = nrmse_.finish();
        if (crps_.any()) scores.crps_over_time = crps_.finish();
        if (violation_.any()) scores.violation_over_time = violation_.finish();
        return scores;
    }

    // The largest values of any member, in the order of metrics().
    void add_worst(const std::vector<double>& worst) {
        worst_.resize(metrics_.size());
        for (std::size_t m = 0; m < worst.size(); ++m) worst_[m] = std::max(worst_[m], worst[m]);
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

    template <class Scored>
    static void add_curves(const std::vector<ScoredTrajectory>& block, Scored ScoredTrajectory::*scored,
                           std::vector<double> Scored::*curve, ErrorBand& band) {
        std::vector<const std::vector<double>*> curves;
        for (const ScoredTrajectory& one : block) curves.push_back(&(one.*scored.*curve));
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
    std::vector<double> worst_;   // none but of ensembles
    std::vector<std::uint64_t> censored_;
    ErrorBand band_, energy_, violation_, nrmse_, crps_;
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

// The impacts of one trajectory, from its rows of /events, in which NaN is behind the last. Samples are scored from `start` s on.
ReferenceImpacts impacts_in(const std::vector<ContactGap>& gaps, std::span<const double> times,
                            std::span<const double> contacts, double start) {
    ReferenceImpacts impacts{&gaps, {}, {}, INFINITY};
    for (std::size_t k = 0; k < times.size(); ++k) {
        const auto of_contact = [&](const ContactGap& gap) { return gap.contact == contacts[k]; };
        if (!std::isfinite(times[k]) || std::ranges::none_of(gaps, of_contact)) continue;
        impacts.times.push_back(times[k] - start);
        impacts.contacts.push_back(static_cast<int>(contacts[k]));
    }
    if (!times.empty() && impacts.times.size() == times.size()) impacts.until = std::ranges::max(impacts.times);
    return impacts;
}

void add_curve(const std::vector<double>& curve, double share, std::vector<double>& sum) {
    sum.resize(curve.size());
    for (std::size_t k = 0; k < curve.size(); ++k) sum[k] += share * curve[k];
}

// Collects the physics of the members of one trajectory, which take the place of those of their mean.
class MemberPhysics {
  public:
    MemberPhysics(const std::vector<Metric>& metrics, int members) : share_(1.0 / members) {
        for (std::size_t m = 0; m < metrics.size(); ++m)
            if (of_each_member(family(metrics[m]))) {
                places_.push_back(m);
                metrics_.push_back(metrics[m]);
            }
        sums_.resize(places_.size());
        worst_.resize(metrics.size());
    }

    const std::vector<Metric>& metrics() const { return metrics_; }  // those of members

    void add(const TrajectoryScores& of_member, Stillness at_rest) {
        for (std::size_t k = 0; k < places_.size(); ++k) {
            sums_[k] += share_ * of_member.values[k];
            worst_[places_[k]] = std::max(worst_[places_[k]], of_member.values[k]);
        }
        add_curve(of_member.energy, share_, energy_);
        add_curve(of_member.violation, share_, violation_);
        still_ += share_ * at_rest.still;
        barely_ += share_ * at_rest.barely;
    }

    // A trajectory stands still if half of its members do or more: who knows which ones are looked at moves these.
    void take(TrajectoryScores& scores, MotionSigns& signs) const {
        for (std::size_t k = 0; k < places_.size(); ++k) scores.values[places_[k]] = sums_[k];
        scores.energy = energy_;
        scores.violation = violation_;
        signs.still = still_ > half;
        signs.barely = barely_ > half;
    }
    const std::vector<double>& worst() const { return worst_; }  // (metrics) of a member

  private:
    static constexpr double half = 0.5 - 1e-9;
    double share_;
    std::vector<std::size_t> places_;
    std::vector<Metric> metrics_;
    std::vector<double> sums_, worst_, energy_, violation_;
    double still_ = 0, barely_ = 0;
};

// What ranks go by of the last given state kept: a relative or kinetic error, NRMSE, or a score of an ensemble of it.
double kept_error(const ConstrainedSystem& system, const MetricChoices& choices, int samples, double dt,
                  TrajectoryView of_file) {
    const std::size_t size = system.state_size();
    const ModuloTurns turns(system, samples, of_file, size, of_file);
    const TrajectoryView& truth = turns.truth();
    switch (choices.rank_by) {
        case RankChoice::kinetic:
            return geometric_mean_over_time(kinetic_error_curve(*truth.kinetic, samples, truth, truth, true), dt,
                                            choices);
        case RankChoice::nrmse: {
            std::vector<double> curve;
            for (int k = 0; k < samples; ++k)
                curve.push_back(nrmse({truth.x, truth.v}, {truth.x + k * size, truth.v + k * size}, *truth.spread));
            return root_mean_square_over_time(curve, choices.include_t0);
        }
        case RankChoice::crps:
        case RankChoice::energy_score: {
            EnsembleTally tally(*truth.spread, 1);
            for (int k = choices.include_t0 ? 0 : 1; k < samples; ++k)
                tally.add(truth.x + k * size, truth.v + k * size, truth.x, truth.v, size);
            const EnsembleScores kept = tally.finish();
            return choices.rank_by == RankChoice::crps ? kept.crps : kept.energy_score;
        }
        case RankChoice::structure: return 0;  // nothing is said by a forecast
        case RankChoice::error:
        case RankChoice::sensitivity:
        case RankChoice::start_error: break;
    }
    return persistence_error(system, choices, samples, dt, truth);
}

// The CRPS of climatology: of normal laws with the mean and the spread of the test set.
double normal_crps(const MetricChoices& choices, int samples, std::size_t size, TrajectoryView truth) {
    const int first = choices.include_t0 ? 0 : 1;
    double sum = 0;
    for (int k = first; k < samples; ++k) sum += normal_crps(*truth.spread, truth.x + k * size, truth.v + k * size);
    return sum / (samples - first);
}

// What ranks go by at each sample, where it is not Err.
const std::vector<double>* ranked_curve(const TrajectoryScores& scores, RankChoice by) {
    return by == RankChoice::kinetic ? &scores.kinetic : by == RankChoice::nrmse ? &scores.nrmse : nullptr;
}

// Errors below the bound of the derivatives say nothing of a prediction.
std::vector<double> not_below(std::vector<double> errors, const double* bound) {
    for (std::size_t k = 0; k < errors.size(); ++k)
        if (bound[k] > errors[k]) errors[k] = bound[k];
    return errors;
}

// What is scored of one trajectory of a block. `whole` are all samples of the test set. `truth`, `x` and `v` begin at
// the last given sample: what comes before it, or after --until, is read and not scored.
struct ScoredMotion {
    std::uint64_t trajectory = 0;
    std::size_t place = 0;  // in its block
    TrajectoryView whole = {}, truth = {};
    double *whole_x = nullptr, *whole_v = nullptr, *x = nullptr, *v = nullptr;  // predicted
    ReferenceImpacts impacts = {};
    std::vector<double> drawn = {};  // numbers of a member of a family
};

template <class Made, class... From>
std::optional<Made> made_if(bool wanted, const From&... from) {
    return wanted ? std::optional<Made>(std::in_place, from...) : std::nullopt;
}

// Scores a submission block by block. read() prepares a block, score() is called for its trajectories by several threads,
// and collect() adds what they found in the order of trajectories.
class Scoring {
  public:
    Scoring(const ScoredSystem& scored, const TrajectoryFile& truth, const TrajectoryFile& submission,
            const ScoringOptions& options, ComparedStarts* starts)
        : scored_(scored),
          truth_(truth),
          submission_(submission),
          options_(options),
          choices_(options.choices),
          starts_(starts),
          info_(truth.info()),
          dt_(info_.description.times.dt),
          samples_(choices_.scored_samples(info_.samples)),
          before_(choices_.last_given()),
          bounded_(info_.description.bounded && bounds_apply(choices_)),
          ensemble_(submission.info().members > 0 && options.ensembles),
          derivatives_(made_if<SubmittedSensitivities>(choices_.of_sensitivities(), truth, submission)),
          found_(made_if<FoundStructure>(choices_.of_found(), scored.spec, truth, submission)),
          tally_(metrics_for(choices_, samples_, scored.system, scored.bodies, options.ensembles,
                             derivatives_ && derivatives_->numbers() > 0),
                 info_.count, samples_, dt_),
          judged_(choices_, dt_, scored.floor, info_.count),
          unfloored_(choices_, dt_),
          scoring_(Work::scoring, info_.count) {
        const int last_given = choices_.context - 1;
        counted_ = {last_given + (choices_.include_t0 ? 0 : 1), last_given + samples_, info_.samples,
                    choices_.context > 1 ? choices_.context : 0};
        if (ensemble_) calibration_.emplace(submission.info().members);
    }

    SubmissionScores run() {
        for_each_trajectory_block(truth_, per_block(), [&](const TrajectoryBlock& block) {
            read(block);
            parallel_for(block.count, options_.threads, [&](std::size_t i) {
                scoring_.add();
                scored_block_[i] = score(motion(block, i));
            });
            collect(block);
        });
        return result();
    }

  private:
    std::uint64_t per_block() const {
        if (options_.block) return options_.block;
        const std::uint64_t columns = (derivatives_ ? derivatives_->directions() + derivatives_->numbers() : 0) +
                                      (found_ ? found_->relative_size() : 0);
        return std::max<std::uint64_t>(1, trajectories_per_block(info_) / (1 + columns));
    }
    bool is_answered(std::uint64_t trajectory) const { return trajectory < submission_.info().count; }
    double span() const { return dt_ * (info_.samples - 1); }

    // ---- what is scored

    void read(const TrajectoryBlock& block) {
        if (ensemble_) {  // its mean comes with its scores
            predicted_.x.assign(block.x.size(), NAN);
            predicted_.v = predicted_.x;
        } else {
            read_padded(submission_, info_.samples, block.first, block.count, predicted_.x, predicted_.v);
        }
        if (starts_) {
            starts_->add(block, predicted_.x, predicted_.v);
            starts_->refuse_others();
        }
        give_context(choices_.context, block.count, info_.samples, block.x, predicted_.x);
        give_context(choices_.context, block.count, info_.samples, block.v, predicted_.v);
        if (derivatives_) derivatives_->read(block.first, block.count);
        if (found_) found_->read(block.first, block.count);
        parameters_ = truth_.rows("/parameters", block.first, block.count);
        truth_.read_state_parameters(block.first, block.count, info_.samples, state_parameters_);
        event_times_ = truth_.rows("/events/time", block.first, block.count);
        event_contacts_ = truth_.rows("/events/contact", block.first, block.count);
        if (!scored_.gaps.empty() && (event_times_.empty() || event_contacts_.size() != event_times_.size()))
            throw DataError(truth_.path().string() + "/events",
                            "is missing, with the impacts of a system with contacts; generate the dataset again");
        scored_block_.assign(block.count, {});
    }

    // Trajectory i of the block. What the prediction has beyond the reference is lost, but of an ensemble, whose mean is not
    // known yet.
    ScoredMotion motion(const TrajectoryBlock& block, std::size_t i) {
        const std::size_t all = info_.samples, size = block.x.size() / block.count, width = size / all,
                          beside = state_parameters_.size() / block.count, varied = parameters_.size() / block.count,
                          events = event_times_.size() / block.count;
        ScoredMotion motion{block.first + i, i};
        motion.whole = {&block.x[i * size], &block.v[i * size], beside > 0 ? &state_parameters_[i * beside] : nullptr,
                        &scored_.spread, scored_.kinetic ? &*scored_.kinetic : nullptr};
        motion.truth = motion.whole;
        motion.truth.x += before_ * width;
        motion.truth.v += before_ * width;
        if (beside > 0) motion.truth.parameters += before_ * (beside / all);
        motion.whole_x = &predicted_.x[i * size];
        motion.whole_v = &predicted_.v[i * size];
        motion.x = motion.whole_x + before_ * width;
        motion.v = motion.whole_v + before_ * width;
        motion.impacts = impacts_in(scored_.gaps, std::span(event_times_).subspan(i * events, events),
                                    std::span(event_contacts_).subspan(i * events, events), to_double(before_) * dt_);
        motion.drawn.assign(parameters_.begin() + static_cast<long>(i * varied),
                            parameters_.begin() + static_cast<long>((i + 1) * varied));
        return motion;
    }

    // ---- one trajectory

    ScoredTrajectory score(const ScoredMotion& motion) const {
        ScoredTrajectory result;
        const std::size_t size = to_size(scored_.system.state_size()) * to_size(info_.samples);
        if (ensemble_)
            result.members = score_members(submission_, motion.trajectory, motion.whole, counted_, reading_,
                                           motion.whole_x, motion.whole_v);
        lose_what_is_beyond(motion.whole, span(), motion.whole_x, motion.whole_v, size);
        if (options_.ensembles && !ensemble_)
            result.members = score_single(motion.whole, {motion.whole_x, motion.whole_v}, counted_);
        if (options_.ensembles && !choices_.include_t0)  // which has no error
            result.members.crps_curve.insert(result.members.crps_curve.begin(), 0.0);
        if (motion.drawn.empty()) score_in(scored_.system, motion, result);
        else score_in(CompiledSystem(scored_.spec, scored_.system, motion.drawn).system, motion, result);
        return result;
    }

    // By the system of this trajectory.
    void score_in(const ConstrainedSystem& system, const ScoredMotion& motion, ScoredTrajectory& result) const {
        TrajectoryView truth = motion.truth, predicted{motion.x, motion.v};
        if (!scored_.gaps.empty()) truth.impacts = &motion.impacts;
        std::optional<SensitivityScores> sensitivity;
        std::optional<StructureScores> structure;
        if (derivatives_) {
            const SensitivitySetting setting{samples_, derivatives_->directions(),
                                             derivatives_->scales(scored_.spec, motion.drawn), choices_.include_t0};
            const SensitivityView stored = derivatives_->truth(motion.place, before_);
            sensitivity = sensitivity_scores(system, setting,
                                             {motion.x, motion.v, derivatives_->predicted(motion.place, before_)},
                                             {truth.x, truth.v, stored});
            predicted.sensitivity = &*sensitivity;
            if (choices_.rank_by == RankChoice::sensitivity)
                result.kept = geometric_mean_over_time(
                    kept_sensitivity_errors(setting, to_size(system.state_size()), stored), dt_, choices_);
        }
        if (found_) {
            structure =
                structure_scores(system, *scored_.kinetic, samples_, choices_.include_t0, truth, [&](std::size_t k) {
                    const std::size_t state = k * to_size(system.state_size());
                    return found_->at(motion.place, before_ + k, truth.x + state, truth.v + state);
                });
            predicted.structure = &*structure;
        }
        result.scores = score_trajectory(system, choices_, tally_.metrics(), samples_, dt_, truth, predicted,
                                         options_.ensembles ? &result.members : nullptr);
        result.signs = motion_signs(system, samples_, dt_, truth, predicted);
        if (sensitivity)
            result.scores.sensitivity = not_below(sensitivity->err, derivatives_->bound(motion.place, before_));
        if (choices_.rank_by != RankChoice::sensitivity)
            result.kept = kept_error(system, choices_, samples_, dt_, truth);
        if (choices_.rank_by == RankChoice::crps)
            result.climatology = normal_crps(choices_, samples_, system.state_size(),
                                             ModuloTurns(system, samples_, truth, system.state_size(), truth).truth());
        if (ensemble_) score_each_member(system, motion, truth, result);
    }

    // The physics of the members take the place of those of their mean. A trajectory that is missing has the worst values.
    void score_each_member(const ConstrainedSystem& system, const ScoredMotion& motion, const TrajectoryView& truth,
                           ScoredTrajectory& result) const {
        if (!is_answered(motion.trajectory)) {
            result.worst = result.scores.values;
            return;
        }
        MemberPhysics physics(tally_.metrics(), submission_.info().members);
        const std::ptrdiff_t at = motion.x - motion.whole_x;
        each_member(
            submission_, motion.trajectory, motion.whole, counted_, span(), reading_, [&](TrajectoryView member) {
                const TrajectoryView one{member.x + at, member.v + at};
                physics.add(
                    score_trajectory(system, choices_, physics.metrics(), samples_, dt_, truth, one, &result.members),
                    stillness(samples_, system.state_size(), truth.x, one.x));
            });
        physics.take(result.scores, result.signs);
        result.worst = physics.worst();
    }

    // ---- all trajectories

    void collect(const TrajectoryBlock& block) {
        tally_.add(block.first, scored_block_, options_.ensembles);
        const std::vector<double> bounds =
            bounded_ ? truth_.rows("/error_bound", block.first, block.count) : std::vector<double>{};
        for (std::size_t i = 0; i < block.count; ++i) {
            const ScoredTrajectory& one = scored_block_[i];
            motion_.merge(one.signs);
            exact_.add(one.scores.err, dt_, choices_);
            if (calibration_) calibration_->add(one.members);
            climatology_ += one.climatology;
            if (ensemble_) tally_.add_worst(one.worst);
            all_kept_.push_back(one.kept);
            const double* bound = bounded_ ? &bounds[i * to_size(info_.samples) + before_] : nullptr;
            // Exact states say nothing of derivatives, which have errors and bounds of their own.
            if (choices_.rank_by == RankChoice::sensitivity)
                judged_.add(one.scores.sensitivity, derivatives_->bound(i, before_));
            else judged_.add(one.scores.err, bound, ranked_curve(one.scores, choices_.rank_by));
            unfloored_.add(one.scores.err, bound);
        }
    }

    SubmissionScores result() {
        SubmissionScores result = tally_.finish(options_);
        if (bounded_) result.truth_floor = unfloored_.floor();
        if (calibration_) result.ensemble = calibration_->finish();
        result.motion = motion_;
        result.exact_samples = exact_.remark();
        const Summary of_kept = summarize(all_kept_);
        result.persistence_error = of_ensembles(choices_.rank_by) ? of_kept.mean : of_kept.geometric_mean;
        result.persistence_errors = std::move(all_kept_);
        result.climatology_crps = climatology_ / to_double(info_.count);
        result.at_floor = (bounded_ || derivatives_) && judged_.at_floor();
        result.judged_error = judged_.errors();
        result.judged_parts = judged_.take_parts();
        result.bounded_error = unfloored_.errors();
        return result;
    }

    const ScoredSystem& scored_;
    const TrajectoryFile &truth_, &submission_;
    const ScoringOptions& options_;
    const MetricChoices& choices_;
    ComparedStarts* const starts_;
    const TrajectoryFileInfo& info_;
    const double dt_;
    const int samples_;         // that are scored
    const std::size_t before_;  // the last given sample, the first that is scored
    const bool bounded_, ensemble_;
    CountedSamples counted_;
    std::optional<SubmittedSensitivities> derivatives_;
    std::optional<FoundStructure> found_;
    mutable std::mutex reading_;

    TrajectoryBlock predicted_;  // of the block that is scored, as the following ones
    std::vector<double> parameters_, state_parameters_, event_times_, event_contacts_;
    std::vector<ScoredTrajectory> scored_block_;

    Tally tally_;
    JudgedErrors judged_, unfloored_;
    std::optional<EnsembleSummaryTally> calibration_;
    MotionSigns motion_;
    ExactSamples exact_;
    double climatology_ = 0;
    std::vector<double> all_kept_;
    AtWork scoring_;
};

}  // namespace

SubmissionScores score_submission(const ScoredSystem& scored, const TrajectoryFile& truth,
                                  const TrajectoryFile& submission, const ScoringOptions& options,
                                  ComparedStarts* starts) {
    require_parameters(scored.system, truth);
    return Scoring(scored, truth, submission, options, starts).run();
}

}  // namespace cchnn
