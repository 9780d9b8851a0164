#include "score/ensemble/ensemble_scores.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/counted.hpp"
#include "core/to_size.hpp"
#include "score/statistics/intervals.hpp"

namespace cchnn {
namespace {

constexpr double worst = std::numeric_limits<double>::infinity();

// The second sum of (1), of sorted members: 1/M^2 sum over m < l of X_(l) - X_(m). Member
// i is the larger one of i pairs and the smaller one of M - 1 - i, hence its weight: M operations in place of M^2.
// Counted from the smallest member, so that no digits are lost where all are far from 0.
double half_mean_distance(const double* sorted, std::size_t members) {
    if (members < 2) return 0;
    const double m = to_double(members);
    double sum = 0;
    for (std::size_t i = 0; i < members; ++i) sum += (2 * to_double(i) - m + 1) * (sorted[i] - sorted[0]);
    return sum / (m * m);
}

// The fair second sum over that of (1).
double fair(std::size_t members) { return members < 2 ? 0 : to_double(members) / to_double(members - 1); }

}  // namespace

// Of a standard normal law and y: y (2 Phi(y) - 1) + 2 phi(y) - 1/sqrt(pi).
double normal_crps(const CoordinateSpread& spread, const double* truth_x, const double* truth_v) {
    const std::size_t size = spread.sigma.size() / 2;
    double sum = 0;
    for (const std::size_t i : spread.moving) {
        const double y = ((i < size ? truth_x[i] : truth_v[i - size]) - spread.mean[i]) / spread.sigma[i];
        sum += y * std::erf(y / std::numbers::sqrt2) +
               std::numbers::inv_sqrtpi * (std::numbers::sqrt2 * std::exp(-y * y / 2) - 1);
    }
    return sum / to_double(spread.moving.size());
}

double CentralInterval::covered(const std::vector<double>& ranks) const {
    double share = 0;
    const int members = count_of(ranks) - 1;
    for (int r = k; r <= members - k; ++r) share += ranks[r];
    return share;
}

// M members divide the line into M + 1 places that are equally likely for y; k at either end are left out.
std::array<CentralInterval, 2> central_intervals(int members) {
    std::array<CentralInterval, 2> intervals{{{0.5}, {0.9}}};
    for (CentralInterval& interval : intervals) {
        const double places = members + 1, exact = (1 - interval.wanted) * places / 2;
        // Half way between two the wider one; rounding of 0.1 is no way to decide.
        interval.k = std::clamp(static_cast<int>(std::ceil(exact - 0.5 - 1e-9)), 1, std::max(1, members / 2));
        interval.nominal = std::max(0.0, (places - 2 * interval.k) / places);
    }
    return intervals;
}

EnsembleTally::EnsembleTally(const CoordinateSpread& spread, int members)
    : spread_(spread), members_(members), entries_(spread.moving.size()), sorted_(members_) {
    sums_.ranks.assign(members_ + 1, 0.0);
}

void EnsembleTally::add(const double* truth_x, const double* truth_v, const double* x, const double* v,
                        std::size_t stride) {
    ++samples_;
    states_.assign((members_ + 1) * entries_, 0.0);
    const std::size_t size = spread_.sigma.size() / 2;
    for (std::size_t entry = 0; entry < entries_; ++entry) {
        const std::size_t i = spread_.moving[entry], own = i < size ? i : i - size;
        const double *const truth = i < size ? truth_x : truth_v, *const states = i < size ? x : v;
        for (std::size_t m = 0; m < members_; ++m)
            states_[m * entries_ + entry] = states[m * stride + own] / spread_.sigma[i];
        states_[members_ * entries_ + entry] = truth[own] / spread_.sigma[i];
    }
    // A state counts as a whole: entries that are left out of the scores must be finite, too.
    bool finite = std::ranges::all_of(states_, [](double value) { return std::isfinite(value); });
    for (std::size_t m = 0; m < members_ && finite; ++m)
        for (std::size_t i = 0; i < size; ++i)
            finite = finite && std::isfinite(x[m * stride + i]) && std::isfinite(v[m * stride + i]);
    if (!finite) {
        sums_.crps_curve.push_back(worst);
        return add_worst();
    }
    add_entries();
    add_energy_score();
}

void EnsembleTally::add_missing(int samples) {
    samples_ += samples;
    if (samples > 0) add_worst();
    sums_.crps_curve.insert(sums_.crps_curve.end(), samples, worst);
}

// One sample with the worst value makes the mean of the trajectory the worst value.
void EnsembleTally::add_worst() {
    sums_.crps = sums_.energy_score = sums_.fair_crps = sums_.fair_energy_score = worst;
    sums_.spread_squares = sums_.error_squares = worst;
}

// (1), (3) and (4) of one sample.
void EnsembleTally::add_entries() {
    const double m = to_double(members_), d = to_double(entries_);
    double crps = 0;
    for (std::size_t i = 0; i < entries_; ++i) {
        const double y = states_[members_ * entries_ + i];
        double off = 0, mean = 0, squares = 0;
        for (std::size_t one = 0; one < members_; ++one) {
            sorted_[one] = states_[one * entries_ + i];
            off += std::abs(sorted_[one] - y);
            mean += (sorted_[one] - y) / m;
        }
        for (const double value : sorted_) squares += (value - y - mean) * (value - y - mean);
        std::ranges::sort(sorted_);
        // Never negative except by rounding: a gap with k members below counts min(k, M - k) / M at least in the first
        // term and k (M - k) / (M (M - 1)) in the fair second.
        const double apart = half_mean_distance(sorted_.data(), members_);
        const double score = std::max(0.0, off / m - apart) / d;
        sums_.crps += score;
        crps += score;
        sums_.fair_crps += std::max(0.0, off / m - fair(members_) * apart) / d;
        if (members_ > 1) sums_.spread_squares += (m + 1) / m * squares / (m - 1) / d;
        sums_.error_squares += mean * mean / d;
        const auto equal = std::equal_range(sorted_.begin(), sorted_.end(), y);
        const std::size_t lowest = equal.first - sorted_.begin(), highest = equal.second - sorted_.begin();
        for (std::size_t rank = lowest; rank <= highest; ++rank)
            sums_.ranks[rank] += 1 / (d * to_double(highest - lowest + 1));
    }
    sums_.crps_curve.push_back(crps);
}

// (2), over all pairs: norms of several entries have no order in which the sum of half_mean_distance() would do.
void EnsembleTally::add_energy_score() {
    const double m = to_double(members_);
    double off = 0, apart = 0;
    for (std::size_t a = 0; a < members_; ++a) {
        off += distance(a, members_);
        for (std::size_t b = 0; b < a; ++b) apart += distance(a, b);
    }
    // At most the first term, by the triangle inequality over the truth.
    const double pairs = apart / (m * m), length = std::sqrt(to_double(entries_));
    sums_.energy_score += std::max(0.0, off / m - pairs) / length;
    sums_.fair_energy_score += std::max(0.0, off / m - fair(members_) * pairs) / length;
}

double EnsembleTally::distance(std::size_t a, std::size_t b) const {
    const double *const one = &states_[a * entries_], *const other = &states_[b * entries_];
    double squares = 0;
    for (std::size_t i = 0; i < entries_; ++i) squares += (one[i] - other[i]) * (one[i] - other[i]);
    return std::sqrt(squares);
}

EnsembleScores EnsembleTally::finish() const {
    EnsembleScores means = sums_;
    for (double* sum : {&means.crps, &means.energy_score, &means.fair_crps, &means.fair_energy_score,
                        &means.spread_squares, &means.error_squares})
        *sum /= samples_;
    for (double& share : means.ranks) share /= samples_;
    return means;
}

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
    std::ranges::sort(squares);
    const double median = percentile(squares, 0.5);
    double spread = 0, above = 0;
    for (const double square : squares) {
        if (!(square > median)) continue;
        spread += std::pow(std::log(square / median), 2);
        ++above;
    }
    return above == 0 || spread / above <= widest * widest;
}

// (5), of the squares of each trajectory. The interval is that of a ratio of two means, by the delta method.
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
