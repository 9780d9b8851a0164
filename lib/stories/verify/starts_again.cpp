#include "stories/verify/starts_again.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <vector>

#include "core/errors.hpp"
#include "sample/draw_varied.hpp"
#include "sample/input_signals.hpp"

namespace cchnn {
namespace {

// A state is drawn up to 100 times if it cannot be integrated, and so is its projection.
constexpr std::uint32_t most_attempts = 200;

bool near(const std::vector<double>& a, const std::vector<double>& b) {
    if (a.size() != b.size()) return false;
    double largest = 0, off = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        largest = std::max(largest, std::fabs(b[i]));
        off = std::max(off, std::fabs(a[i] - b[i]));
    }
    return off <= 1e-9 * largest;
}

std::optional<Split> split_of(const std::string& text) {
    for (const Split split : all_splits)
        if (text == name(split)) return split;
    return std::nullopt;
}

struct Start {
    InitialState state;
    std::vector<double> values;
};

Start drawn(const CompiledSystem& compiled, SampleKey& key) {
    if (compiled.spec.varied.empty()) return {compiled.sampler.draw(key), {}};
    const CompiledSystem member(compiled.spec, compiled.system, draw_varied(compiled.spec, key));
    return {member.sampler.draw(key), member.values};
}

// A state that could not be integrated is drawn again: any attempt may be the stored one.
bool is_drawn(const TrajectoryFile& file, const CompiledSystem& compiled, SampleKey key, bool inputs) {
    std::vector<double> x, v, u, values;
    const TimeGrid& times = file.info().description.times;
    file.read_initial(key.trajectory, 1, x, v);
    u = file.rows("/u", key.trajectory, 1);
    values = file.rows("/parameters", key.trajectory, 1);
    const bool given = compiled.sampler.given_count() >= 0;
    for (key.attempt = 0; key.attempt < most_attempts; ++key.attempt) {
        const Start start = drawn(compiled, key);
        if (near(x, start.state.x) && near(v, start.state.v) && near(values, start.values) &&
            (!inputs || near(u, input_samples(compiled.spec, key, times.dt, times.samples))))
            return true;
        if (given) break;
    }
    return false;
}

}  // namespace

std::string first_other_start(const TrajectoryFile& file, const CompiledSystem& compiled,
                              const std::set<std::uint64_t>& trajectories, bool inputs) {
    const DatasetDescription& d = file.info().description;
    const std::optional<Split> split = split_of(d.split);
    if (!split) return "'" + d.split + "' is not a set with drawn initial states";
    for (const std::uint64_t trajectory : trajectories) {
        try {
            if (!is_drawn(file, compiled, {d.seed, *split, trajectory, 0}, inputs))
                return "trajectory " + std::to_string(trajectory) + " does not start where seed " +
                       std::to_string(d.seed) + " draws it";
        } catch (const Error& error) {  // a seed of which no state can be drawn
            return "trajectory " + std::to_string(trajectory) + ": " + error.problems().front().what;
        }
    }
    return "";
}

}  // namespace cchnn
