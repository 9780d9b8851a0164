#include "stories/evaluate/reference_again.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "core/counted.hpp"
#include "core/number_text.hpp"
#include "core/parallel_for.hpp"
#include "core/to_size.hpp"
#include "graph/drop_constraints.hpp"
#include "integrate/batch_coordinates.hpp"
#include "integrate/ordered_blocks.hpp"
#include "integrate/protocol/read_protocol.hpp"
#include "spec/json/json_syntax.hpp"
#include "stories/evaluate/rollout_source.hpp"

namespace cchnn {
namespace {

constexpr const char* what_to_do =
    "; regenerate it with cchnn-gen rollout, or remove its /system/protocol to score it as a model";

// The level at which the file says that its trajectories were refined; nothing for one that was not.
std::optional<double> refinement_level(const std::string& protocol_json) {
    const nlohmann::ordered_json said = json_object_in(protocol_json);
    const nlohmann::ordered_json::json_pointer level("/error_bound/refine/level");
    return said.contains(level) && said[level].is_number() ? std::optional(said[level].get<double>()) : std::nullopt;
}

// The names of dropped constraints, one on each line.
std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::size_t begin = 0;
    while (begin < text.size()) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        lines.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return lines;
}

// The options of the `cchnn-gen rollout` that would have made the file. The number of steps of one trajectory
// is limited to the default, so that the file cannot ask for more. Bounds move nothing, and are computed only
// where refinement needs them.
RolloutOptions options_of(const TrajectoryFile& truth, const TrajectoryFile& reference, int threads) {
    const TrajectoryFileInfo& info = reference.info();
    const DatasetDescription& d = info.description;
    RolloutOptions options;
    options.test_set = truth.path();
    options.samples = info.samples;
    options.epsilon = d.perturbation_normal.value_or(0);
    options.epsilon_length = d.perturbation_length.value_or(0);
    options.start_spread = d.start_spread;
    if (info.members > 0) options.members = info.members;
    options.context = d.context;
    options.seed = d.seed;
    options.drop = lines_of(d.dropped_constraints);
    options.protocol = read_protocol(d.protocol_json, reference.path().string());
    options.protocol.max_steps = std::min(options.protocol.max_steps, default_protocol().max_steps);
    options.refine = refinement_level(d.protocol_json);
    options.bound = options.refine.value_or(0) > 0;  // bounds alone move nothing
    options.threads = threads;
    options.in_coordinates = info.in_coordinates;
    return options;
}

bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

// Trajectories of a block, of an ensemble with all members of each.
struct BlockShape {
    std::uint64_t first = 0, count = 0;
    int members = 0, samples = 0;
};

// The first entry in which two arrays differ, as a sentence; "" if they are equal. NaN equals NaN.
std::string difference(const std::vector<double>& stored, const std::vector<double>& made, const BlockShape& block) {
    const auto apart = std::mismatch(stored.begin(), stored.end(), made.begin(), made.end(), same);
    if (apart.first == stored.end() && apart.second == made.end()) return "";
    const std::size_t at = apart.first - stored.begin();
    const std::size_t trajectory = stored.size() / block.count,
                      member = trajectory / to_size(std::max(1, block.members)),
                      sample = member / to_size(block.samples);
    const std::string place = "trajectory " + std::to_string(block.first + at / trajectory) +
                              (block.members > 0 ? ", member " + std::to_string(at % trajectory / member) : "") +
                              ", sample " + std::to_string(at % member / sample);
    if (apart.second == made.end()) return place + " is missing";
    return place + ": the file has " + number_text(*apart.first) + ", the settings give " + number_text(*apart.second);
}

// Computes the rollout block by block on threads and compares it with the file. Reading holds the lock of the
// source.
class ReferenceAgain {
  public:
    ReferenceAgain(const CompiledSystem& compiled, const RolloutOptions& options, const TrajectoryFile& truth,
                   const TrajectoryFile& reference)
        : compiled_(compiled), options_(options), reference_(reference), source_(compiled, options, truth) {
        if (!options.drop.empty()) moving_.emplace(without_constraints(compiled.spec, options.drop));
    }

    // Where the file differs first; "" where it does not.
    std::string difference_found() const {
        const std::uint64_t count = reference_.info().count;
        const std::uint64_t size = source_.trajectories_per_block(options_, compiled_.system.state_size());
        std::vector<std::string> found((count + size - 1) / size);
        parallel_for(found.size(), options_.threads, [&](std::size_t block) {
            const std::uint64_t first = block * size;
            found[block] = difference_in(first, std::min(size, count - first));
        });
        for (const std::string& one : found)
            if (!one.empty()) return one;
        return "";
    }

  private:
    // Recomputes one block and compares it bit by bit: the settings give the same numbers on every machine.
    std::string difference_in(std::uint64_t first, std::uint64_t count) const {
        TrajectoryBatch made = rollout_block(compiled_, moving_ ? &*moving_ : nullptr, source_, options_, first, count);
        if (options_.in_coordinates) add_coordinates(compiled_.coordinates, source_.times.dt, made);
        std::vector<double> x, v;
        {
            const std::lock_guard lock(source_.hdf5);
            read(first, count, x, v);
        }
        const bool in_q = options_.in_coordinates;
        const BlockShape block{first, count, options_.member_count(), source_.times.samples};
        const std::string of_x = difference(x, in_q ? made.q : made.x, block);
        const std::string of_v = difference(v, in_q ? made.qdot : made.v, block);
        if (!of_x.empty()) return (in_q ? "q, " : "x, ") + of_x;
        return of_v.empty() ? "" : (in_q ? "qdot, " : "v, ") + of_v;
    }

    // Reads what the file has: coordinates, states, or the states of all members.
    void read(std::uint64_t first, std::uint64_t count, std::vector<double>& x, std::vector<double>& v) const {
        const bool in_q = options_.in_coordinates;
        if (in_q) return reference_.read_coordinates(first, count, x, v);
        if (!options_.members) return reference_.read(first, count, x, v);
        std::vector<double> more_x, more_v;
        for (std::uint64_t i = first; i < first + count; ++i) {
            reference_.read_members(i, 0, source_.times.samples, more_x, more_v);
            x.insert(x.end(), more_x.begin(), more_x.end());
            v.insert(v.end(), more_v.begin(), more_v.end());
        }
    }

    const CompiledSystem& compiled_;
    const RolloutOptions& options_;
    const TrajectoryFile& reference_;
    RolloutSource source_;
    std::optional<CompiledSystem> moving_;  // what is left of the system
};

// Why its settings cannot be taken again, before anything is integrated.
std::string impossible(const CompiledSystem& compiled, const RolloutOptions& options, const TrajectoryFile& reference) {
    if (const auto refused = refusals(options.protocol, compiled.system); !refused.empty()) return refused.front().what;
    const TrajectoryFileInfo& info = reference.info();
    const double steps = static_cast<double>(options.protocol.substeps) * info.samples * to_double(info.count) *
                         std::max(1, info.members);
    if (fixed_step(options.protocol.method) && steps > most_reference_steps)
        return "they take " + short_number(steps) + " steps, more than " + short_number(most_reference_steps);
    return "";
}

}  // namespace

// Empty if the file is what its settings give. A failure of the disk is passed on, since it says nothing about
// the file.
std::vector<Problem> reference_problems(const CompiledSystem& compiled, const TrajectoryFile& truth,
                                        const TrajectoryFile& reference, int threads) {
    const std::string where = reference.path().string();
    const auto not_made = [&](const std::string& why) {
        return std::vector<Problem>{
            {where,
             "is marked as a reference rollout, but its integration settings cannot be repeated: " + why + what_to_do}};
    };
    try {
        const RolloutOptions options = options_of(truth, reference, threads);
        if (const std::string why = impossible(compiled, options, reference); !why.empty()) return not_made(why);
        const std::string found = ReferenceAgain(compiled, options, truth, reference).difference_found();
        if (found.empty()) return {};
        return {{where, "is marked as a reference rollout, but its integration settings give another motion (" + found +
                            ")" + what_to_do}};
    } catch (const IoError&) {
        throw;
    } catch (const Error& error) {
        return not_made(error.problems().front().what);
    }
}

}  // namespace cchnn
