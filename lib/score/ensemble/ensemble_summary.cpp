#include "score/ensemble/ensemble_summary.hpp"

#include <algorithm>
#include <cmath>

#include "core/counted.hpp"
#include "core/to_size.hpp"
#include "score/statistics/student_t.hpp"

namespace cchnn {
namespace {

constexpr std::size_t fewest_for_shares = 5;  // trajectories

// Of a share, which is 0 .. 1.
std::optional<Interval> share_interval(const Centre& centre) {
    if (centre.dof + 1 < fewest_for_shares || !(centre.variance_of_mean > 0)) return std::nullopt;
    const double off = student_t_95(centre.dof) * std::sqrt(centre.variance_of_mean);
    return Interval{std::max(0.0, centre.mean - off), std::min(1.0, centre.mean + off)};
}

// Whether a mean of these squares has an interval that covers: from 100 trajectories on, if the logarithms above their
// median spread by at most 0.8 about it (root mean square). Squares near 0 do no harm to a mean, however few they are.
bool light_tailed(std::vector<double> squares) {
    constexpr std::size_t fewest = 100;
    constexpr double widest = 0.8;
    if (squares.size() < fewest) return false;
    std::sort(squares.begin(), squares.end());
    const double median = percentile(squares, 0.5);
    double spread = 0, above = 0;
    for (const double square : squares) {
        if (!(square > median)) continue;
        spread += std::pow(std::log(square / median), 2);
        ++above;
    }
    return above == 0 || spread / above <= widest * widest;
}

// (1), of the squares of each trajectory. The interval is that of a ratio of two means, by the delta method.
void add_spread_skill(const std::vector<double>& spread, const std::vector<double>& error, EnsembleSummary& summary) {
    const double of_spread = mean_of(spread), of_error = mean_of(error);
    if (!std::isfinite(of_spread) || !std::isfinite(of_error) || of_spread == 0 || of_error == 0) return;
    const double ratio = std::sqrt(of_spread / of_error);
    summary.spread_skill = ratio;
    std::vector<double> apart;
    for (std::size_t i = 0; i < spread.size(); ++i) apart.push_back(spread[i] / of_spread - error[i] / of_error);
    const Centre centre = centre_of(apart);
    if (spread.size() < fewest_for_shares || !(centre.variance_of_mean > 0)) return;
    if (!light_tailed(spread) || !light_tailed(error)) return;
    const double off = student_t_95(centre.dof) * std::sqrt(centre.variance_of_mean) / 2;
    summary.spread_skill_ci95 = Interval{ratio * std::exp(-off), ratio * std::exp(off)};
}

}  // namespace

EnsembleSummaryTally::EnsembleSummaryTally(int members)
    : members_(members),
      intervals_(central_intervals(members)),
      ranks_(to_size(members) + 1),
      rank_squares_(ranks_.size()) {}

void EnsembleSummaryTally::add(const EnsembleScores& scores) {
    spread_.push_back(scores.spread_squares);
    error_.push_back(scores.error_squares);
    for (std::size_t c = 0; c < covered_.size(); ++c) covered_[c].push_back(intervals_[c].covered(scores.ranks));
    for (std::size_t r = 0; r < ranks_.size(); ++r) {
        ranks_[r] += scores.ranks[r];
        rank_squares_[r] += scores.ranks[r] * scores.ranks[r];
    }
}

// Entries without a rank are those of samples at which a member is not finite; the shares of the ranks add up to less
// than 1 by as much.
EnsembleSummary EnsembleSummaryTally::finish() const {
    EnsembleSummary summary;
    summary.members = members_;
    add_spread_skill(spread_, error_, summary);
    for (std::size_t c = 0; c < covered_.size(); ++c)
        summary.coverage[c] = {intervals_[c], mean_of(covered_[c]), share_interval(centre_of(covered_[c]))};
    const double n = to_double(spread_.size());
    double ranked = 0;
    for (std::size_t r = 0; r < ranks_.size(); ++r) {
        const double mean = ranks_[r] / n, variance = n > 1 ? (rank_squares_[r] / n - mean * mean) / (n - 1) : 0;
        summary.ranks.push_back({mean, share_interval({mean, variance, n - 1})});
        ranked += mean;
    }
    summary.unranked = ranked > 1 - 1e-9 ? 0 : 1 - ranked;
    return summary;
}

}  // namespace cchnn
