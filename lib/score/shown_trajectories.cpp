#include "score/shown_trajectories.hpp"

#include <algorithm>
#include <cmath>

#include "core/printable.hpp"
#include "model/compiled_system.hpp"
#include "score/metrics/relative_error.hpp"
#include "score/submission/prepared_submission.hpp"

namespace cchnn {
namespace {

constexpr int most_samples = 600;  // twenty seconds of a film

// Every `stride`-th of (T, size).
std::vector<double> thinned(const std::vector<double>& values, std::size_t size, std::size_t stride) {
    std::vector<double> kept;
    for (std::size_t at = 0; at < values.size(); at += size * stride)
        kept.insert(kept.end(), values.begin() + at, values.begin() + (at + size));
    return kept;
}

// The states of one trajectory, read from one file after the other.
struct States {
    std::vector<double> x, v;  // (T, n, d)
};

// Adds a trajectory unless it is there under another name, as the one that was asked for may be.
void add_if_new(std::vector<ChosenTrajectory>& all, std::uint64_t id, const std::string& name) {
    const auto same = std::ranges::find(all, id, &ChosenTrajectory::id);
    if (same == all.end()) all.push_back({id, name});
}

}  // namespace

// By the logarithm, since errors spread over decades.
std::uint64_t typical_trajectory(const SubmissionScores& scores) {
    const double median = std::log(scores.metrics.front().summary.median);
    const auto distance = [&](double value) { return std::abs(std::log(value) - median); };
    const std::vector<double>& errors = scores.relative_error;
    return static_cast<std::uint64_t>(
        std::ranges::min_element(errors, [&](double a, double b) { return distance(a) < distance(b); }) -
        errors.begin());
}

std::vector<ChosenTrajectory> trajectories_to_animate(const SubmissionScores& scores,
                                                      std::optional<std::uint64_t> asked) {
    std::vector<ChosenTrajectory> all;
    if (asked) all.push_back({*asked, "as asked"});
    const std::vector<double>& errors = scores.relative_error;
    const auto id = [&](auto at) { return static_cast<std::uint64_t>(at - errors.begin()); };
    add_if_new(all, typical_trajectory(scores), "median error of " + printable(scores.label));
    add_if_new(all, id(std::ranges::min_element(errors)), "smallest error of " + printable(scores.label));
    add_if_new(all, id(std::ranges::max_element(errors)), "largest error of " + printable(scores.label));
    return all;
}

ShownTrajectory show_trajectory(std::uint64_t id, int context, const TrajectoryFile& truth,
                                const std::vector<const TrajectoryFile*>& submissions) {
    ShownTrajectory shown{id, {}};
    States states;
    truth.read(id, 1, states.x, states.v);
    shown.x.push_back(states.x);
    for (const TrajectoryFile* submission : submissions) {
        read_padded(*submission, truth.info().samples, id, 1, states.x, states.v);
        give_context(context, 1, truth.info().samples, shown.x.front(), states.x);
        shown.x.push_back(states.x);
    }
    return shown;
}

AnimatedTrajectory animate_trajectory(const ChosenTrajectory& chosen, const ScoredSystem& scored,
                                      const MetricChoices& choices, const TrajectoryFile& truth,
                                      const std::vector<const TrajectoryFile*>& submissions) {
    const int samples = truth.info().samples;
    const std::size_t size = scored.system.state_size();
    const std::size_t stride = (samples + most_samples - 1) / most_samples;
    std::vector<double> parameters;
    parameters = truth.rows("/parameters", chosen.id, 1);
    std::optional<CompiledSystem> member;
    if (!parameters.empty()) member.emplace(scored.spec, scored.system, parameters);
    const ConstrainedSystem& system = member ? member->system : scored.system;

    AnimatedTrajectory animated{chosen.id, chosen.name, static_cast<int>(stride), {}, {}};
    States states;
    const auto thin = [&] { return States{thinned(states.x, size, stride), thinned(states.v, size, stride)}; };
    truth.read(chosen.id, 1, states.x, states.v);
    const States whole = states, true_states = thin();
    const int kept = static_cast<int>(true_states.x.size() / size);
    animated.x.push_back(true_states.x);
    for (const TrajectoryFile* submission : submissions) {
        read_padded(*submission, samples, chosen.id, 1, states.x, states.v);
        give_context(choices.context, 1, samples, whole.x, states.x);
        give_context(choices.context, 1, samples, whole.v, states.v);
        const States predicted = thin();
        animated.err.push_back(error_curve(system, choices, kept, {predicted.x.data(), predicted.v.data()},
                                           {true_states.x.data(), true_states.v.data()}));
        animated.x.push_back(predicted.x);
    }
    return animated;
}

}  // namespace cchnn
