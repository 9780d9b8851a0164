#include "stories/generate/described_system.hpp"

#include <algorithm>

#include "core/counted.hpp"
#include "core/number_text.hpp"
#include "core/to_size.hpp"
#include "dataset/reader/trajectory_file.hpp"
#include "graph/constraint_surfaces.hpp"
#include "integrate/protocol/read_protocol.hpp"
#include "integrate/trajectory_source.hpp"
#include "model/compiled_system.hpp"
#include "spec/read_system.hpp"
#include "spec/resolve_meshes.hpp"

namespace cchnn {
namespace {

constexpr std::uint64_t bounds_at_once = 64;  // trajectories

std::string protocol_words(const Protocol& protocol) {
    std::string text = std::string(name(protocol.method)) + " (" + protocol.name + ")";
    if (protocol.substeps > 0) return text + ", " + counted(protocol.substeps, "step") + " between samples";
    return text + ", rtol " + short_number(protocol.rtol) + ", atol " + short_number(protocol.atol) +
           (protocol.project ? ", projected onto the constraints" : ", not projected");
}

std::string times_words(double dt, int samples, const Units& units) {
    return counted(samples, "sample") + ", dt = " + short_number(dt) + " " + units.time + ", until " +
           short_number(dt * (samples - 1)) + " " + units.time;
}

// "2, 4 independent scalar constraints on 6 coordinates"
std::string freedom_words(const ConstrainedSystem& system) {
    return std::to_string(system.degrees_of_freedom()) + ", " + std::to_string(system.independent_count()) +
           " independent scalar constraints on " + std::to_string(system.state_size()) + " coordinates";
}

// The distribution over trajectories of the error bounds, at each time; bounds are read in blocks.
ErrorOverTime floor_of(const TrajectoryFile& file) {
    const TrajectoryFileInfo& info = file.info();
    ErrorBand band(info.samples, info.description.times.dt);
    std::vector<double> bounds;
    for (std::uint64_t first = 0; first < info.count; first += bounds_at_once) {
        const std::uint64_t count = std::min(bounds_at_once, info.count - first);
        bounds = file.rows("/error_bound", first, count);
        for (std::uint64_t i = 0; i < count; ++i) {
            const auto begin = bounds.begin() + i * info.samples;
            band.add({begin, begin + info.samples});
        }
    }
    return band.finish();
}

// What is known of the system alone, whether a test set exists or not.
void add_system_facts(DescribedSystem& described) {
    const CompiledSystem& compiled = *described.compiled;
    described.drawing = drawing_of(compiled.graph);
    draw_contacts(compiled.spec, compiled.graph, described.x, described.drawing);
    described.x = described.drawing.states(described.x, to_size(compiled.system.state_size()), described.dt);
    described.facts.emplace_back("degrees of freedom", freedom_words(compiled.system));
    described.facts.emplace_back("times", times_words(described.dt, described.samples, compiled.spec.units));
}

void add_impacts(const std::vector<double>& times, const std::vector<double>& contacts, DescribedSystem& described) {
    const CompiledSystem& compiled = *described.compiled;
    described.impacts = drawn_impacts(compiled.spec, compiled.graph, described.x, described.dt, times, contacts);
}

// How the test set was made; imported data have no protocol of this program.
void add_origin(const TrajectoryFile& file, DescribedSystem& described) {
    const DatasetDescription& description = file.info().description;
    auto& facts = described.facts;
    facts.emplace_back("test set", file.path().string() + ", " + trajectories_text(file.info().count));
    if (!description.protocol_json.empty()) {
        try {
            facts.emplace_back("integration",
                               protocol_words(read_protocol(description.protocol_json, file.path().string())));
        } catch (const Error&) {
            facts.emplace_back("integration", "not by cchnn-gen");  // imported
        }
    }
    facts.emplace_back("seed", std::to_string(description.seed));
    facts.emplace_back("truth digest", file.truth_digest());
    if (description.lyapunov && description.lyapunov->largest.low > 0)
        facts.emplace_back("Lyapunov time",
                           short_number(1 / description.lyapunov->largest.mean, 3) + " " + description.units.time);
}

}  // namespace

// Describes the system that a test set stores, with one of its trajectories as the motion to draw. Bodies of
// meshes have no surfaces here, since a test set does not contain the meshes.
DescribedSystem described_test_set(const std::filesystem::path& test_set, std::uint64_t trajectory) {
    const TrajectoryFile file(test_set);
    const TrajectoryFileInfo& info = file.info();
    DescribedSystem described;
    described.compiled = std::make_shared<const CompiledSystem>(
        parse_system(info.description.system_json, test_set.string() + ":/system/json"));
    described.trajectory = trajectory;
    described.dt = info.description.times.dt;
    described.samples = info.samples;
    std::vector<double> v;
    file.read(trajectory, 1, described.x, v);
    add_impacts(file.rows("/events/time", trajectory, 1), file.rows("/events/contact", trajectory, 1), described);
    add_system_facts(described);
    add_origin(file, described);
    if (info.description.bounded) described.floor = floor_of(file);
    return described;
}

// Describes a system by its name or file. A motion is integrated for it, the first test trajectory of seed 0.
DescribedSystem described_system(const std::string& system) {
    DescribedSystem described;
    described.compiled = std::make_shared<const CompiledSystem>(load_system(system));
    const CompiledSystem& compiled = *described.compiled;
    const TimeGrid times{compiled.spec.sampling.dt, compiled.spec.sampling.steps};
    const Protocol protocol = default_protocol();
    described.dt = times.dt;
    described.samples = times.samples;
    const TrajectoryBatch motion =
        drawn_trajectories(compiled.system, compiled.sampler, 0, Split::test, 0, 1, times, protocol, true).batch;
    described.x = motion.x;
    add_impacts(motion.impact_time, motion.impact_contact, described);
    add_system_facts(described);
    described.surfaces =
        draw_surfaces(compiled.graph, mesh_surfaces(compiled.spec, files_beside_system(system)), described.drawing);
    for (BodySurface& surface : constraint_surfaces(compiled.graph, described.x))
        described.surfaces.push_back(std::move(surface));
    described.facts.emplace_back("motion", "the first test trajectory of seed 0");
    described.facts.emplace_back("integration", protocol_words(protocol));
    return described;
}

DescribedSystem described_motion(std::shared_ptr<const CompiledSystem> compiled, TimeGrid times,
                                 std::vector<double> x) {
    DescribedSystem described;
    described.compiled = std::move(compiled);
    described.dt = times.dt;
    described.samples = times.samples;
    described.x = std::move(x);
    add_system_facts(described);
    described.surfaces = constraint_surfaces(described.compiled->graph, described.x);
    return described;
}

}  // namespace cchnn
