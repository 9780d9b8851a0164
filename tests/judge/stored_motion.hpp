#pragma once
// Motions of the engine, as a file would store them.

#include <cstddef>
#include <nlohmann/json.hpp>

#include "elements/items.hpp"
#include "integrate/error_bound.hpp"
#include "integrate/integrate_fixture.hpp"
#include "judge/verdict.hpp"

namespace cchnn_test {

using namespace cchnn_test;

// Trajectory i of the batch; bounds only where the batch has them.
inline judge::Stored stored_motion(const TrajectoryBatch& batch, TimeGrid times, int i) {
    const auto part = [&](const std::vector<double>& all) { return trajectory(all, batch, i); };
    judge::Stored stored;
    for (int k = 0; k < times.samples; ++k) stored.times.push_back(times.time(k));
    stored.x = part(batch.x);
    stored.v = part(batch.v);
    stored.energy = part(batch.energy);
    stored.bound = part(batch.error_bound);
    stored.tracks = part(batch.track_parameter);
    stored.angles = part(batch.counted_angle);
    stored.inputs = part(batch.u);
    stored.work = part(batch.work);
    stored.dissipated = part(batch.dissipated);
    stored.tracks.resize(stored.tracks.size() / to_size(times.samples));
    return stored;
}

// Bounded by the default protocol's rule; refined from `level` on.
inline TrajectoryBatch bounded_motion(const Compiled& c, const std::vector<InitialState>& states, double level) {
    TrajectoryBatch batch = integrate(c.system, states, c.own_times(), default_protocol());
    add_error_bounds(c.system, states, c.own_times(), ErrorBoundRule(default_protocol(), level), batch);
    return batch;
}

// The text of a system, with the phases that follow from its start: the judge has them from a file.
inline std::string with_phases(SystemSpec spec) {
    auto text = nlohmann::ordered_json::parse(spec.json);
    for (std::size_t i = 0; i < spec.constraints.size(); ++i)
        if (const std::optional<double>* phase = phase_of(spec.constraints[i]))
            text["constraints"][i]["phase"] = phase->value_or(0);
    return text.dump();
}

inline judge::Verdict verdict_of(const std::string& json, const judge::Stored& stored) {
    return judge::Judge(judge::read_description(json)).judge(stored, judge::Patience{});
}

// Samples beyond their bound.
inline std::ptrdiff_t beyond(const judge::Verdict& verdict, const judge::Stored& stored) {
    std::ptrdiff_t count = 0;
    for (std::size_t k = 0; k < verdict.errors.size(); ++k) count += verdict.errors[k] > stored.bound[k];
    return count;
}

}  // namespace cchnn_test
