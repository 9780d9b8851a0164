#pragma once
// A model of measurement: what an instrument observes of a trajectory:
//
//   (1)  some of the samples: the first one and, of the others, those with the smallest of one random number each
//   (2)  some of the nodes; seen along a direction w, two coordinates are left: those along w x up and (w x up) x w
//        (in a plane one, across w)
//   (3)  y = x + s_x N(0, 1), s_x = relative S_x or absolute; the same of v; S is the standard deviation of what (2)
//        leaves, of all entries about their means over time
//   (4)  lost: a node at a sample, each with the same probability, but not at the first sample. NaN
//
// Random numbers depend on (seed, split, trajectory, purpose: samples, noise of x, noise of v, loss) and are drawn for
// every sample and node of the reference. So views of one seed that differ in noise, loss or the number of samples
// share their random numbers, and hiding a body does not change the observations of the others. Only + - * /, sqrt and
// the correctly rounded log of normal_quantile(): the same bits on every machine.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/errors.hpp"
#include "core/split.hpp"
#include "core/to_size.hpp"

namespace cchnn {

// The parameters of (1) to (4), as users give them.
struct ObservationRecipe {
    double noise = 0;                    // relative to the spread; or
    double noise_absolute = 0;           // in the units of x and of v
    double dropout = 0;                  // probability, 0 <= p < 1
    double times = 1;                    // share of the samples, 0 < s <= 1; at least two
    std::vector<std::string> hide = {};  // bodies
    bool velocities = true;
    std::vector<double> camera = {};  // w: as many numbers as axes; none: all axes
    bool float32 = false;             // what is stored
    std::uint64_t seed = 0;

    // All violated rules, each under the name of its flag.
    std::vector<Problem> check() const;
};

// The rows that (2) multiplies positions by; without a camera all axes of space. Throws UsageError if the number of
// entries is wrong, their length is 0 or not finite, or d = 1.
std::vector<std::vector<double>> camera_axes(const std::vector<double>& camera, int dimension);

// The observation of one trajectory, for K kept samples.
struct ObservedTrajectory {
    std::vector<std::int64_t> samples;   // (K) numbers of samples of the truth
    std::vector<double> x, v;            // (K, nodes seen, axes seen)
    std::vector<std::uint8_t> observed;  // (K, nodes seen)
};

// Applies a recipe to the trajectories of one split. It reads all of them once for S, and then observes each. Stories
// that export views own one.
class Observer {
  public:
    // `seen`: indices of the visible nodes, out of `nodes`.
    Observer(const ObservationRecipe& recipe, Split split, int samples, int nodes, int dimension,
             const std::vector<int>& seen);

    int kept_samples() const { return kept_; }
    int axes() const { return count_of(axes_); }

    // Accumulates S of (3): every trajectory in order, before any is observed.
    void add_to_spread(const double* x, const double* v);
    double spread_x() const;
    double spread_v() const;

    // x, v are (T, n, d).
    ObservedTrajectory observe(std::uint64_t trajectory, const double* x, const double* v) const;

  private:
    std::vector<double> seen_of(const double* states) const;  // (T, nodes seen, axes seen)
    std::vector<std::int64_t> kept_of(std::uint64_t trajectory) const;
    void add_noise(std::uint64_t trajectory, std::uint32_t which, double scale, std::vector<double>& values) const;
    double scale_of(double spread) const;

    ObservationRecipe recipe_;
    Split split_;
    int samples_, nodes_, dimension_, kept_;
    std::vector<int> seen_;
    std::vector<std::vector<double>> axes_;
    double squares_x_ = 0, squares_v_ = 0, entries_ = 0;
};

}  // namespace cchnn
