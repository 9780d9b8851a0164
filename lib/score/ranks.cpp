#include "score/ranks.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/counted.hpp"
#include "sample/random_stream.hpp"
#include "score/statistics/intervals.hpp"

namespace cchnn {
namespace {

using Numbers = std::vector<double>;

constexpr std::uint32_t rank_stream = 0x72616e6b;  // "rank"
constexpr std::uint32_t most_draws = 2000;         // a share is then known to 1 %

// The ranked model of this name on one test set; null if it has none there.
const ModelScores* model_in(const Scores& scores, const std::string& label) {
    for (const ModelScores& model : scores.models)
        if (model.ranked() && model.label == label) return &model;
    return nullptr;
}

bool is_copy_of(const Scores& scores, const ModelScores& later, const ModelScores& earlier) {
    return std::ranges::any_of(later.same_as, [&](std::size_t j) { return &scores.models[j] == &earlier; });
}

// The draws of (2). Each draw has a random stream of its own.
class Draws {
  public:
    Draws(const std::vector<DrawnSet>& sets, const std::vector<std::optional<Centre>>& seeds, const Copies& copies,
          const Unordered& unordered, const MetricChoices& choices)
        : sets_(sets),
          seeds_(seeds),
          copies_(copies),
          unordered_(unordered),
          seed_(choices.bootstrap_seed),
          count_(std::min(choices.resamples, most_draws)) {}

    std::vector<RankDraws> ranks() const {
        const std::size_t models = seeds_.size();
        std::vector<Numbers> lowest(models), highest(models);
        std::vector<RankDraws> found(models);
        for (std::uint32_t n = 0; n < count_; ++n) {
            const std::vector<Place> places = places_of(draw(n), copies_, unordered_);
            for (std::size_t m = 0; m < models; ++m) {
                lowest[m].push_back(1 + places[m].smaller);
                highest[m].push_back(1 + places[m].smaller + places[m].equal);
                found[m].first += places[m].first();
            }
        }
        for (std::size_t m = 0; m < models; ++m) {
            std::ranges::sort(lowest[m]);
            std::ranges::sort(highest[m]);
            const std::size_t outside = count_ / 40;  // 2.5 % on either side
            found[m].lowest = lowest[m][outside];
            found[m].highest = highest[m][count_ - 1 - outside];
            found[m].first /= count_;
        }
        return found;
    }

  private:
    // Log errors of all models in draw n.
    Numbers draw(std::uint32_t n) const {
        RandomStream stream(seed_, rank_stream, n, 0);
        Numbers drawn(seeds_.size());
        for (const DrawnSet& set : sets_) add_set(set, stream, drawn);
        for (std::size_t m = 0; m < drawn.size(); ++m) {
            const double u = stream.uniform();  // of every model, so that none moves the draws of the next
            if (seeds_[m]) drawn[m] += student_t_quantile(seeds_[m]->dof, u) * std::sqrt(seeds_[m]->variance_of_mean);
        }
        return drawn;
    }

    // Adds the error of every model on one test set, with trajectory i counted times[i] times.
    static void add_set(const DrawnSet& set, RandomStream& stream, Numbers& drawn) {
        const std::size_t n = set.trajectories;
        std::vector<double> times(n);
        for (std::size_t i = 0; i < n; ++i) times[stream.below(n)] += 1;
        // Means of n numbers drawn from n vary by (n - 1) / n of the variance of a mean.
        const double wider = n > 1 ? std::sqrt(to_double(n) / to_double(n - 1)) : 0;
        for (std::size_t m = 0; m < drawn.size(); ++m) {
            const DrawnSet::Errors& errors = set.models[m];
            double level = errors.mean;
            if (std::isfinite(level) && !errors.of_trajectories.empty()) {
                double moved = 0;
                for (std::size_t i = 0; i < n; ++i) moved += (times[i] - 1) * errors.of_trajectories[i];
                level += wider * moved / to_double(n);
            }
            drawn[m] += set.weight * clamped_log_error(level, set.log_floor);
        }
    }

    const std::vector<DrawnSet>& sets_;
    const std::vector<std::optional<Centre>>& seeds_;
    const Copies& copies_;
    const Unordered& unordered_;
    std::uint64_t seed_;
    std::uint32_t count_;
};

// Whether `a`, whose error is smaller, owes it to parts of the motions on which it is at its floor, or below a hundredth of
// the error of `b`. Of the latter it is said where a twentieth of the parts is left, and with the factor of medians.
bool ahead_by_exact_parts(const Rival& a, const Rival& b) {
    const double twice = std::log(2.0), hundredth = -std::log(100.0);
    double rest = 0, comparable = 0;  // sums over test sets of the mean of log a - log b on the parts that are left
    bool exact = false;
    for (std::size_t s = 0; s < std::min(a.of_parts.size(), b.of_parts.size()); ++s) {
        double sum = 0, count = 0, left = 0, left_count = 0;
        for (std::size_t i = 0; i < std::min(a.of_parts[s].size(), b.of_parts[s].size()); ++i) {
            const double one = a.of_parts[s][i], other = b.of_parts[s][i];
            exact = exact || std::isinf(one);
            if (std::isinf(one) || std::isinf(other)) continue;
            sum += one - other;
            ++count;
            if (one - other < hundredth) continue;
            left += one - other;
            ++left_count;
        }
        if (count > 0) rest += sum / count;
        if (count > 0) comparable += (20 * left_count >= count ? left / left_count : hundredth) - twice;
    }
    return (exact && rest > 0) || comparable > 0;
}

}  // namespace

Copies copies_in(const Scores& scores) {
    Copies copies(scores.models.size(), std::vector<bool>(scores.models.size()));
    for (std::size_t i = 0; i < scores.models.size(); ++i)
        for (const std::size_t j : scores.models[i].same_as) copies[i][j] = copies[j][i] = true;
    return copies;
}

Copies copies_over(const std::vector<std::string>& models, const std::vector<const Scores*>& sets) {
    Copies copies(models.size(), std::vector<bool>(models.size()));
    for (std::size_t a = 0; a < models.size(); ++a)
        for (std::size_t b = 0; b < a; ++b) {
            const bool same = std::ranges::all_of(sets, [&](const Scores* scores) {
                const ModelScores *one = model_in(*scores, models[a]), *other = model_in(*scores, models[b]);
                return (!one && !other) ||
                       (one && other && (is_copy_of(*scores, *one, *other) || is_copy_of(*scores, *other, *one)));
            });
            copies[a][b] = copies[b][a] = same && !sets.empty();
        }
    return copies;
}

std::string original_of(const std::string& model, const std::vector<const Scores*>& sets) {
    for (const Scores* scores : sets) {
        const ModelScores* own = model_in(*scores, model);
        if (!own) continue;
        for (const std::size_t j : own->same_as) {
            const std::string& original = scores->models[j].label;
            if (copies_over({model, original}, sets)[0][1]) return original;
        }
        return "";
    }
    return "";
}

std::vector<double> median_logs(const Scores& scores, const ModelScores& model) {
    if (scores.choices.rank_by == RankChoice::sensitivity) return {};
    const double floor = std::max(scores.choices.error_floor, scores.truth.typical_bound);
    std::vector<double> logs;
    for (const std::size_t member : model.members) {
        const std::vector<double>& median = scores.submissions[member].error_over_time.median;
        logs.resize(median.size());
        for (std::size_t k = 0; k < median.size(); ++k)
            logs[k] += std::log(std::max(median[k], floor)) / to_double(model.members.size());
    }
    return logs;
}

std::vector<double> part_logs(const Scores& scores, const ModelScores& model) {
    std::vector<double> sums, above;
    for (const std::size_t member : model.members) {
        const std::vector<float>& parts = scores.submissions[member].judged_parts;
        sums.resize(parts.size());
        above.resize(parts.size());
        for (std::size_t i = 0; i < parts.size(); ++i) {
            if (std::isinf(parts[i])) continue;
            sums[i] += parts[i];
            ++above[i];
        }
    }
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] = above[i] > 0 ? sums[i] / above[i] : -INFINITY;
    return sums;
}

Unordered unordered_pairs(const std::vector<Rival>& rivals, RankChoice by) {
    Unordered unordered{{rivals.size(), std::vector<bool>(rivals.size())}, std::vector<double>(rivals.size())};
    if (by_means(by)) return unordered;
    for (std::size_t m = 0; m < rivals.size(); ++m) unordered.failed[m] = rivals[m].failed;
    for (std::size_t a = 0; a < rivals.size(); ++a)
        for (std::size_t b = 0; b < rivals.size(); ++b) {
            if (!(rivals[a].error < rivals[b].error)) continue;
            std::size_t won = 0, lost = 0;
            for (std::size_t i = 0; i < rivals[a].of_trajectories.size(); ++i) {
                won += rivals[a].of_trajectories[i] < rivals[b].of_trajectories[i];
                lost += rivals[a].of_trajectories[i] > rivals[b].of_trajectories[i];
            }
            const double twice = std::log(2.0);
            std::size_t ahead = 0, behind = 0;  // samples
            for (std::size_t k = 0; k < std::min(rivals[a].of_samples.size(), rivals[b].of_samples.size()); ++k) {
                ahead += rivals[a].of_samples[k] < rivals[b].of_samples[k] - twice;
                behind += rivals[a].of_samples[k] > rivals[b].of_samples[k] + twice;
            }
            unordered.pairs[a][b] = unordered.pairs[b][a] = won <= lost || rivals[a].failed > rivals[b].failed ||
                                                            behind > ahead ||
                                                            ahead_by_exact_parts(rivals[a], rivals[b]);
        }
    return unordered;
}

std::vector<Place> places_of(const std::vector<double>& errors, const Copies& copies, const Unordered& unordered) {
    std::vector<std::size_t> order(errors.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return errors[a] < errors[b]; });
    std::vector<Place> places(errors.size());
    std::vector<std::size_t> counted;
    for (std::size_t m = 0; m < errors.size(); ++m) {
        counted.clear();
        for (const std::size_t other : order) {
            if (errors[other] > errors[m] && !unordered(m, other)) continue;
            if (other == m || copies[m][other] ||
                std::ranges::any_of(counted, [&](std::size_t c) { return copies[c][other]; }))
                continue;
            counted.push_back(other);
            const bool ahead = errors[other] < errors[m] && !unordered(other, m);
            places[m].contested = places[m].contested || (errors[other] != errors[m] && !ahead);
            (ahead ? places[m].smaller : places[m].equal) += 1;
        }
    }
    return places;
}

double clamped_log_error(double log_error, double log_floor) { return std::min(std::max(log_error, log_floor), 0.0); }

std::vector<RankDraws> rank_draws(const std::vector<DrawnSet>& sets, const std::vector<std::optional<Centre>>& seeds,
                                  const Copies& copies, const Unordered& unordered, const MetricChoices& choices) {
    return Draws(sets, seeds, copies, unordered, choices).ranks();
}

}  // namespace cchnn
