#include "score/information_bound.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
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

namespace {

constexpr double nothing_left = 1e-8;  // of a column's length
constexpr double no_change = 1e-9;     // of the length of y

using Column = std::vector<double>;

double column_product(const Column& a, const Column& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
    return sum;
}
double column_length(const Column& a) { return std::sqrt(column_product(a, a)); }

// Subtracts the projection of a column onto orthonormal ones. Twice, which is enough for rounding (Giraud, Langou
// 2002).
void take_out(const Columns& units, Column& column) {
    for (int pass = 0; pass < 2; ++pass)
        for (const Column& unit : units) {
            const double share = column_product(column, unit);
            for (std::size_t i = 0; i < column.size(); ++i) column[i] -= share * unit[i];
        }
}

// Orthonormal columns that span the same space, by Gram-Schmidt. Columns of which nothing is left, measured by their
// `lengths`, are dropped. These are given, since columns that have been reduced before are shorter than they were.
Columns basis_of(const Columns& columns, const std::vector<double>& lengths) {
    Columns units;
    for (std::size_t j = 0; j < columns.size(); ++j) {
        Column column = columns[j];
        take_out(units, column);
        const double left = column_length(column);
        if (!(left > nothing_left * lengths[j])) continue;
        for (double& c : column) c /= left;
        units.push_back(std::move(column));
    }
    return units;
}

// The triangle R of columns = Q R, by Householder reflections; as many rows as columns.
Columns triangle_of(Columns columns) {
    const std::size_t n = columns.size(), rows = columns.front().size();
    for (std::size_t j = 0; j < std::min(n, rows); ++j) {
        Column mirror(columns[j].begin() + j, columns[j].end());
        const double size = column_length(mirror);
        if (size == 0) continue;
        mirror[0] += mirror[0] < 0 ? -size : size;
        const double square = column_product(mirror, mirror);
        for (std::size_t c = j; c < n; ++c) {
            double share = 0;
            for (std::size_t i = 0; i < mirror.size(); ++i) share += mirror[i] * columns[c][j + i];
            for (std::size_t i = 0; i < mirror.size(); ++i) columns[c][j + i] -= 2 * share / square * mirror[i];
        }
    }
    for (std::size_t j = 0; j < n; ++j) {
        columns[j].resize(n, 0.0);
        std::fill(columns[j].begin() + (std::min(j + 1, n)), columns[j].end(), 0.0);
    }
    return columns;
}

}  // namespace

void InformationBound::add(const Columns& parameters, const Columns& nuisances, double size) {
    std::vector<double> whole;
    for (const Column& nuisance : nuisances) whole.push_back(column_length(nuisance));
    const Columns units = basis_of(nuisances, whole);
    size_ += size * size;
    if (parameters.empty()) return;
    for (std::size_t j = 0; j < parameters.size(); ++j) {
        lengths_[j] += column_product(parameters[j], parameters[j]);
        Column reduced = parameters[j];
        take_out(units, reduced);
        triangle_[j].insert(triangle_[j].end(), reduced.begin(), reduced.end());
    }
    triangle_ = triangle_of(std::move(triangle_));
}

std::vector<std::optional<double>> InformationBound::deviations() const {
    std::vector<std::optional<double>> deviations(triangle_.size());
    std::vector<double> whole;
    // A parameter that does not change y gets an infinite length: no rest reaches a share of it.
    for (const double square : lengths_)
        whole.push_back(std::sqrt(square) > no_change * std::sqrt(size_) ? std::sqrt(square)
                                                                         : std::numeric_limits<double>::infinity());
    const auto without = [](auto all, std::size_t j) {
        all.erase(all.begin() + j);
        return all;
    };
    for (std::size_t j = 0; j < triangle_.size(); ++j) {
        Column left = triangle_[j];
        take_out(basis_of(without(triangle_, j), without(whole, j)), left);
        const double rest = column_length(left);
        if (rest > nothing_left * whole[j]) deviations[j] = 1 / rest;
    }
    return deviations;
}

}  // namespace cchnn
