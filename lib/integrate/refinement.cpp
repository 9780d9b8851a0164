#include "integrate/refinement.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/to_size.hpp"
#include "integrate/error_bound.hpp"
#include "integrate/integrate.hpp"

namespace cchnn {
namespace {

constexpr double ratio = 10;                // of the tolerances of a pair
constexpr int tightest = 28, loosest = 12;  // r = 1e-28 .. 1e-12

// 10^-k. Written down, since pow() differs between machines.
constexpr std::array<double, tightest + 2> tolerances{
    1e-0,  1e-1,  1e-2,  1e-3,  1e-4,  1e-5,  1e-6,  1e-7,  1e-8,  1e-9,  1e-10, 1e-11, 1e-12, 1e-13, 1e-14,
    1e-15, 1e-16, 1e-17, 1e-18, 1e-19, 1e-20, 1e-21, 1e-22, 1e-23, 1e-24, 1e-25, 1e-26, 1e-27, 1e-28, 1e-29};

// The k of the largest of them that is not greater than `wanted`.
int digits_for(double wanted) {
    int k = loosest;
    while (k < tightest && tolerances[to_size(k)] > wanted) ++k;
    return k;
}

double last_bound(const TrajectoryBatch& batch, int i) {
    return batch.error_bound[to_size(i + 1) * to_size(batch.samples) - 1];
}

// One trajectory on its way: the pair that is to be solved next.
struct Open {
    int trajectory;
    int digits;                  // of the coarse solution
    int kept = -1;               // where it stands in the wave before, when it was the fine one of that
    int coarse = -1, fine = -1;  // where they stand in this wave
};

// What is to be integrated in one wave, coarse and fine side by side.
struct Wave {
    std::vector<int> trajectories;
    std::vector<Accuracy> accuracies;

    int add(int trajectory, const Accuracy& accuracy) {
        trajectories.push_back(trajectory), accuracies.push_back(accuracy);
        return static_cast<int>(trajectories.size()) - 1;
    }
};

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
            if (awaits_refinement(batch_, i, rule_)) open.push_back({i, first_digits(last_bound(batch_, i))});
        TrajectoryBatch before;
        while (!open.empty()) {
            TrajectoryBatch solved = solve(open);
            make_room_for_bounds(solved);
            std::vector<Open> next;
            for (const Open& pair : open) {
                const bool keeps = pair.kept >= 0;
                bound_trajectory(keeps ? before : solved, to_size(keeps ? pair.kept : pair.coarse), times_, rule_,
                                 refinement_.safety, to_size(pair.fine), solved);
                if (auto again = judged(pair, solved)) next.push_back(*again);
            }
            before = std::move(solved), open = std::move(next);
        }
    }

  private:
    // (3)
    int first_digits(double bound) const {
        constexpr double unknown = 0.01;
        if (!(bound < unknown)) return 20;
        const double growth = bound / (rule_.safety * rule_.nudge);
        return digits_for(goal() / (40 * growth));
    }
    // No bound is below its floor.
    double goal() const { return std::max(refinement_.level, 2 * rule_.floor); }

    TrajectoryBatch solve(std::vector<Open>& open) const {
        Wave wave;
        const double most_steps = refinement_.most_evaluations / evaluations_per_step;
        for (Open& pair : open) {
            const double r = tolerances[to_size(pair.digits)];
            if (pair.kept < 0) pair.coarse = wave.add(pair.trajectory, {r, refinement_.nudge * r, most_steps});
            pair.fine = wave.add(pair.trajectory, {r / ratio, 0, most_steps});
        }
        std::vector<InitialState> starts;
        for (int i : wave.trajectories) starts.push_back(states_[to_size(i)]);
        return integrate_exactly(systems_.only(wave.trajectories), starts, times_, wave.accuracies);
    }

    // Stores the fine solution where it is better than what is there. The next pair where it is not good enough.
    std::optional<Open> judged(const Open& pair, TrajectoryBatch& solved) {
        Outcome& outcome = solved.outcomes[to_size(pair.fine)];
        if (outcome.reason != EndReason::completed) return std::nullopt;
        outcome.refined = true;
        const double bound = last_bound(solved, pair.fine);
        if (bound < last_bound(batch_, pair.trajectory)) copy_trajectory(solved, pair.fine, batch_, pair.trajectory);
        if (bound <= goal() || pair.digits == tightest) return std::nullopt;
        // (4)
        const double r = tolerances[to_size(pair.digits)], wanted = r * std::min(1e-1, goal() / (4 * bound));
        const int digits = bound < 0.01 ? digits_for(wanted) : std::min(pair.digits + 5, tightest);
        return Open{pair.trajectory, digits, digits == pair.digits + 1 ? pair.fine : -1};
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
    const Outcome& outcome = batch.outcomes[to_size(i)];
    return rule.refinement && outcome.reason == EndReason::completed && !outcome.refined &&
           last_bound(batch, i) > rule.refinement->level;
}

void refine(const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times,
            const ErrorBoundRule& rule, TrajectoryBatch& batch) {
    Refiner(systems, states, times, rule, batch).run();
}

}  // namespace cchnn
