#include "integrate/refinement.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/to_size.hpp"
#include "integrate/error_bound.hpp"
#include "integrate/integrate.hpp"

namespace cchnn {
namespace {

constexpr double ratio = 4;                          // of the tolerances of a pair
constexpr double tightest = 1e-28, loosest = 1e-12;  // r
constexpr double tells_growth = 0.01;                // a bound: beyond, errors are as large as the motion

double last_bound(const TrajectoryBatch& batch, int i) {
    return batch.error_bound[to_size(i + 1) * to_size(batch.samples) - 1];
}

// One trajectory on its way: the pair that is to be solved next.
struct Open {
    int trajectory;
    double r;                    // of the coarse solution
    std::vector<double> eased;   // (5)
    int coarse = -1, fine = -1;  // where the two stand in their wave
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

// (5)
std::vector<double> eased(const TrajectoryBatch& batch, int i) {
    const double* bounds = &batch.error_bound[to_size(i) * to_size(batch.samples)];
    std::vector<double> eased;
    for (int k = 0; k < batch.samples; ++k) eased.push_back(std::sqrt(std::min(bounds[k], tells_growth) / bounds[0]));
    return eased;
}

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
            if (awaits_refinement(batch_, i, rule_))
                open.push_back({i, first_r(last_bound(batch_, i)), eased(batch_, i)});
        while (!open.empty()) {
            TrajectoryBatch solved = solve(open);
            make_room_for_bounds(solved);
            std::vector<Open> next;
            for (const Open& pair : open) {
                bound_trajectory(solved, to_size(pair.coarse), times_, rule_, refinement_.safety, to_size(pair.fine),
                                 solved);
                if (const double r = judged(pair, solved); r > 0)
                    next.push_back({pair.trajectory, r, eased(solved, pair.fine)});
            }
            open = std::move(next);
        }
    }

  private:
    // (3)
    double first_r(double bound) const {
        if (!(bound < tells_growth)) return 1e-20;
        const double growth = bound / (rule_.safety * rule_.nudge);
        return std::clamp(goal() / (40 * growth), tightest, loosest);
    }
    // No bound is below its floor.
    double goal() const { return std::max(refinement_.level, 2 * rule_.floor); }

    TrajectoryBatch solve(std::vector<Open>& open) const {
        Wave wave;
        const double most_steps = refinement_.most_evaluations / evaluations_per_step;
        for (Open& pair : open) {
            pair.coarse = wave.add(pair.trajectory, {pair.r, refinement_.nudge * pair.r, most_steps, pair.eased});
            pair.fine = wave.add(pair.trajectory, {pair.r / ratio, 0, most_steps, pair.eased});
        }
        std::vector<InitialState> starts;
        for (int i : wave.trajectories) starts.push_back(states_[to_size(i)]);
        return integrate_exactly(systems_.only(wave.trajectories), starts, times_, wave.accuracies);
    }

    // Stores the fine solution where it is better than what is there. The next r where it is not good enough, else 0.
    double judged(const Open& pair, TrajectoryBatch& solved) {
        Outcome& outcome = solved.outcomes[to_size(pair.fine)];
        if (outcome.reason != EndReason::completed) return 0;
        outcome.refined = true;
        const double bound = last_bound(solved, pair.fine);
        if (bound < last_bound(batch_, pair.trajectory)) copy_trajectory(solved, pair.fine, batch_, pair.trajectory);
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
    const Outcome& outcome = batch.outcomes[to_size(i)];
    return rule.refinement && outcome.reason == EndReason::completed && !outcome.refined &&
           last_bound(batch, i) > rule.refinement->level;
}

void refine(const BatchSystems& systems, const std::vector<InitialState>& states, TimeGrid times,
            const ErrorBoundRule& rule, TrajectoryBatch& batch) {
    Refiner(systems, states, times, rule, batch).run();
}

}  // namespace cchnn
