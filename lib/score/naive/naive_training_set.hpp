#pragma once
// The training set of a naive forecast, read in blocks of bounded memory as positions and rates (naive_features.hpp),
// and what follows from one pass over it.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <vector>

#include "dataset/reader/trajectory_file.hpp"
#include "score/naive/naive_features.hpp"

namespace cchnn {

// Positions and rates of trajectories first .. first + count - 1, (count, T, m).
struct NaiveStates {
    std::uint64_t first = 0, count = 0;
    std::vector<double> positions, rates;
};

// An open training set as positions and rates, in coordinates if wanted. Owned by NaiveForecast.
class NaiveTrainingSet {
  public:
    // Throws IoError, DataError: no dataset, an empty one, or one of other bodies than `test`.
    NaiveTrainingSet(const std::filesystem::path& path, const TrajectoryFileInfo& test,
                     const GeneralisedCoordinates* coordinates);

    const TrajectoryFile& file() const { return file_; }
    int samples() const { return file_.info().samples; }
    double dt() const { return file_.info().description.times.dt; }

    NaiveStates read(std::uint64_t first, std::uint64_t count) const;
    // With `complete`, of each trajectory of the block whether it reached its end.
    void for_each_block(const std::function<void(const NaiveStates&, const std::vector<bool>& complete)>& body) const;

  private:
    TrajectoryFile file_;
    const GeneralisedCoordinates* coordinates_;  // null: x and v
};

// Mean and standard deviation of each feature over trajectories and samples, without values that are not finite.
struct FeatureStatistics {
    std::vector<double> mean, spread;
};
// Computes FeatureStatistics state by state, by Welford's recurrence for each feature.
class FeatureTally {
  public:
    explicit FeatureTally(std::size_t count) : mean_(count), squares_(count), seen_(count) {}
    void add(const double* f);
    FeatureStatistics finish() const;

  private:
    std::vector<double> mean_, squares_, seen_;
};
FeatureStatistics statistics_of(const NaiveTrainingSet& train, const NaiveFeatures& features);

}  // namespace cchnn
