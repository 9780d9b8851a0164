#include "score/submission/truth_spread.hpp"

#include <algorithm>
#include <cmath>

#include "core/to_size.hpp"
#include "score/submission/trajectory_blocks.hpp"

namespace cchnn {
namespace {

// Squares are of the distance from the first state, which is near the mean: little is lost to rounding.
class EntrySums {
  public:
    explicit EntrySums(std::size_t entries) : sums_(entries), squares_(entries) {}

    void add(const std::vector<double>& states) {
        if (first_.empty()) first_.assign(states.begin(), states.begin() + static_cast<std::ptrdiff_t>(sums_.size()));
        for (std::size_t at = 0; at < states.size(); at += sums_.size()) {
            for (std::size_t i = 0; i < sums_.size(); ++i) {
                const double off = states[at + i] - first_[i];
                sums_[i] += off;
                squares_[i] += off * off;
            }
            ++count_;
        }
    }

    std::vector<double> deviations() const {
        constexpr double still = 1e-9;
        const double n = static_cast<double>(count_);
        std::vector<double> sigma;
        for (std::size_t i = 0; i < sums_.size(); ++i)
            sigma.push_back(std::sqrt(std::max(0.0, squares_[i] / n - (sums_[i] / n) * (sums_[i] / n))));
        const double largest = *std::max_element(sigma.begin(), sigma.end());
        for (double& one : sigma)
            if (one <= still * largest) one = 0;
        return sigma;
    }

  private:
    std::vector<double> first_, sums_, squares_;
    std::uint64_t count_ = 0;
};

}  // namespace

TruthSpread truth_spread(const TrajectoryFile& truth) {
    const TrajectoryFileInfo& info = truth.info();
    const std::size_t entries = to_size(info.nodes * info.dimension);
    EntrySums x(entries), v(entries);
    for_each_trajectory_block(truth, trajectories_per_block(info), [&](const TrajectoryBlock& block) {
        x.add(block.x);
        v.add(block.v);
    });
    TruthSpread spread{x.deviations(), v.deviations()};
    const auto still = [](const std::vector<double>& sigma) {
        return std::all_of(sigma.begin(), sigma.end(), [](double one) { return one == 0; });
    };
    if (still(spread.x) && still(spread.v)) spread = {std::vector(entries, 1.0), std::vector(entries, 1.0)};
    return spread;
}

}  // namespace cchnn
