#include "stories/evaluate/parameter_bounds.hpp"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <optional>

#include "core/counted.hpp"
#include "core/number_text.hpp"
#include "core/option.hpp"
#include "core/parallel_for.hpp"
#include "core/split.hpp"
#include "core/to_size.hpp"
#include "dataset/reader/trajectory_file.hpp"
#include "integrate/derivatives/sensitivities.hpp"
#include "sample/sampler.hpp"
#include "score/information_bound.hpp"
#include "score/scores.hpp"
#include "spec/system_parameters.hpp"

namespace cchnn {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t tasks_at_once = 8;  // trajectories that share lanes

std::string first_digits(const std::string& digest) { return digest.substr(0, 12); }

// The set whose trajectories a view shows: the test set itself, or the file beside it with the digest that the
// view names.
TrajectoryFile truth_seen_by(const fs::path& view, const TrajectoryFile& test) {
    if (fs::is_directory(view))
        throw IoError(view.string(),
                      "is a directory; give one of the files in it: train.h5 for what a model was trained on, test.h5 "
                      "for estimates from each test trajectory");
    const ViewFile seen(view);
    seen.require_unchanged();
    const std::string& wanted = seen.info().truth_digest;
    if (wanted == test.truth_digest()) return TrajectoryFile(test.path());
    for (const Split split : all_splits) {
        const fs::path beside = test.path().parent_path() / (std::string(name(split)) + ".h5");
        if (!fs::exists(beside)) continue;
        TrajectoryFile file(beside);
        if (file.truth_digest() == wanted && file.checked_truth_digest() == wanted) return file;
    }
    throw UsageError(option("observed"), view.string() + " is of the reference solution " + first_digits(wanted) +
                                             ", which is neither " + test.path().string() +
                                             " nor train.h5, valid.h5 or test.h5 beside it; keep the dataset together");
}

// Derivatives of one trajectory in units of its noise and of each parameter's own size.
struct Derivatives {
    Columns parameters, start;
    double size = 0;
    bool failed = false;
};

// All trajectories that were observed, differentiated by the union of what is estimated.
// Opens the observed set and its instrument once. derivatives() runs on several threads and locks around HDF5.
class ObservedMotion {
  public:
    ObservedMotion(const CompiledSystem& compiled, const TrajectoryFile& test, const ObservedBy& observed,
                   std::vector<VariedProperty> parameters)
        : compiled_(compiled), parameters_(std::move(parameters)) {
        if (!observed.view.empty()) truth_.emplace(truth_seen_by(observed.view, test));
        else truth_.emplace(test.path());
        if (observed.view.empty()) instrument_.emplace(*truth_, observed.noise);
        else instrument_.emplace(observed.view, *truth_);
        of_test_ = truth_->truth_digest() == test.truth_digest();
        if (compiled_.spec.varied.empty()) slopes_ = slopes_of({}, compiled_.system);
    }

    std::uint64_t trajectories() const { return instrument_->trajectories(); }
    bool of_test() const { return of_test_; }
    const Instrument& instrument() const { return *instrument_; }

    // Trajectories first .. first + count - 1.
    // Only reading is under the lock; the sensitivities are integrated outside of it. A trajectory whose
    // sensitivities fail is marked and has no columns.
    std::vector<Derivatives> derivatives(std::uint64_t first, std::uint64_t count) const {
        const TrajectoryFileInfo& info = truth_->info();
        std::vector<double> x, v, s, values, u;
        std::vector<ObservedTrajectory> seen;
        {
            const std::lock_guard lock(hdf5_);
            truth_->read(first, count, x, v);
            truth_->read_state_parameters(first, count, info.samples, s);
            values = truth_->rows("/parameters", first, count);
            if (compiled_.system.driven()) u = truth_->rows("/u", first, count);
            seen = instrument_->seen(first, count);
        }
        const std::size_t size = x.size() / count, state = size / to_size(info.samples);
        std::vector<Member> members(count);
        std::vector<SensitivityTask> tasks;
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t varied = values.size() / count, beside = s.size() / count / to_size(info.samples);
            const auto part = [](const std::vector<double>& from, std::size_t at, std::size_t length) {
                const auto begin = from.begin() + at;
                return std::vector<double>(begin, begin + length);
            };
            members[i] = member(part(values, i * varied, varied));
            tasks.push_back({first + i,
                             members[i].system,
                             members[i].slopes(slopes_),
                             {part(x, i * size, state), part(v, i * size, state),
                              part(s, i * beside * to_size(info.samples), beside),
                              part(u, i * (u.size() / count), u.size() / count)}});
        }
        std::vector<Sensitivities> found = sensitivities(compiled_.system, tasks, info.description.times);
        std::vector<Derivatives> all(count);
        for (std::size_t i = 0; i < count; ++i) {
            all[i].failed = found[i].failed;
            if (found[i].failed) continue;
            all[i].size = length(instrument_->rows(seen[i], &x[i * size], &v[i * size]));
            for (std::size_t j = 0; j < parameters_.size(); ++j)
                all[i].parameters.push_back(
                    scaled(instrument_->rows(seen[i], found[i].parameters[j].x.data(), found[i].parameters[j].v.data()),
                           members[i].sizes[j]));
            for (const Sensitivity& direction : found[i].start)
                all[i].start.push_back(instrument_->rows(seen[i], direction.x.data(), direction.v.data()));
        }
        return all;
    }

  private:
    // The system of one trajectory and its neighbours; those of all where nothing is drawn.
    struct Member {
        const ConstrainedSystem* system = nullptr;
        std::shared_ptr<const CompiledSystem> own;
        std::vector<SlopedSystem> sloped;
        std::vector<double> sizes;  // what a relative error of 1 is, of each parameter

        std::vector<SystemSlope> slopes(const std::vector<SlopedSystem>& shared) const {
            std::vector<SystemSlope> all;
            for (const SlopedSystem& one : own ? sloped : shared) all.push_back(one.slope());
            return all;
        }
    };

    // The Euclidean length of a column.
    static double length(const std::vector<double>& rows) {
        double square = 0;
        for (const double row : rows) square += row * row;
        return std::sqrt(square);
    }
    static std::vector<double> scaled(std::vector<double> rows, double by) {
        for (double& row : rows) row *= by;
        return rows;
    }

    // The true values of the parameters, of one trajectory if they are drawn.
    std::vector<double> values_at(const std::vector<double>& drawn) const {
        std::vector<double> values;
        for (const VariedProperty& parameter : parameters_)
            values.push_back(true_values(compiled_.spec, parameter.pointer, drawn, 1).front());
        return values;
    }
    // One system for each parameter in which that parameter varies; its difference quotient is the slope.
    std::vector<SlopedSystem> slopes_of(const std::vector<double>& drawn, const ConstrainedSystem& like) const {
        const SystemSpec spec = varying_instead(compiled_.spec, drawn, parameters_);
        const std::vector<double> values = values_at(drawn);
        std::vector<SlopedSystem> slopes;
        for (std::size_t j = 0; j < parameters_.size(); ++j) slopes.emplace_back(spec, like, values, j);
        return slopes;
    }
    // The system of a trajectory with its own drawn numbers, and the neighbouring systems that its slopes need.
    // If nothing is drawn, all trajectories share one system.
    Member member(const std::vector<double>& drawn) const {
        Member made;
        made.system = &compiled_.system;
        for (const double value : values_at(drawn)) made.sizes.push_back(value != 0 ? std::abs(value) : 1.0);
        if (drawn.empty()) return made;
        made.own = std::make_shared<CompiledSystem>(compiled_.spec, compiled_.system, drawn);
        made.system = &made.own->system;
        made.sloped = slopes_of(drawn, compiled_.system);
        return made;
    }

    const CompiledSystem& compiled_;
    std::vector<VariedProperty> parameters_;
    std::optional<TrajectoryFile> truth_;
    std::optional<Instrument> instrument_;
    std::vector<SlopedSystem> slopes_;
    bool of_test_ = false;
    mutable std::mutex hdf5_;  // one thread at a time: Debian's HDF5 is built without locks
};

using Deviations = std::vector<std::optional<double>>;

// The columns with these indices, in their order.
Columns chosen_columns(const Columns& from, const std::vector<std::size_t>& which) {
    Columns columns;
    for (const std::size_t j : which) columns.push_back(from[j]);
    return columns;
}
Columns together(Columns a, const Columns& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

// The bounds of one submission, trajectory by trajectory.
class SubmissionBounds {
  public:
    // `shared` and `own`: which of the columns are estimated once, and for each trajectory.
    SubmissionBounds(std::vector<std::size_t> shared, std::vector<std::size_t> own)
        : shared_(std::move(shared)), own_(std::move(own)), known_(shared_.size()), estimated_(shared_.size()) {}

    void add(const Derivatives& of) {
        if (of.failed) return void(++failed_);
        const Columns all = chosen_columns(of.parameters, shared_), own = chosen_columns(of.parameters, own_);
        known_.add(all, own, of.size);
        estimated_.add(all, together(of.start, own), of.size);
        if (own_.empty()) return;
        own_known_.push_back(alone(own, {}, of.size));
        own_estimated_.push_back(alone(own, of.start, of.size));
    }
    std::uint64_t failed() const { return failed_; }

    void write(std::vector<ParameterScore>& scores, bool of_test) const {
        const Deviations known = known_.deviations(), estimated = estimated_.deviations();
        std::size_t shared = 0, own = 0;
        for (ParameterScore& score : scores) {
            const std::size_t j = score.per_trajectory ? own++ : shared++;
            if (failed_ > 0 || (score.per_trajectory && !of_test)) continue;
            score.bound = score.per_trajectory
                              ? ParameterBound{mean_of(score, own_known_, j), mean_of(score, own_estimated_, j)}
                              : ParameterBound{one_of(score, known[j]), one_of(score, estimated[j])};
        }
    }

  private:
    // The bound from one trajectory by itself, for parameters that are estimated for each one.
    static Deviations alone(const Columns& columns, const Columns& nuisances, double size) {
        InformationBound bound(columns.size());
        bound.add(columns, nuisances, size);
        return bound.deviations();
    }
    static std::optional<ParameterBound::Deviation> one_of(const ParameterScore& score, std::optional<double> found) {
        if (!found) return std::nullopt;
        return ParameterBound::Deviation{*found, score.errors.front() / *found};
    }
    // Root mean squares; none where one trajectory does not tell the parameter.
    static std::optional<ParameterBound::Deviation> mean_of(const ParameterScore& score,
                                                            const std::vector<Deviations>& all, std::size_t j) {
        double squares = 0, ratios = 0;
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (!all[i][j]) return std::nullopt;
            squares += *all[i][j] * *all[i][j];
            ratios += (score.errors[i] / *all[i][j]) * (score.errors[i] / *all[i][j]);
        }
        const auto count = to_double(all.size());
        return ParameterBound::Deviation{std::sqrt(squares / count), std::sqrt(ratios / count)};
    }

    std::vector<std::size_t> shared_, own_;
    InformationBound known_, estimated_;  // with known initial states, and with estimated ones
    std::vector<Deviations> own_known_, own_estimated_;
    std::uint64_t failed_ = 0;
};

// What any of the submissions estimates.
std::vector<VariedProperty> estimated_by_any(const SystemSpec& spec,
                                             const std::vector<std::vector<ParameterEstimate>>& estimates) {
    std::vector<VariedProperty> wanted;
    for (const VariedProperty& parameter : system_parameters(spec)) {
        const auto has = [&](const std::vector<ParameterEstimate>& all) {
            return std::ranges::any_of(all, [&](const auto& e) { return e.pointer == parameter.pointer; });
        };
        if (std::ranges::any_of(estimates, has)) wanted.push_back(parameter);
    }
    return wanted;
}

// Splits the estimates of a submission into those that are one number for all trajectories and those of each
// trajectory, as indices into the columns.
SubmissionBounds bounds_for(const std::vector<ParameterEstimate>& estimates,
                            const std::vector<VariedProperty>& columns) {
    std::vector<std::size_t> shared, own;
    for (const ParameterEstimate& estimate : estimates)
        for (std::size_t j = 0; j < columns.size(); ++j)
            if (columns[j].pointer == estimate.pointer) (estimate.per_trajectory ? own : shared).push_back(j);
    return {shared, own};
}

// How the motion was observed, for the caption of a table of bounds.
std::string in_words(const ObservedBy& observed, const Instrument& instrument) {
    if (observed.view.empty()) return "noise " + short_number(observed.noise, 3) + " on every entry of the test set";
    std::string text = "view " + first_digits(ViewFile(observed.view).info().content_digest) + ", noise " +
                       short_number(instrument.noise_x(), 3) + " of x";
    if (instrument.noise_v() > 0) text += ", " + short_number(instrument.noise_v(), 3) + " of v";
    return text;
}

}  // namespace

// Goes through the observed trajectories in groups: each thread differentiates up to eight that share lanes,
// and their information is added in order, so that the result does not depend on the number of threads.
void add_parameter_bounds(const CompiledSystem& compiled, const TrajectoryFile& test, const ObservedBy& observed,
                          const std::vector<std::vector<ParameterEstimate>>& estimates, int threads, Scores& scores) {
    const std::vector<VariedProperty> columns = estimated_by_any(compiled.spec, estimates);
    if (columns.empty()) return;
    const ObservedMotion motion(compiled, test, observed, columns);
    std::vector<SubmissionBounds> bounds;
    for (const auto& all : estimates) bounds.push_back(bounds_for(all, columns));
    const std::uint64_t at_once = tasks_at_once * static_cast<std::uint64_t>(std::max(threads, 1));
    for (std::uint64_t first = 0; first < motion.trajectories(); first += at_once) {
        const std::uint64_t count = std::min(at_once, motion.trajectories() - first);
        std::vector<std::vector<Derivatives>> found((count + tasks_at_once - 1) / tasks_at_once);
        parallel_for(found.size(), threads, [&](std::size_t part) {
            const std::uint64_t begin = part * tasks_at_once;
            found[part] = motion.derivatives(first + begin, std::min<std::uint64_t>(tasks_at_once, count - begin));
        });
        for (const auto& part : found)
            for (const Derivatives& of : part)
                for (SubmissionBounds& one : bounds) one.add(of);
    }
    scores.observed = in_words(observed, motion.instrument());
    for (std::size_t i = 0; i < bounds.size(); ++i) {
        SubmissionScores& submission = scores.submissions[i];
        bounds[i].write(submission.parameters, motion.of_test());
        if (submission.parameters.empty()) continue;
        if (bounds[i].failed() > 0)
            submission.remarks.push_back("no bound of its parameters: the motion has no derivatives in " +
                                         std::to_string(bounds[i].failed()) + " trajectories that were observed");
        const bool own = std::ranges::any_of(submission.parameters, &ParameterScore::per_trajectory);
        if (own && !motion.of_test())
            submission.remarks.push_back("no bound of estimates for each test trajectory: the view is of another set");
    }
}

}  // namespace cchnn
