#include "score/score_submission.hpp"

#include <algorithm>
#include <array>
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

// What is kept of the trajectories that have been scored. Not shared by threads: trajectories are added in order.
class Tally {
  public:
    Tally(std::vector<Metric> metrics, int samples, double dt)
        : metrics_(std::move(metrics)),
          censored_(metrics_.size()),
          band_(samples, dt),
          energy_(samples, dt),
          violation_(samples, dt),
          nrmse_(samples, dt),
          crps_(samples, dt) {}

    const std::vector<Metric>& metrics() const { return metrics_; }

    // Trajectories from `first` on.
    void add(std::uint64_t first, const std::vector<TrajectoryScores>& block) {
        for (const TrajectoryScores& scores : block) add(first++, scores);
        add_curves(block, &TrajectoryScores::err, band_);
        add_curves(block, &TrajectoryScores::energy, energy_);
        if (!block.front().violation.empty()) add_curves(block, &TrajectoryScores::violation, violation_);
        add_curves(block, &TrajectoryScores::nrmse, nrmse_);
    }
    void add(const std::vector<EnsembleScores>& block) { add_curves(block, &EnsembleScores::crps_curve, crps_); }

    // The scores of all trajectories that were added. Metric 0 is the relative error, as in metrics_for().
    SubmissionScores finish(const ScoringOptions& options) const {
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
        scores.values = values_;
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
    static void add_curves(const std::vector<Scored>& block, std::vector<double> Scored::*curve, ErrorBand& band) {
        std::vector<const std::vector<double>*> curves;
        for (const Scored& scores : block) curves.push_back(&(scores.*curve));
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
        if (!std::isfinite(times[k]) || std::none_of(gaps.begin(), gaps.end(), of_contact)) continue;
        impacts.times.push_back(times[k] - start);
        impacts.contacts.push_back(static_cast<int>(contacts[k]));
    }
    if (!times.empty() && impacts.times.size() == times.size()) impacts.until = std::ranges::max(impacts.times);
    return impacts;
}

// The motions of the members of one trajectory, from the file as many at a time as memory lets them be.
class MemberMotions {
  public:
    MemberMotions(const TrajectoryFile& submission, std::uint64_t trajectory, TrajectoryView truth,
                  CountedSamples counted, std::size_t size, double span, std::mutex& reading)
        : submission_(submission),
          trajectory_(trajectory),
          truth_(truth),
          counted_(counted),
          size_(size),
          span_(span),
          reading_(reading) {}

    template <class See>
    void each(See&& see) const {
        const TrajectoryFileInfo& info = submission_.info();
        const bool at_once = submission_.samples_at_once() >= info.samples;
        std::vector<double> x, v, all_x, all_v;
        if (at_once) {
            const std::lock_guard lock(reading_);
            submission_.read_members(trajectory_, 0, info.samples, all_x, all_v);
        }
        const std::size_t stored = all_x.size() / to_size(info.members);
        for (int m = 0; m < info.members; ++m) {
            if (at_once) {
                x.assign(all_x.begin() + m * stored, all_x.begin() + (m + 1) * stored);
                v.assign(all_v.begin() + m * stored, all_v.begin() + (m + 1) * stored);
            } else {
                const std::lock_guard lock(reading_);
                submission_.read_member(trajectory_, m, x, v);
            }
            complete(x, truth_.x);
            complete(v, truth_.v);
            lose_what_is_beyond(truth_, span_, x.data(), v.data(), size_);
            see(TrajectoryView{x.data(), v.data()});
        }
    }

  private:
    // What the file lacks is not finite; given samples are those of the test set.
    void complete(std::vector<double>& values, const double* truth) const {
        values.resize(size_, NAN);
        std::copy_n(truth, size_ / to_size(counted_.samples) * counted_.given, values.begin());
    }

    const TrajectoryFile& submission_;
    std::uint64_t trajectory_;
    TrajectoryView truth_;
    CountedSamples counted_;
    std::size_t size_;
    double span_;
    std::mutex& reading_;
};

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
    const bool bounded = info.description.bounded && bounds_apply(options.choices);
    JudgedErrors judged(options.choices, dt, scored.floor), unfloored(options.choices, dt);
    std::vector<double> bounds;
    std::optional<SubmittedSensitivities> derivatives;
    if (options.choices.of_sensitivities()) derivatives.emplace(truth, submission);
    const bool numbers = derivatives && derivatives->numbers() > 0;
    std::optional<FoundStructure> found;
    if (options.choices.found) found.emplace(scored.spec, truth, submission);
    Tally tally(metrics_for(options.choices, samples, scored.system, scored.bodies, options.ensembles, numbers),
                samples, dt);
    const bool ensemble = submission.info().members > 0 && options.ensembles;
    const int last_given = context - 1;
    const CountedSamples counted{last_given + (options.choices.include_t0 ? 0 : 1), last_given + samples, info.samples,
                                 context > 1 ? context : 0};
    const double span = dt * (info.samples - 1);
    std::optional<EnsembleSummaryTally> calibration;
    if (ensemble) calibration.emplace(submission.info().members);
    std::vector<EnsembleScores> members;
    std::vector<MemberPhysics> physics;
    std::vector<double> normal;
    double climatology = 0;
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
    const std::uint64_t usual = trajectories_per_block(info),
                        columns = (derivatives ? derivatives->directions() + derivatives->numbers() : 0) +
                                  (found ? found->relative_size() : 0);
    for_each_trajectory_block(
        truth, options.block ? options.block : std::max<std::uint64_t>(1, usual / (1 + columns)),
        [&](const TrajectoryBlock& block) {
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
            if (derivatives) derivatives->read(block.first, block.count);
            if (found) found->read(block.first, block.count);
            parameters = truth.rows("/parameters", block.first, block.count);
            const std::vector<double> event_times = truth.rows("/events/time", block.first, block.count),
                                      event_contacts = truth.rows("/events/contact", block.first, block.count);
            const std::size_t events = event_times.size() / block.count;
            if (!scored.gaps.empty() && (events == 0 || event_contacts.size() != event_times.size()))
                throw DataError(truth.path().string() + "/events",
                                "is missing, with the impacts of a system with contacts; generate the dataset again");
            truth.read_state_parameters(block.first, block.count, info.samples, state_parameters);
            const std::size_t size = block.x.size() / block.count, varied = parameters.size() / block.count,
                              beside = state_parameters.size() / block.count;
            scores.assign(block.count, {});
            signs.assign(block.count, {});
            kept.assign(block.count, 0);
            normal.assign(block.count, 0);
            members.assign(options.ensembles ? block.count : 0, {});
            physics.assign(ensemble ? block.count : 0, {tally.metrics(), submission.info().members});
            const std::size_t at = before * (size / all);  // the first scored entry
            parallel_for(block.count, options.threads, [&](std::size_t i) {
                double *const x = &predicted.x[i * size], *const v = &predicted.v[i * size];
                const TrajectoryView whole{&block.x[i * size], &block.v[i * size],
                                           beside > 0 ? &state_parameters[i * beside] : nullptr, &scored.spread,
                                           scored.kinetic ? &*scored.kinetic : nullptr};
                if (ensemble) members[i] = score_members(submission, block.first + i, whole, counted, reading, x, v);
                lose_what_is_beyond(whole, span, x, v, size);
                if (options.ensembles && !ensemble) members[i] = score_single(whole, {x, v}, counted);
                if (options.ensembles && !options.choices.include_t0)  // which has no error
                    members[i].crps_curve.insert(members[i].crps_curve.begin(), 0.0);
                const auto score_with = [&](const ConstrainedSystem& system) {
                    const ReferenceImpacts impacts =
                        impacts_in(scored.gaps, std::span(event_times).subspan(i * events, events),
                                   std::span(event_contacts).subspan(i * events, events), to_double(before) * dt);
                    const TrajectoryView of_truth{
                        whole.x + at,
                        whole.v + at,
                        whole.parameters ? whole.parameters + before * (beside / all) : nullptr,
                        whole.spread,
                        whole.kinetic,
                        nullptr,
                        nullptr,
                        scored.gaps.empty() ? nullptr : &impacts};
                    TrajectoryView handed_in{x + at, v + at};
                    std::optional<SensitivityScores> sensitivity;
                    std::vector<double> kept_derivatives;
                    if (derivatives) {
                        const std::vector<double> drawn(parameters.begin() + static_cast<long>(i * varied),
                                                        parameters.begin() + static_cast<long>((i + 1) * varied));
                        const SensitivitySetting setting{samples, derivatives->directions(),
                                                         derivatives->scales(scored.spec, drawn),
                                                         options.choices.include_t0};
                        const SensitivityView stored = derivatives->truth(i, before);
                        sensitivity =
                            sensitivity_scores(system, setting, {x + at, v + at, derivatives->predicted(i, before)},
                                               {of_truth.x, of_truth.v, stored});
                        handed_in.sensitivity = &*sensitivity;
                        kept_derivatives = kept_sensitivity_errors(setting, to_size(system.state_size()), stored);
                    }
                    std::optional<StructureScores> structure;
                    if (found) {
                        structure = structure_scores(
                            system, *scored.kinetic, samples, options.choices.include_t0, of_truth, [&](std::size_t k) {
                                const std::size_t state = k * to_size(system.state_size());
                                return found->at(i, before + k, of_truth.x + state, of_truth.v + state);
                            });
                        handed_in.structure = &*structure;
                    }
                    scores[i] = score_trajectory(system, options.choices, tally.metrics(), samples, dt, of_truth,
                                                 handed_in, options.ensembles ? &members[i] : nullptr);
                    signs[i] = motion_signs(system, samples, dt, of_truth, handed_in);
                    if (options.choices.rank_by == RankChoice::crps)
                        normal[i] =
                            normal_crps(options.choices, samples, system.state_size(),
                                        ModuloTurns(system, samples, of_truth, system.state_size(), of_truth).truth());
                    if (sensitivity) scores[i].sensitivity = not_below(sensitivity->err, derivatives->bound(i, before));
                    kept[i] = options.choices.rank_by == RankChoice::sensitivity
                                  ? geometric_mean_over_time(kept_derivatives, dt, options.choices)
                                  : kept_error(system, options.choices, samples, dt, of_truth);
                    if (!ensemble || block.first + i >= submission.info().count) return;
                    const MemberMotions motions(submission, block.first + i, whole, counted, size, span, reading);
                    motions.each([&](TrajectoryView member) {
                        const TrajectoryView one{member.x + at, member.v + at};
                        physics[i].add(score_trajectory(system, options.choices, physics[i].metrics(), samples, dt,
                                                        of_truth, one, &members[i]),
                                       stillness(samples, system.state_size(), of_truth.x, one.x));
                    });
                    physics[i].take(scores[i], signs[i]);
                };
                scoring.add();
                if (varied == 0) return score_with(scored.system);
                const double* own = &parameters[i * varied];
                score_with(CompiledSystem(scored.spec, scored.system, {own, own + varied}).system);
            });
            tally.add(block.first, scores);
            if (options.ensembles) tally.add(members);
            for (std::size_t i = 0; i < block.count; ++i) {
                motion.merge(signs[i]);
                exact.add(scores[i].err, dt, options.choices);
                if (calibration) calibration->add(members[i]);
                climatology += normal[i];
                if (ensemble)  // a trajectory that is missing has the worst values
                    tally.add_worst(block.first + i < submission.info().count ? physics[i].worst() : scores[i].values);
            }
            all_kept.insert(all_kept.end(), kept.begin(), kept.end());
            if (bounded) bounds = truth.rows("/error_bound", block.first, block.count);
            for (std::size_t i = 0; i < block.count; ++i) {
                const double* bound = bounded ? &bounds[i * all + before] : nullptr;
                // Exact states say nothing of derivatives, which have errors and bounds of their own.
                if (options.choices.rank_by == RankChoice::sensitivity)
                    judged.add(scores[i].sensitivity, derivatives->bound(i, before));
                else judged.add(scores[i].err, bound, ranked_curve(scores[i], options.choices.rank_by));
                unfloored.add(scores[i].err, bound);
            }
        });
    SubmissionScores result = tally.finish(options);
    if (bounded) result.truth_floor = unfloored.floor();
    if (calibration) result.ensemble = calibration->finish();
    result.motion = motion;
    result.exact_samples = exact.remark();
    const Summary of_kept = summarize(all_kept);
    result.persistence_error = of_ensembles(options.choices.rank_by) ? of_kept.mean : of_kept.geometric_mean;
    result.persistence_errors = std::move(all_kept);
    result.climatology_crps = climatology / to_double(info.count);
    result.at_floor = (bounded || derivatives) && judged.at_floor();
    result.judged_error = judged.errors();
    result.judged_parts = judged.parts();
    result.bounded_error = unfloored.errors();
    return result;
}

}  // namespace cchnn
