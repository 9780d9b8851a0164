#include "stories/verify/bounds_again.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <vector>

#include "core/number_text.hpp"
#include "core/parallel_for.hpp"
#include "files/hdf5_file.hpp"
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
    std::uint64_t trajectory = 0;
    InitialState start;
    std::vector<double> bound, values;  // of a family: its numbers
    std::vector<double> x, v;
    double accepted = 0, rejected = 0, refined = 0;
};

// The number of one trajectory in an array that old files lack; 0 there.
double entry(const Hdf5File& arrays, const char* path, std::uint64_t trajectory) {
    double value = 0;
    if (arrays.has(path)) arrays.read_doubles(path, {trajectory}, {1}, &value);
    return value;
}

// The start of the trajectory, its motion and what the file says of its integration.
Stored stored_at(const TrajectoryFile& file, const Hdf5File& arrays, std::uint64_t trajectory) {
    Stored one;
    one.trajectory = trajectory;
    file.read_initial(trajectory, 1, one.start.x, one.start.v);
    file.read_state_parameters(trajectory, 1, 1, one.start.s);
    file.read_inputs(trajectory, 1, one.start.u);
    if (file.info().description.bounded) file.read_error_bound(trajectory, 1, one.bound);
    file.read_parameters(trajectory, 1, one.values);
    file.read(trajectory, 1, one.x, one.v);
    one.accepted = entry(arrays, "/steps_accepted", trajectory);
    one.rejected = entry(arrays, "/steps_rejected", trajectory);
    one.refined = entry(arrays, "/refined", trajectory);
    return one;
}

// The largest difference of bounds, in decades. Bounds below the rounding of the states count as equal.
Worst compared(const Stored& stored, const TrajectoryBatch& again) {
    Worst worst;
    for (std::size_t k = 0; k < stored.bound.size(); ++k) {
        const double a = stored.bound[k], b = again.error_bound[k];
        if (std::isnan(a) && std::isnan(b)) continue;
        const double decades = std::fabs(std::log10(std::max(a, rounding) / std::max(b, rounding)));
        worst.see({std::isnan(a) || std::isnan(b) ? NAN : decades, most_decades_off,
                   static_cast<long>(stored.trajectory), static_cast<int>(k)});
    }
    return worst;
}

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](double one, double other) {
               return one == other || (std::isnan(one) && std::isnan(other));
           });
}

// If x and v are reproduced bit for bit, everything else that the integration gives must be reproduced too.
std::string other_steps(const Stored& stored, const TrajectoryBatch& again) {
    if (!same_bits(stored.x, again.x) || !same_bits(stored.v, again.v)) return "";
    const Outcome& made = again.outcomes.front();
    std::string text;
    const auto same = [&](const char* what, double here, double there) {
        if (here != there && text.empty())
            text = "trajectory " + std::to_string(stored.trajectory) + ": " + what + " is " + number_text(here) +
                   ", made again " + number_text(there);
    };
    same("/steps_accepted", stored.accepted, static_cast<double>(made.accepted));
    same("/steps_rejected", stored.rejected, static_cast<double>(made.rejected));
    same("/refined", stored.refined, made.refined ? 1 : 0);
    for (std::size_t k = 0; k < stored.bound.size(); ++k)
        if (!std::isnan(stored.bound[k]) || !std::isnan(again.error_bound[k]))
            same("/error_bound", stored.bound[k], again.error_bound[k]);
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
    const Hdf5File arrays = Hdf5File::open(file.path());
    for (const std::uint64_t trajectory : trajectories) stored.push_back(stored_at(file, arrays, trajectory));
    std::vector<std::string> steps(stored.size()), motions(stored.size());
    std::vector<Worst> found(stored.size());
    parallel_for(stored.size(), threads, [&](std::size_t i) {
        const Stored& one = stored[i];
        std::unique_ptr<const CompiledSystem> member;
        if (!one.values.empty())
            member = std::make_unique<const CompiledSystem>(compiled.spec, compiled.system, one.values);
        const ConstrainedSystem& system = member ? member->system : compiled.system;
        TrajectoryBatch batch = integrate(system, {one.start}, d.times, protocol);
        if (d.bounded) add_error_bounds(system, {one.start}, d.times, *rule, batch);
        if (d.bounded) found[i] = compared(one, batch);
        steps[i] = other_steps(one, batch);
        if (!same_bits(one.x, batch.x) || !same_bits(one.v, batch.v))
            motions[i] = "trajectory " + std::to_string(one.trajectory) +
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
