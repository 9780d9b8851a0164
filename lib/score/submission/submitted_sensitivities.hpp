#pragma once
// The derivatives of a test set (generate --with sensitivities) and of a submission to it, block by block. A submission
// has /sensitivity/start, and /sensitivity/parameters where the test set has it, with the shapes of the test set and along
// the directions of its /sensitivity/basis.

#include <array>

#include "dataset/reader/trajectory_file.hpp"
#include "score/metrics/sensitivity_error.hpp"
#include "spec/system_spec.hpp"

namespace cchnn {

// Throws UsageError if the test set has no derivatives.
void require_sensitivities(const TrajectoryFile& truth);

// score_submission.cpp has one for each submission. Used by one thread; views are read by several.
class SubmittedSensitivities {
  public:
    // Throws DataError where arrays are missing or have other shapes.
    SubmittedSensitivities(const TrajectoryFile& truth, const TrajectoryFile& submission);

    std::size_t directions() const { return columns_[0]; }
    std::size_t numbers() const { return columns_[1]; }

    // The next block. Trajectories and samples that a submission lacks are NaN. Throws DataError if its derivatives at
    // t = 0 are not the basis.
    void read(std::uint64_t first, std::uint64_t count);

    // Of trajectory i of the block, from a sample on.
    SensitivityView truth(std::size_t i, std::size_t sample) const { return view(truth_, i, sample); }
    SensitivityView predicted(std::size_t i, std::size_t sample) const { return view(predicted_, i, sample); }
    const double* bound(std::size_t i, std::size_t sample) const { return &bounds_[i * samples_ + sample]; }
    // |theta| of each number, for the drawn numbers of a trajectory; 1 where it is 0.
    std::vector<double> scales(const SystemSpec& spec, const std::vector<double>& drawn) const;

  private:
    using Pair = std::array<std::vector<double>, 2>;  // of the start, and of numbers
    SensitivityView view(const Pair& arrays, std::size_t i, std::size_t sample) const;
    void require_basis(std::uint64_t first, std::uint64_t count) const;

    const TrajectoryFile &truth_file_, &submission_;
    std::size_t samples_, own_samples_, rows_;
    std::array<std::size_t, 2> columns_{};
    std::vector<std::string> pointers_;
    Pair truth_, predicted_;
    std::vector<double> bounds_;
};

}  // namespace cchnn
