#include "stories/verify/bounds_again.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "core/errors.hpp"
#include "core/number_text.hpp"
#include "core/parallel_for.hpp"
#include "dataset/reader/stored_batch.hpp"
#include "integrate/error_bound.hpp"
#include "integrate/integrate.hpp"
#include "integrate/protocol/read_protocol.hpp"
#include "sample/draw_varied.hpp"
#include "sample/input_signals.hpp"
#include "spec/json/json_syntax.hpp"

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

constexpr double rounding = 1e-14;

// The rule by which the file's bounds were made; nothing if this version would use another rule for these
// settings.
std::optional<ErrorBoundRule> rule_of(const std::string& protocol_json, const Protocol& protocol) {
    const nlohmann::ordered_json said = json_object_in(protocol_json);
    const nlohmann::ordered_json::json_pointer level("/error_bound/refine/level");
    const bool refines = said.contains(level) && said[level].is_number();
    const ErrorBoundRule rule(protocol, refines ? said[level].get<double>() : 0);
    return json_object_in(to_json(protocol, &rule)) == said ? std::optional(rule) : std::nullopt;
}

// What the file holds of one trajectory. Read in advance, because HDF5 is used by one thread only.
struct Stored {
    InitialState start;
    TrajectoryBatch batch;
};

Stored stored_at(const TrajectoryFile& file, std::uint64_t trajectory) {
    Stored one{{}, stored_batch(file, trajectory, 1)};
    file.read_initial(trajectory, 1, one.start.x, one.start.v);
    file.read_state_parameters(trajectory, 1, 1, one.start.s);
    one.start.u = one.batch.u;
    return one;
}

// The largest difference of bounds, in decades. Bounds below the rounding of the states count as equal.
Worst compared(const TrajectoryBatch& stored, const TrajectoryBatch& again) {
    Worst worst;
    for (std::size_t k = 0; k < stored.error_bound.size(); ++k) {
        const double a = stored.error_bound[k], b = again.error_bound[k];
        if (std::isnan(a) && std::isnan(b)) continue;
        const double decades = std::fabs(std::log10(std::max(a, rounding) / std::max(b, rounding)));
        worst.see({std::isnan(a) || std::isnan(b) ? NAN : decades, most_decades_off, static_cast<long>(stored.first),
                   static_cast<int>(k)});
    }
    return worst;
}

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](double one, double other) {
               return one == other || (std::isnan(one) && std::isnan(other));
           });
}

bool same_motion(const TrajectoryBatch& a, const TrajectoryBatch& b) {
    return same_bits(a.x, b.x) && same_bits(a.v, b.v);
}

// If x and v are reproduced bit for bit, steps and bounds must be reproduced too.
std::string other_steps(const TrajectoryBatch& stored, const TrajectoryBatch& again) {
    if (!same_motion(stored, again)) return "";
    const Outcome &had = stored.outcomes.front(), &made = again.outcomes.front();
    std::string text;
    const auto same = [&](const char* what, double here, double there) {
        if (here != there && !(std::isnan(here) && std::isnan(there)) && text.empty())
            text = "trajectory " + std::to_string(stored.first) + ": " + what + " is " + number_text(here) +
                   ", made again " + number_text(there);
    };
    same("/steps_accepted", static_cast<double>(had.accepted), static_cast<double>(made.accepted));
    same("/steps_rejected", static_cast<double>(had.rejected), static_cast<double>(made.rejected));
    same("/refined", had.refined ? 1 : 0, made.refined ? 1 : 0);
    for (std::size_t k = 0; k < stored.error_bound.size(); ++k)
        same("/error_bound", stored.error_bound[k], again.error_bound[k]);
    return text;
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

// Integrates the trajectories again with the settings of the file. Reading comes first; then each thread has
// its own trajectory, with the system of its numbers where they are drawn.
BoundsAgain bounds_again(const TrajectoryFile& file, const CompiledSystem& compiled,
                         const std::set<std::uint64_t>& trajectories, int threads) {
    const DatasetDescription& d = file.info().description;
    const Protocol protocol = read_protocol(d.protocol_json, file.path().string() + ":/system/protocol");
    const std::optional<ErrorBoundRule> rule = rule_of(d.protocol_json, protocol);
    if (d.bounded && !rule) return {"/system/protocol names another rule than this version uses for such settings", {}};
    std::vector<Stored> stored;  // read here, since HDF5 wants one thread
    for (const std::uint64_t trajectory : trajectories) stored.push_back(stored_at(file, trajectory));
    std::vector<std::string> steps(stored.size()), motions(stored.size());
    std::vector<Worst> found(stored.size());
    parallel_for(stored.size(), threads, [&](std::size_t i) {
        const auto& [start, had] = stored[i];
        std::unique_ptr<const CompiledSystem> member;
        if (!had.parameters.empty())
            member = std::make_unique<const CompiledSystem>(compiled.spec, compiled.system, had.parameters);
        const BatchSystems system = BatchSystems(member ? member->system : compiled.system)
                                        .with_contacts((member ? *member : compiled).graph.contacts());
        TrajectoryBatch batch = integrate(system, {start}, d.times, protocol);
        if (d.bounded) add_error_bounds(system, {start}, d.times, *rule, batch);
        if (d.bounded) found[i] = compared(had, batch);
        steps[i] = other_steps(had, batch);
        if (!same_motion(had, batch))
            motions[i] = "trajectory " + std::to_string(had.first) +
                         " differs from the motion that its integration settings and initial state give";
    });
    BoundsAgain result;
    for (const Worst& worst : found) result.worst.see(worst);
    for (const std::string& text : steps)
        if (result.other_steps.empty()) result.other_steps = text;
    for (const std::string& text : motions)
        if (result.other_motion.empty()) result.other_motion = text;
    return result;
}

}  // namespace cchnn
