#include "integrate/trajectory_source.hpp"

#include <algorithm>

#include "core/errors.hpp"
#include "core/to_size.hpp"

namespace cchnn {
namespace {

constexpr int most_rounds = 100;

[[noreturn]] void give_up(const ConstrainedSystem& system, const SampleKey& key, const Outcome& outcome, bool may_draw_again) {
    char time[32];
    std::snprintf(time, sizeof time, "%.6g", outcome.time);
    const std::string drawn = key.attempt > 0 ? " (drawn " + std::to_string(key.attempt + 1) + " times)" : "";
    throw NumericalError(system.name() + " " + name(key.split) + " trajectory " + std::to_string(key.trajectory) + drawn,
                         std::string(describe(outcome.reason)) + " at t = " + time + " s; loosen --rtol or raise --max-steps" +
                             (may_draw_again ? ", change its initial conditions, or draw failed ones again with --on-failure resample"
                                             : " or change its initial conditions"));
}

// Copies trajectory `from` of one batch over trajectory `to` of another.
void copy_trajectory(const TrajectoryBatch& source, int from, TrajectoryBatch& target, int to) {
    const auto copy = [&](const std::vector<double>& a, std::vector<double>& b, int width) {
        std::copy_n(a.begin() + static_cast<long>(from) * width, width, b.begin() + static_cast<long>(to) * width);
    };
    const int state = source.samples * source.nodes * source.dimension;
    copy(source.x, target.x, state);
    copy(source.v, target.v, state);
    copy(source.energy, target.energy, source.samples);
    if (!source.dissipated.empty()) copy(source.dissipated, target.dissipated, source.samples);
    copy(source.track_parameter, target.track_parameter,
         static_cast<int>(source.track_parameter.size() / source.outcomes.size()));
    target.outcomes[to_size(to)] = source.outcomes[to_size(from)];
}

}  // namespace

DrawnBatch drawn_trajectories(const ConstrainedSystem& system, const Sampler& sampler, std::uint64_t seed, Split split,
                              std::uint64_t first, std::uint64_t count, TimeGrid times, const Protocol& protocol,
                              bool draw_again) {
    std::vector<SampleKey> keys;
    std::vector<int> open;  // trajectories of the block still to be integrated
    for (std::uint64_t i = 0; i < count; ++i) {
        keys.push_back({seed, split, first + i, 0});
        open.push_back(static_cast<int>(i));
    }
    DrawnBatch result;
    for (int round = 0; !open.empty(); ++round) {
        std::vector<InitialState> states;
        for (int i : open) states.push_back(sampler.draw(keys[to_size(i)]));
        TrajectoryBatch batch = integrate(system, states, times, protocol);
        std::vector<int> failed;
        for (std::size_t k = 0; k < open.size(); ++k) {
            if (round > 0) copy_trajectory(batch, static_cast<int>(k), result.batch, open[k]);
            const Outcome& outcome = batch.outcomes[k];
            if (outcome.reason == EndReason::completed) continue;
            SampleKey& key = keys[to_size(open[k])];
            const bool given = sampler.given_count() >= 0;
            if (!draw_again || given || round == most_rounds) give_up(system, key, outcome, !draw_again && !given);
            ++result.failures[describe(outcome.reason)];
            ++key.attempt;
            failed.push_back(open[k]);
        }
        if (round == 0) result.batch = std::move(batch);
        open = std::move(failed);
    }
    result.batch.first = first;
    for (const SampleKey& key : keys) result.redrawn += key.attempt > 0;
    return result;
}

}  // namespace cchnn
