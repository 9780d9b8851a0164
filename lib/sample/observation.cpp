#include "sample/observation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/number_text.hpp"
#include "core/option.hpp"
#include "core/to_size.hpp"
#include "sample/random_stream.hpp"

namespace cchnn {
namespace {

// Separates the random streams from those of states (sampler.cpp); the purpose and the split are in the low bits.
constexpr std::uint32_t view_stream = 0x400;
constexpr std::uint32_t noise_of_x = 0, noise_of_v = 1, loss = 2, choice_of_times = 3;

RandomStream view_stream_of(std::uint64_t seed, Split split, std::uint64_t trajectory, std::uint32_t which) {
    return {seed, view_stream | static_cast<std::uint32_t>(split) << 4 | which, static_cast<std::uint32_t>(trajectory),
            static_cast<std::uint32_t>(trajectory >> 32)};
}

using Numbers = std::vector<double>;

Numbers cross_product(const Numbers& a, const Numbers& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

Numbers direction_of(Numbers a) {
    double square = 0;
    for (const double c : a) square += c * c;
    const double length = std::sqrt(square);
    for (double& c : a) c /= length;
    return a;
}

// The sum of squared deviations of each entry from its mean over time.
double squares_about_means(const Numbers& values, int samples) {
    const std::size_t size = values.size() / to_size(samples);
    double squares = 0;
    for (std::size_t i = 0; i < size; ++i) {
        double sum = 0;
        for (std::size_t at = i; at < values.size(); at += size) sum += values[at];
        const double mean = sum / samples;
        for (std::size_t at = i; at < values.size(); at += size) squares += (values[at] - mean) * (values[at] - mean);
    }
    return squares;
}

// The rows of the kept samples, of `size` numbers each.
Numbers kept_rows(const Numbers& all, const std::vector<std::int64_t>& kept, std::size_t size) {
    Numbers rows;
    for (const std::int64_t k : kept) {
        const auto begin = all.begin() + k * static_cast<std::ptrdiff_t>(size);
        rows.insert(rows.end(), begin, begin + static_cast<std::ptrdiff_t>(size));
    }
    return rows;
}

}  // namespace

std::vector<Problem> ObservationRecipe::check() const {
    std::vector<Problem> problems;
    const auto rule = [&](bool holds, const std::string& flag, const std::string& what) {
        if (!holds) problems.push_back({flag, what});
    };
    const auto at_least_0 = [&](double number, const std::string& flag) {
        rule(std::isfinite(number) && number >= 0, flag, "must be >= 0, got " + short_number(number));
    };
    at_least_0(noise, option("noise"));
    at_least_0(noise_absolute, option("noise-absolute"));
    rule(noise == 0 || noise_absolute == 0, option("noise-absolute"), "cannot be combined with " + option("noise"));
    rule(dropout >= 0 && dropout < 1, option("dropout"), "must be >= 0 and < 1, got " + short_number(dropout));
    rule(times > 0 && times <= 1, option("times"), "must be > 0 and <= 1, got " + short_number(times));
    for (const double c : camera)
        rule(std::isfinite(c), option("camera"), "must be finite numbers, got " + short_number(c));
    return problems;
}

// The axes right of and above the line of sight, in a plane the one to its left; without a camera all axes of space.
std::vector<std::vector<double>> camera_axes(const std::vector<double>& camera, int dimension) {
    if (camera.empty()) {
        std::vector<Numbers> all(dimension, Numbers(dimension));
        for (std::size_t i = 0; i < all.size(); ++i) all[i][i] = 1;
        return all;
    }
    if (dimension == 1) throw UsageError(option("camera"), "needs two axes or three, this system has one");
    if (camera.size() != to_size(dimension))
        throw UsageError(option("camera"), "must be " + std::to_string(dimension) +
                                               " numbers, the direction of sight, got " +
                                               std::to_string(camera.size()));
    const Numbers w = direction_of(camera);
    if (!std::ranges::all_of(w, [](double c) { return std::isfinite(c); }))
        throw UsageError(option("camera"), "must be a direction that is neither 0 nor too long or short for a float64");
    if (dimension == 2) return {{-w[1], w[0]}};
    const bool upright = std::abs(w[0]) < 1e-9 && std::abs(w[1]) < 1e-9;
    const Numbers right = direction_of(cross_product(w, upright ? Numbers{0, 1, 0} : Numbers{0, 0, 1}));
    return {right, cross_product(right, w)};
}

Observer::Observer(const ObservationRecipe& recipe, Split split, int samples, int nodes, int dimension,
                   const std::vector<int>& seen)
    : recipe_(recipe),
      split_(split),
      samples_(samples),
      nodes_(nodes),
      dimension_(dimension),
      kept_(std::min(samples, std::max(2, static_cast<int>(std::floor(recipe.times * samples + 0.5))))),
      seen_(seen),
      axes_(camera_axes(recipe.camera, dimension)) {}

// (2). Without a camera entries are copied: products with 0 and 1 would turn -0 into 0 and spread a NaN.
std::vector<double> Observer::seen_of(const double* states) const {
    Numbers seen;
    for (int k = 0; k < samples_; ++k)
        for (const int node : seen_) {
            const double* x = states + (to_size(k) * nodes_ + node) * to_size(dimension_);
            for (const Numbers& axis : axes_) {
                double along = 0;
                for (std::size_t i = 0; i < axis.size(); ++i) along += axis[i] * x[i];
                seen.push_back(recipe_.camera.empty() ? x[&axis - axes_.data()] : along);
            }
        }
    return seen;
}

void Observer::add_to_spread(const double* x, const double* v) {
    const Numbers of_x = seen_of(x), of_v = seen_of(v);
    squares_x_ += squares_about_means(of_x, samples_);
    squares_v_ += squares_about_means(of_v, samples_);
    entries_ += static_cast<double>(of_x.size());
}
double Observer::spread_x() const { return std::sqrt(squares_x_ / entries_); }
double Observer::spread_v() const { return std::sqrt(squares_v_ / entries_); }

double Observer::scale_of(double spread) const {
    return recipe_.noise_absolute > 0 ? recipe_.noise_absolute : recipe_.noise * spread;
}

// Numbers are drawn for all nodes, so that hiding one does not change those of the others.
void Observer::add_noise(std::uint64_t trajectory, std::uint32_t which, double scale, Numbers& values) const {
    if (scale == 0) return;
    RandomStream random = view_stream_of(recipe_.seed, split_, trajectory, which);
    std::vector<bool> is_seen(nodes_);
    for (const int node : seen_) is_seen[node] = true;
    std::size_t at = 0;
    for (int k = 0; k < samples_; ++k)
        for (int node = 0; node < nodes_; ++node)
            for (int axis = 0; axis < axes(); ++axis) {
                const double drawn = random.normal();
                if (is_seen[node]) values[at++] += scale * drawn;
            }
}

// (1): the samples with the smallest random keys.
std::vector<std::int64_t> Observer::kept_of(std::uint64_t trajectory) const {
    std::vector<std::int64_t> kept(samples_);
    for (int k = 0; k < samples_; ++k) kept[k] = k;
    if (kept_ == samples_) return kept;
    RandomStream random = view_stream_of(recipe_.seed, split_, trajectory, choice_of_times);
    Numbers key(samples_);
    for (double& u : key) u = random.uniform();
    key[0] = 0;  // the first sample is always kept
    const auto before = [&](std::int64_t a, std::int64_t b) {
        const double u = key[a], w = key[b];
        return u != w ? u < w : a < b;
    };
    std::nth_element(kept.begin(), kept.begin() + kept_, kept.end(), before);
    kept.resize(kept_);
    std::ranges::sort(kept);
    return kept;
}

ObservedTrajectory Observer::observe(std::uint64_t trajectory, const double* x, const double* v) const {
    ObservedTrajectory seen;
    seen.samples = kept_of(trajectory);
    Numbers of_x = seen_of(x), of_v = seen_of(v);
    add_noise(trajectory, noise_of_x, scale_of(spread_x()), of_x);
    add_noise(trajectory, noise_of_v, scale_of(spread_v()), of_v);
    RandomStream random = view_stream_of(recipe_.seed, split_, trajectory, loss);
    std::vector<std::uint8_t> observed(to_size(samples_) * nodes_);
    for (std::size_t i = 0; i < observed.size(); ++i)
        observed[i] = random.uniform() >= recipe_.dropout || i < to_size(nodes_);
    const std::size_t size = seen_.size() * axes_.size();
    seen.x = kept_rows(of_x, seen.samples, size);
    seen.v = kept_rows(of_v, seen.samples, size);
    for (const std::int64_t k : seen.samples)
        for (const int node : seen_) seen.observed.push_back(observed[static_cast<std::size_t>(k) * nodes_ + node]);
    for (std::size_t i = 0; i < seen.x.size(); ++i)
        if (!seen.observed[i / axes_.size()]) seen.x[i] = seen.v[i] = std::numeric_limits<double>::quiet_NaN();
    return seen;
}

}  // namespace cchnn
