#include "stories/verify/bounds_again.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <vector>

#include "core/number_text.hpp"
#include "core/parallel_for.hpp"
#include "dataset/reader/stored_batch.hpp"
#include "integrate/error_bound.hpp"
#include "integrate/integrate.hpp"
#include "integrate/protocol/read_protocol.hpp"
#include "spec/json/json_syntax.hpp"

namespace cchnn {
namespace {

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
        const ConstrainedSystem& system = member ? member->system : compiled.system;
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
