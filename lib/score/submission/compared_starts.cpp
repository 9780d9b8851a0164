#include "score/submission/compared_starts.hpp"

#include <algorithm>
#include <cmath>

#include "core/counted.hpp"
#include "core/number_text.hpp"
#include "core/option.hpp"
#include "core/to_size.hpp"
#include "score/statistics/coordinate_spread.hpp"

namespace cchnn {
namespace {

// A float32 state that went through M and M^-1 or through angles is off by their condition times 6e-8. The error at t =
// 0 helps no prediction: what comes later is judged by itself, and t = 0 as it stands where it counts.
constexpr double computed_tolerance = 1e-4;

// Infinite where b has a value that is not finite: the given state is no prediction that could have diverged.
double difference(const double* a, const double* b, std::size_t size) {
    double most = 0;
    for (std::size_t i = 0; i < size; ++i)
        most = std::max(most, std::isfinite(b[i]) ? std::abs(a[i] - b[i]) : INFINITY);
    return most;
}

}  // namespace

ComparedStarts::ComparedStarts(const TrajectoryFile& truth, const TrajectoryFile& submission, std::size_t most_ids)
    : truth_(truth),
      submission_(submission),
      most_ids_(most_ids),
      size_(to_size(truth.info().nodes) * to_size(truth.info().dimension)),
      reference_(is_reference(submission)) {}

void ComparedStarts::add(const TrajectoryBlock& block, const std::vector<double>& x, const std::vector<double>& v) {
    const double span = truth_.info().times.back() - truth_.info().times.front();
    const std::size_t trajectory = block.x.size() / block.count;
    for (std::uint64_t i = 0; i < block.count && block.first + i < submission_.info().count; ++i) {
        const double *const x_true = &block.x[i * trajectory], *const v_true = &block.v[i * trajectory];
        const double length = largest_magnitude(x_true, size_), speed = largest_magnitude(v_true, size_);
        const double of_x = relative(difference(x_true, &x[i * trajectory], size_), length, speed * span);
        const double of_v = relative(difference(v_true, &v[i * trajectory], size_), speed, length / span);
        const double off = std::max(of_x, of_v);
        if (off <= copy_tolerance) continue;
        Moved& moved = off <= computed_tolerance ? computed_ : different_;
        moved.worst = std::max(moved.worst, off);
        moved.positions = moved.positions || of_x > computed_tolerance;
        ++moved.count;
        if (moved.ids.size() < most_ids_) moved.ids.push_back(block.first + i);
    }
}

void ComparedStarts::refuse_others() const {
    if (!reference_ && different_.count > 0) throw DataError(compare_starts(truth_, submission_, most_ids_).problems);
}

SubmissionCheck ComparedStarts::finish() const {
    SubmissionCheck found;
    if (reference_) {
        Moved all = different_;
        all.add(computed_);
        if (all.count > 0)
            found.remarks.push_back("reference rollout" + perturbation() + ": " + text_of(all, copy_tolerance));
    } else if (different_.count > 0) {
        const bool in_q = submission_.info().in_coordinates;
        const char* const where =
            in_q ? (different_.positions ? ":/q" : ":/qdot") : (different_.positions ? ":/x" : ":/v");
        found.problems.push_back({submission_.path().string() + where, text_of(different_, computed_tolerance) +
                                                                           "; sample 0 is given and has to be copied" +
                                                                           advice_on_samples()});
    } else if (computed_.count > 0) {
        found.remarks.push_back(text_of(computed_, copy_tolerance) + ": accepted, since rounding is up to " +
                                short_number(computed_tolerance, 3) + "; where t = 0 counts (" + option("include-t0") +
                                ", " + option("preset") + " published) it is scored as an error");
    }
    return found;
}

void ComparedStarts::Moved::add(const Moved& other) {
    ids.insert(ids.end(), other.ids.begin(), other.ids.end());
    std::ranges::sort(ids);
    count += other.count;
    worst = std::max(worst, other.worst);
    positions = positions || other.positions;
}

// As the file says; files of before 0.2.0 say it in the model's name alone.
std::string ComparedStarts::perturbation() const {
    const DatasetDescription& d = submission_.info().description;
    if (d.perturbation_normal)
        return ", initial conditions + N(0, " + short_number(*d.perturbation_normal) + ") in every entry";
    if (d.perturbation_length)
        return ", initial conditions perturbed by the length " + short_number(*d.perturbation_length);
    return "";
}

// Predictions from the second sample on, as integrators return them, start elsewhere everywhere.
std::string ComparedStarts::advice_on_samples() const {
    const TrajectoryFileInfo& info = submission_.info();
    if (info.samples != truth_.info().samples - 1 || different_.count != info.count) return "";
    return one_or_many(static_cast<std::uint64_t>(info.samples), ": there is ", ": there are ") +
           counted(info.samples, "sample") + ", one fewer than in " + file_name(truth_) +
           "; put the given state before the predictions";
}

std::string ComparedStarts::text_of(Moved moved, double beyond) const {
    moved.ids.resize(std::min(moved.ids.size(), most_ids_));
    return "initial states of " + std::to_string(moved.count) + " of " + trajectories_text(submission_.info().count) +
           one_or_many(moved.count, " differs", " differ") + " by more than " + short_number(beyond) + " from " +
           file_name(truth_) + " (ids " + list_ids(moved.ids, moved.count) +
           (std::isinf(moved.worst)
                ? "; some are not finite)"
                : "; by up to " + short_number(moved.worst, 3) + " of their largest entry" +
                      (at_rest_ ? ", or where those are all zero, of position / time span or velocity * time span"
                                : "") +
                      ")");
}

// Of the largest entry; of `instead` where all are zero, such as velocities at rest; as it is where both are.
double ComparedStarts::relative(double off, double largest_entry, double instead) {
    if (off == 0 || largest_entry > 0) return off == 0 ? 0 : off / largest_entry;
    at_rest_ = true;
    return instead > 0 ? off / instead : off;
}

SubmissionCheck compare_starts(const TrajectoryFile& truth, const TrajectoryFile& submission, std::size_t most_ids) {
    constexpr std::uint64_t at_once = 4096;
    ComparedStarts starts(truth, submission, most_ids);
    TrajectoryBlock block;
    std::vector<double> x, v;
    for (; block.first < submission.info().count; block.first += block.count) {
        block.count = std::min(at_once, submission.info().count - block.first);
        truth.read_initial(block.first, block.count, block.x, block.v);
        submission.read_initial(block.first, block.count, x, v);
        starts.add(block, x, v);
    }
    return starts.finish();
}

}  // namespace cchnn
