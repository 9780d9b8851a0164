#include "score/naive/naive_training_set.hpp"

#include <algorithm>
#include <cmath>

#include "core/counted.hpp"
#include "core/errors.hpp"
#include "core/to_size.hpp"
#include "score/trajectory_blocks.hpp"

namespace cchnn {
namespace {

std::string shape_of(const TrajectoryFileInfo& info) {
    return counted(info.nodes, "node") + " in " + counted(info.dimension, "dimension");
}

}  // namespace

NaiveTrainingSet::NaiveTrainingSet(const std::filesystem::path& path, const TrajectoryFileInfo& test,
                                   const GeneralisedCoordinates* coordinates)
    : file_(path), coordinates_(coordinates) {
    const TrajectoryFileInfo& info = file_.info();
    const auto refuse = [&](const std::string& what) { throw DataError(path.string(), what); };
    if (info.description.kind != "dataset") refuse("is a submission, expected a training set");
    if (info.count == 0 || info.samples == 0) refuse("has no trajectories, expected a training set");
    if (info.nodes != test.nodes || info.dimension != test.dimension)
        refuse("holds " + shape_of(info) + ", but the test set has " + shape_of(test));
    if (info.description.nodes != test.description.nodes)  // splits of a suite have other names
        refuse("is of " + info.system_name + ", whose bodies are not those of " + test.system_name);
}

NaiveStates NaiveTrainingSet::read(std::uint64_t first, std::uint64_t count) const {
    NaiveStates read{first, count, {}, {}};
    file_.read(first, count, read.positions, read.rates);
    if (!coordinates_) return read;
    const std::size_t size = read.positions.size() / count, width = to_size(coordinates_->count()) * samples();
    NaiveStates angles{first, count, std::vector<double>(count * width), std::vector<double>(count * width)};
    for (std::size_t i = 0; i < count; ++i)
        coordinates_->along_trajectory(samples(), dt(), &read.positions[i * size], &read.rates[i * size],
                                       &angles.positions[i * width], &angles.rates[i * width]);
    return angles;
}

void NaiveTrainingSet::for_each_block(
    const std::function<void(const NaiveStates&, const std::vector<bool>& complete)>& body) const {
    const TrajectoryFileInfo& info = file_.info();
    const std::uint64_t size = trajectories_per_block(info);
    for (std::uint64_t first = 0; first < info.count; first += size) {
        const std::uint64_t count = std::min(size, info.count - first);
        body(read(first, count), file_.read_completed(first, count));
    }
}

// Welford's update of a mean and a sum of squared deviations. The plain sum of squares would lose the spread of a
// feature whose mean is large. Each feature has its own count, since a state may be finite in some of them only.
void FeatureTally::add(const double* f) {
    for (std::size_t k = 0; k < mean_.size(); ++k) {
        if (!std::isfinite(f[k])) continue;
        const double off = f[k] - mean_[k];
        mean_[k] += off / ++seen_[k];
        squares_[k] += off * (f[k] - mean_[k]);
    }
}

FeatureStatistics FeatureTally::finish() const {
    FeatureStatistics found{mean_, std::vector<double>(mean_.size(), 0)};
    for (std::size_t k = 0; k < mean_.size(); ++k)
        if (seen_[k] > 0) found.spread[k] = std::sqrt(squares_[k] / seen_[k]);
    return found;
}

FeatureStatistics statistics_of(const NaiveTrainingSet& train, const NaiveFeatures& features) {
    FeatureTally tally(features.count());
    std::vector<double> f(features.count());
    train.for_each_block([&](const NaiveStates& block, const std::vector<bool>&) {
        for (std::size_t at = 0; at < block.positions.size(); at += features.width()) {
            features.of(&block.positions[at], &block.rates[at], f.data());
            tally.add(f.data());
        }
    });
    return tally.finish();
}

}  // namespace cchnn
