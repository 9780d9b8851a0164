#include "score/instrument.hpp"

#include <numeric>

#include "core/number_text.hpp"
#include "core/option.hpp"
#include "core/to_size.hpp"

namespace cchnn {

Instrument::Instrument(const TrajectoryFile& truth, double noise)
    : count_(truth.info().count),
      samples_(truth.info().samples),
      nodes_(truth.info().nodes),
      dimension_(truth.info().dimension),
      visible_(nodes_),
      axes_(camera_axes({}, dimension_)),
      noise_x_(noise),
      noise_v_(noise) {
    std::iota(visible_.begin(), visible_.end(), 0);
}

Instrument::Instrument(const std::filesystem::path& view, const TrajectoryFile& truth)
    : view_(view),
      count_(view_->info().count),
      samples_(truth.info().samples),
      nodes_(truth.info().nodes),
      dimension_(truth.info().dimension),
      visible_(view_->info().seen),
      axes_(camera_axes(view_->info().recipe.camera, dimension_)),
      noise_x_(0),
      noise_v_(0) {
    check(truth);
    const ViewDescription& said = view_->info();
    const auto noise = [&](double spread) {
        return said.recipe.noise_absolute > 0 ? said.recipe.noise_absolute : said.recipe.noise * spread;
    };
    noise_x_ = noise(said.spread_x);
    if (said.recipe.velocities) noise_v_ = noise(said.spread_v);
    if (!(noise_x_ > 0) || (said.recipe.velocities && !(noise_v_ > 0)))
        throw UsageError(option("observed"),
                         view.string() + " has no noise, and the Cramer-Rao bound needs noise; give a view with " +
                             option("noise") + " or " + option("noise-absolute"));
}

// Throws DataError if the view has not the shape of this truth.
void Instrument::check(const TrajectoryFile& truth) const {
    const ViewDescription& said = view_->info();
    std::vector<Problem> problems;
    const auto rule = [&](bool holds, const char* what, std::int64_t found, std::int64_t expected) {
        if (!holds)
            problems.push_back({said.split + " of the view", std::string("has ") + what + " " + std::to_string(found) +
                                                                 ", its reference solution " + truth.path().string() +
                                                                 " has " + std::to_string(expected)});
    };
    rule(said.truth_samples == samples_, "truth_samples", said.truth_samples, samples_);
    rule(said.count <= truth.info().count, "trajectories", static_cast<std::int64_t>(said.count),
         static_cast<std::int64_t>(truth.info().count));
    rule(to_size(said.axes) == axes_.size(), "axes", said.axes, static_cast<std::int64_t>(axes_.size()));
    for (const int node : visible_) rule(node < nodes_, "node", node, nodes_);
    if (!problems.empty()) throw DataError(std::move(problems));
}

std::vector<ObservedTrajectory> Instrument::seen(std::uint64_t first, std::uint64_t count) const {
    if (view_) return view_->read(first, count);
    ObservedTrajectory all;
    all.samples.resize(samples_);
    std::iota(all.samples.begin(), all.samples.end(), 0);
    all.observed.assign(to_size(samples_) * nodes_, 1);
    return std::vector<ObservedTrajectory>(count, all);
}

void Instrument::add_row(const double* state, double noise, std::vector<double>& rows) const {
    for (const std::vector<double>& axis : axes_) {
        double along = 0;
        for (std::size_t i = 0; i < axis.size(); ++i) along += axis[i] * state[i];
        rows.push_back(along / noise);
    }
}

std::vector<double> Instrument::rows(const ObservedTrajectory& seen, const double* x, const double* v) const {
    std::vector<double> rows;
    for (std::size_t k = 0; k < seen.samples.size(); ++k)
        for (std::size_t i = 0; i < visible_.size(); ++i) {
            if (seen.observed[k * visible_.size() + i] == 0) continue;
            const std::size_t at = (seen.samples[k] * to_size(nodes_) + visible_[i]) * to_size(dimension_);
            add_row(x + at, noise_x_, rows);
            if (noise_v_ > 0) add_row(v + at, noise_v_, rows);
        }
    return rows;
}

}  // namespace cchnn
