#include "score/submission/submitted_sensitivities.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/errors.hpp"
#include "core/number_text.hpp"
#include "core/option.hpp"
#include "core/to_size.hpp"
#include "files/hdf5_values.hpp"
#include "spec/system_parameters.hpp"
#include "spec/varied_values.hpp"

namespace cchnn {
namespace {

constexpr double copied = 1e-4;  // of the largest entry: float32 that went through other coordinates
const std::array<std::string, 2> paths{"/sensitivity/start", "/sensitivity/parameters"};

std::string where(const TrajectoryFile& file, const std::string& path) { return file.path().string() + ":" + path; }

}  // namespace

void require_sensitivities(const TrajectoryFile& truth) {
    if (truth.shape(paths[0]).empty())
        throw UsageError(option("sensitivities"), truth.path().string() + " has no " + paths[0] +
                                                      "; generate the test set with " + option("with") +
                                                      " sensitivities");
}

SubmittedSensitivities::SubmittedSensitivities(const TrajectoryFile& truth, const TrajectoryFile& submission)
    : truth_file_(truth),
      submission_(submission),
      samples_(to_size(truth.info().samples)),
      own_samples_(to_size(submission.info().samples)),
      rows_(2 * to_size(truth.info().nodes) * to_size(truth.info().dimension)),
      pointers_(truth.texts("/sensitivity/pointer")) {
    std::vector<Problem> problems;
    for (std::size_t a = 0; a < paths.size(); ++a) {
        const std::vector<std::uint64_t> of_truth = truth.shape(paths[a]);
        if (of_truth.empty()) continue;
        columns_[a] = of_truth.back();
        const Shape found = submission.shape(paths[a]),
                    wanted{submission.info().count, own_samples_, rows_, columns_[a]};
        if (found.empty())
            problems.push_back({where(submission, paths[a]),
                                "is missing; " + option("sensitivities") + " scores it, with shape " + to_text(wanted) +
                                    ": add it, or leave " + option("sensitivities") + " out"});
        else if (found != wanted)
            problems.push_back({where(submission, paths[a]), "shape is " + to_text(found) + ", expected " +
                                                                 to_text(wanted) + " as in " + truth.path().string()});
    }
    if (!problems.empty()) throw DataError(std::move(problems));
}

void SubmittedSensitivities::read(std::uint64_t first, std::uint64_t count) {
    const std::uint64_t there = std::min(count, submission_.info().count - std::min(first, submission_.info().count));
    for (std::size_t a = 0; a < paths.size(); ++a) {
        if (columns_[a] == 0) continue;
        const std::size_t each = rows_ * columns_[a];
        truth_[a] = truth_file_.rows(paths[a], first, count);
        predicted_[a].assign(count * samples_ * each, std::numeric_limits<double>::quiet_NaN());
        if (there == 0) continue;
        const std::vector<double> own = submission_.rows(paths[a], first, there);
        for (std::size_t i = 0; i < there; ++i)
            std::copy_n(own.begin() + static_cast<long>(i * own_samples_ * each), own_samples_ * each,
                        predicted_[a].begin() + static_cast<long>(i * samples_ * each));
    }
    bounds_ = truth_file_.rows("/sensitivity/error_bound", first, count);
    require_basis(first, there);
}

// Derivatives along other directions would be another matrix at every sample.
void SubmittedSensitivities::require_basis(std::uint64_t first, std::uint64_t count) const {
    const std::size_t each = rows_ * columns_[0];
    for (std::size_t i = 0; i < count; ++i) {
        const double *const basis = &truth_[0][i * samples_ * each], *const own = &predicted_[0][i * samples_ * each];
        double largest = 0, off = 0;
        for (std::size_t j = 0; j < each; ++j) {
            largest = std::max(largest, std::fabs(basis[j]));
            if (std::isfinite(own[j])) off = std::max(off, std::fabs(own[j] - basis[j]));
        }
        if (off > copied * largest)
            throw DataError(where(submission_, paths[0]), "of trajectory " + std::to_string(first + i) +
                                                              " at t = 0 is off from /sensitivity/basis of " +
                                                              truth_file_.path().string() + " by " + short_number(off) +
                                                              "; derivatives are along the directions of that basis");
    }
}

SensitivityView SubmittedSensitivities::view(const Pair& arrays, std::size_t i, std::size_t sample) const {
    const std::size_t at = (i * samples_ + sample) * rows_;
    return {&arrays[0][at * columns_[0]], columns_[1] > 0 ? &arrays[1][at * columns_[1]] : nullptr};
}

std::vector<double> SubmittedSensitivities::scales(const SystemSpec& spec, const std::vector<double>& drawn) const {
    std::vector<double> scales;
    for (const VariedProperty& number :
         stored_parameters(with_values(spec, drawn), pointers_, where(truth_file_, "/sensitivity/pointer"))) {
        const double size = std::fabs(std::get<Constant>(number.distribution).value);
        scales.push_back(size > 0 ? size : 1);
    }
    return scales;
}

}  // namespace cchnn
