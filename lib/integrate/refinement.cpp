#include "integrate/refinement.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/at_work.hpp"
#include "core/counted.hpp"
#include "core/to_size.hpp"
#include "integrate/energy_guard.hpp"
#include "integrate/error_bound.hpp"
#include "integrate/integrate.hpp"
#include "mechanics/base_motion.hpp"

namespace cchnn {
namespace {

constexpr double finer = 4;                          // the fine solution has the tolerance r / finer
constexpr double tightest = 1e-28, loosest = 1e-12;  // limits of r
constexpr double tells_growth = 0.01;  // bounds from here on are as large as the motion and show no growth

double last_bound(const TrajectoryBatch& batch, int i) { return batch.error_bound[to_size(i + 1) * batch.samples - 1]; }

// With Origins that move, the states as seen from them are rounded to double before the displacement a and a' are
// added. Where these are much larger than the state z, that rounding counts: after the first sample no bound is below
// the largest 2^-52 sqrt(n d) |(a, a')|/|z| so far.
void cover_rounding(const BaseMotion& base, TimeGrid times, double start, std::size_t k, TrajectoryBatch& batch) {
    if (base.at_rest()) return;
    const std::size_t samples = times.samples, size = batch.x.size() / (batch.count * samples);
    double worst = 0;
    for (std::size_t i = 0; i < samples; ++i) {
        double square = 0, of_base = 0;
        for (std::size_t j = 0; j < size; ++j) {
            const double x = batch.x[(k * samples + i) * size + j], v = batch.v[(k * samples + i) * size + j];
            square += x * x + v * v;
        }
        for (const int order : {0, 1})
            for (const Exact& rate : base.rate(order, start + times.time(static_cast<int>(i))))
                of_base += double(rate * rate);
        worst = std::max(worst, 0x1p-52 * std::sqrt(of_base * to_double(size) / square));
        double& bound = batch.error_bound[k * samples + i];
        if (i > 0) bound = std::min(1.0, std::max(bound, worst));
    }
}

// A trajectory with the r of its next solutions.
struct Open {
    int trajectory;
    double r;
};

// Refines one batch: in each round it solves all open trajectories; those whose bound is still too large stay open.
class Refiner {
  public:
    Refiner(const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times,
            const ErrorBoundRule& rule, TrajectoryBatch& batch)
        : systems_(systems),
          states_(states),
          times_(times),
          rule_(rule),
          refinement_(*rule.refinement),
          batch_(batch) {}

    void run() {
        std::vector<Open> open;
        for (int i = 0; i < batch_.count; ++i)
            if (awaits_refinement(batch_, i, rule_)) open.push_back({i, first_r(last_bound(batch_, i))});
        while (!open.empty()) {
            // The most expensive first: a long one that starts last leaves the other lanes empty.
            std::stable_sort(open.begin(), open.end(),
                             [this](const Open& a, const Open& b) { return work(a) > work(b); });
            // Both coarse solutions in one call: with few trajectories lanes would be empty otherwise.
            const TrajectoryBatch coarse =
                solve(open, Method::extrapolation20,
                      {{refinement_.coarser, refinement_.nudge, 0}, {refinement_.coarser / 2, -refinement_.nudge, 1}});
            // Where a coarse solution does not end, the bound is 1: no fine one and no higher accuracy improves it.
            std::vector<Open> ended;
            std::vector<std::size_t> rows;  // of their first coarse solutions
            for (std::size_t k = 0; k < open.size(); ++k) {
                if (coarse.outcomes[k].reason != EndReason::completed ||
                    coarse.outcomes[open.size() + k].reason != EndReason::completed)
                    continue;
                ended.push_back(open[k]);
                rows.push_back(k);
            }
            if (ended.empty() || (refinement_.all_or_none && ended.size() < open.size())) return;
            TrajectoryBatch fine = solve(ended, Method::extrapolation24, {{1 / finer, 0, 0}});
            make_room_for_bounds(fine);
            std::vector<Open> next;
            for (std::size_t k = 0; k < ended.size(); ++k) {
                const int trajectory = ended[k].trajectory;
                const std::array<OneOf, 2> both{{{coarse, rows[k]}, {coarse, open.size() + rows[k]}}};
                bound_trajectory(both, times_, rule_, refinement_.safety, k, fine);
                cover_rounding(BaseMotion(systems_.of(trajectory)), times_, states_[trajectory].t, k, fine);
                raise_unexplained_bound(systems_.of(trajectory), times_, rule_, k, fine);
                const double r = judged(ended[k], fine, k);
                if (r > 0) next.push_back({trajectory, r});
                else if (refinement_.all_or_none && last_bound(batch_, trajectory) > goal()) return;
            }
            open = std::move(next);
        }
    }

  private:
    // (3), with the safety and the perturbation of the rule.
    double first_r(double bound) const {
        if (!(bound < tells_growth)) return 1e-20;
        const double growth = bound / (rule_.safety * rule_.others.front().nudge);
        return std::clamp(goal() / (6 * growth), tightest, loosest);
    }
    // No bound is below its floor.
    double goal() const { return std::max(refinement_.level, 2 * rule_.floor); }

    // A rough cost of a solution: the steps of the present one times the growth of their number with the tolerance.
    double work(const Open& one) const {
        const double sixteenth = std::sqrt(std::sqrt(std::sqrt(std::sqrt(one.r))));
        return static_cast<double>(batch_.outcomes[one.trajectory].accepted) / sixteenth;
    }

    struct Solution {
        double rtol, nudge;  // of r
        int pattern;
    };
    // Solves each of `solutions` for all open trajectories, one solution after the other.
    TrajectoryBatch solve(const std::vector<Open>& open, Method method, const std::vector<Solution>& solutions) const {
        const int columns = order(method) / 2;
        const double most_steps = times_.samples + refinement_.most_evaluations / (columns * (columns + 1));
        std::vector<int> which;
        std::vector<InitialState> starts;
        std::vector<Accuracy> accuracies;
        for (const auto& [rtol, nudge, pattern] : solutions)
            for (const Open& one : open) {
                which.push_back(one.trajectory);
                starts.push_back(states_[one.trajectory]);
                accuracies.push_back({one.r * rtol, one.r * nudge, pattern, most_steps});
            }
        return integrate_exactly(systems_.only(which), starts, times_, method, accuracies);
    }

    // Stores the fine solution if its bound is smaller than the present one. Returns the next r if it is not good
    // enough, else 0.
    double judged(const Open& pair, TrajectoryBatch& fine, std::size_t k) {
        Outcome& outcome = fine.outcomes[k];
        if (outcome.reason != EndReason::completed) return 0;
        outcome.refined = true;
        const int here = static_cast<int>(k);
        const double bound = last_bound(fine, here);
        if (bound < last_bound(batch_, pair.trajectory)) copy_trajectory(fine, here, batch_, pair.trajectory);
        if (bound <= goal() || pair.r <= tightest) return 0;
        const double factor = bound < tells_growth ? std::min(0.1, goal() / (4 * bound)) : 1e-5;  // (4)
        return std::max(pair.r * factor, tightest);
    }

    const BatchSystems& systems_;
    const std::vector<InitialState>& states_;
    const TimeGrid times_;
    const ErrorBoundRule& rule_;
    const Refinement& refinement_;
    TrajectoryBatch& batch_;
};

}  // namespace

bool awaits_refinement(const TrajectoryBatch& batch, int i, const ErrorBoundRule& rule) {
    const Outcome& outcome = batch.outcomes[i];
    return rule.refinement && outcome.reason == EndReason::completed && !outcome.refined &&
           last_bound(batch, i) > rule.refinement->level;
}

void refine(const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times,
            const ErrorBoundRule& rule, TrajectoryBatch& batch) {
    const AtWork refining(Work::refining);
    Refiner(systems, states, times, rule, batch).run();
}

}  // namespace cchnn
