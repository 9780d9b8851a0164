#include "stories/exchange/import_arrays.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/counted.hpp"
#include "core/joined.hpp"
#include "core/number_text.hpp"
#include "core/option.hpp"
#include "core/paths/given_directory.hpp"
#include "core/paths/input_files.hpp"
#include "core/sha256.hpp"
#include "core/to_size.hpp"
#include "core/version.hpp"
#include "dataset/reader/trajectory_file.hpp"
#include "dataset/resume/unfinished_directory.hpp"
#include "dataset/writer/dataset_writer.hpp"
#include "integrate/batch_coordinates.hpp"
#include "integrate/impacts/contact_driver.hpp"
#include "integrate/integrate.hpp"
#include "mechanics/angle_count.hpp"
#include "mechanics/base_motion.hpp"
#include "model/compiled_system.hpp"
#include "sample/input_signals.hpp"

namespace cchnn {
namespace {

namespace fs = std::filesystem;

constexpr double most_uneven = 1e-3;  // of dt: times in float32 are off by 1e-5 after 100 samples
constexpr const char* imported = R"({"name": "imported", "error_bound": "off"})";

// The work directory. A later run clears it, because nothing in it can be resumed.
fs::path importing_beside(const fs::path& directory) {
    return directory.parent_path() / ("." + directory.filename().string() + ".importing");
}
// The text by which the work directory is recognised as one of an import.
std::string job_of(const SystemSpec& spec) {
    return nlohmann::ordered_json{{"tool_version", tool_version},
                                  {"system", {{"name", spec.name}, {"sha256", sha256_of_text(spec.json)}}},
                                  {"imported", true}}
        .dump();
}

// What every file is imported with.
struct Importer {
    const CompiledSystem compiled;
    const ImportOptions& options;
};

// The grid of times, which must be in equal steps; it begins at 0, because the laws do not depend on time of
// day.
TimeGrid equal_times(const TrajectoryFileInfo& info, const ImportOptions& options, const fs::path& path,
                     double& uneven) {
    if (info.samples < 2)
        throw DataError(path.string() + ":t",
                        "has " + std::to_string(info.samples) + " samples, at least 2 are needed");
    if (info.times.empty()) {
        if (!options.dt) throw DataError(path.string() + ":t", "is missing; add it, or give " + option("dt"));
        return {*options.dt, info.samples};
    }
    const double mean = (info.times.back() - info.times.front()) / (info.samples - 1), dt = options.dt.value_or(mean);
    for (std::size_t k = 0; k < info.times.size(); ++k) {
        const double off = std::fabs(info.times[k] - info.times.front() - to_double(k) * dt) / dt;
        uneven = std::max(uneven, off);
        if (!(off <= most_uneven))
            throw DataError(path.string() + ":t", "must be in equal steps of " + number_text(dt) + " s, t[" +
                                                      std::to_string(k) + "] is " + number_text(info.times[k]));
    }
    return {dt, info.samples};
}

// The arrays must have the nodes of the system, in its order; only their number can be checked.
void require_shape(const Importer& in, const TrajectoryFileInfo& info, const fs::path& path) {
    if (info.nodes == in.compiled.system.node_count() && info.dimension == in.compiled.system.dimension()) return;
    throw DataError(path.string() + ":x", "holds " + std::to_string(info.nodes) + " nodes in " +
                                              std::to_string(info.dimension) + " dimensions, " +
                                              in.compiled.system.name() + " has " +
                                              std::to_string(in.compiled.system.node_count()) + " nodes in " +
                                              std::to_string(in.compiled.system.dimension()));
}

// Imported motions are complete: a NaN in them is an error of the file.
void require_finite(const TrajectoryBatch& batch, const fs::path& path) {
    const std::size_t row = batch.x.size() / to_size(batch.count);
    for (std::size_t i = 0; i < batch.x.size(); ++i)
        if (!std::isfinite(batch.x[i]) || !std::isfinite(batch.v[i]))
            throw DataError(path.string() + (std::isfinite(batch.x[i]) ? ":v" : ":x"),
                            "is not finite in trajectory " + std::to_string(batch.first + i / row));
}

// The inputs of a block, (count, samples, inputs). Those that are formulas have the values of their formulas.
std::vector<double> inputs_of(const Importer& in, const TrajectoryFile& file, const TrajectoryBatch& batch,
                              TimeGrid times) {
    const std::vector<Input>& inputs = in.compiled.system.inputs();
    const std::vector<double> formulas = formula_samples(inputs, times.dt, times.samples);
    std::vector<double> u = file.rows("/u", batch.first, batch.count);
    u.resize(to_size(batch.count) * formulas.size());
    for (std::size_t i = 0; i < u.size(); ++i) {
        const Input& input = inputs[i % inputs.size()];
        if (input.formula) u[i] = formulas[i % formulas.size()];
        if (!std::isfinite(u[i]))
            throw DataError(file.path().string() + ":u", input.id + " is not finite in trajectory " +
                                                             std::to_string(batch.first + i / formulas.size()));
    }
    return u;
}

// The inputs must be in the file, unless all of them are formulas, which know the time of each sample.
void require_inputs(const Importer& in, const TrajectoryFileInfo& info, const fs::path& path) {
    const std::vector<Input>& inputs = in.compiled.system.inputs();
    const auto is_formula = [](const Input& input) { return input.formula != nullptr; };
    const auto formula = std::ranges::find_if(inputs, is_formula);
    if (formula != inputs.end() && !info.times.empty() && info.times.front() != 0)
        throw DataError(path.string() + ":t", "begins at " + number_text(info.times.front()) + " s, but " +
                                                  formula->id + " is a formula of t: trajectories must begin at 0 s");
    if (info.inputs == count_of(inputs) || (info.inputs == 0 && std::ranges::all_of(inputs, is_formula))) return;
    const std::string ids = joined(inputs, ", ", &Input::id);
    throw DataError(path.string() + ":u",
                    (info.inputs == 0 ? "is missing" : "has " + counted(to_size(info.inputs), "input")) + "; " +
                        in.compiled.spec.name +
                        (inputs.empty() ? " has none"
                                        : " is driven: give the values of " + ids + " as (trajectory, sample, input)"));
}

// What is lost between samples k and k + 1, and the work of inputs, are those of a motion that starts in sample k. Without inputs the
// dissipated energy is the decrease of the energy.
void add_losses(const Importer& in, TimeGrid times, TrajectoryBatch& batch) {
    const ConstrainedSystem& system = in.compiled.system;
    const std::size_t states = batch.energy.size(), samples = times.samples, width = system.state_size(),
                      parameters = system.parameter_count(), tracks = system.tracks().size();
    if (system.dissipative()) batch.dissipated.assign(states, 0.0);
    if (!system.driven()) {
        for (std::size_t k = 0; k < batch.dissipated.size(); ++k)
            batch.dissipated[k] = batch.energy[k - k % samples] - batch.energy[k];
        return;
    }
    batch.work.assign(states, 0.0);
    const std::size_t inputs = system.inputs().size();
    std::vector<InitialState> starts;
    for (std::size_t k = 0; k < states; ++k) {
        if (k % samples == samples - 1) continue;
        const double *x = &batch.x[k * width], *v = &batch.v[k * width], *u = &batch.u[k * inputs];
        InitialState start{{x, x + width}, {v, v + width}};
        start.u.assign(u, u + 2 * inputs);
        start.t = times.time(static_cast<int>(k % samples));
        for (std::size_t i = 0; i < parameters; ++i)
            start.s.push_back(i < tracks ? batch.track_parameter[k * tracks + i]
                                         : batch.counted_angle[k * (parameters - tracks) + i - tracks]);
        starts.push_back(std::move(start));
    }
    const TrajectoryBatch moved = integrate(system, starts, {times.dt, 2}, default_protocol());
    for (std::size_t k = 0, i = 0; k + 1 < states; ++k) {
        if (k % samples == samples - 1) continue;
        batch.work[k + 1] = batch.work[k] + moved.work[2 * i + 1];
        if (system.dissipative()) batch.dissipated[k + 1] = batch.dissipated[k] + moved.dissipated[2 * i + 1];
        ++i;
    }
}

// Adds to a batch what follows from its states: energies, losses, parameters on curves, counted angles, coordinates and
// outcomes.
void complete(const Importer& in, TimeGrid times, TrajectoryBatch& batch) {
    const ConstrainedSystem& system = in.compiled.system;
    const std::size_t width = system.state_size(), states = batch.x.size() / width, samples = times.samples,
                      tracks = system.tracks().size();
    std::vector<double> counted;  // of one trajectory
    for (std::size_t k = 0; k < states; ++k) {
        const double *x = &batch.x[k * width], *v = &batch.v[k * width];
        if (k % samples == 0) counted = counted_along(system, x, v, times.samples, times.dt, nullptr);
        const double* const angles = counted.data() + k % samples * system.parameter_count();
        batch.energy.push_back(system.energy(x, v, angles));
        const std::vector<double> s = system.nearest_parameters(x, v);
        batch.track_parameter.insert(batch.track_parameter.end(), s.begin(), s.begin() + tracks);
        for (std::size_t i = tracks; i < system.parameter_count(); ++i) batch.counted_angle.push_back(angles[i]);
    }
    add_losses(in, times, batch);
    batch.outcomes.assign(batch.count,
                          Outcome{EndReason::completed, times.samples, times.time(times.samples - 1), 0, 0});
    add_coordinates(in.compiled.coordinates, times.dt, batch);
}

// Measures how well the imported states satisfy the constraints and the equations of motion. The motion is
// checked by integrating from each sample to the next.
void measure(const Importer& in, TimeGrid times, const TrajectoryBatch& batch, ImportedSplit& split) {
    const std::size_t samples = times.samples, width = in.compiled.system.state_size(),
                      inputs = in.compiled.system.inputs().size();
    std::vector<double> lost = batch.dissipated;
    lost.resize(std::max(lost.size(), batch.work.size()));
    for (std::size_t k = 0; k < batch.work.size(); ++k) lost[k] -= batch.work[k];
    for (std::size_t i = 0; i < to_size(batch.count); ++i) {
        std::vector<double> counted;
        if (in.compiled.system.tracks().empty())  // else both are found anew
            counted = counted_along(in.compiled.system, &batch.x[i * samples * width], &batch.v[i * samples * width],
                                    times.samples, times.dt, nullptr);
        const StoredMotion motion{times.samples,
                                  &batch.x[i * samples * width],
                                  &batch.v[i * samples * width],
                                  &batch.energy[i * samples],
                                  lost.empty() ? nullptr : &lost[i * samples],
                                  batch.u.empty() ? nullptr : &batch.u[i * samples * inputs],
                                  nullptr,
                                  counted.empty() ? nullptr : counted.data()};
        const auto number = static_cast<long>(batch.first + i);
        split.states.add(in.compiled.system, motion, times.dt, number);
        const MotionMeasure measure =
            motion_residual(in.compiled.system, motion, times.dt, default_protocol(), number, PhysicsLimits::none());
        split.motion.see(measure.worst);
    }
}

// Throws with all measures that exceed the tolerance, each with its worst place.
void require_tolerance(const ImportedSplit& split, const fs::path& path, double tolerance) {
    std::vector<Problem> problems;
    const auto check = [&](const char* what, const Worst& worst, const char* unit) {
        if (worst.value <= tolerance) return;
        problems.push_back({path.string(), std::string(what) + " is off by " + number_text(worst.value) + unit +
                                               " in trajectory " + std::to_string(worst.trajectory) + " at sample " +
                                               std::to_string(worst.sample) + ", at most " + number_text(tolerance) +
                                               " (" + option("tolerance") + ")"});
    };
    check("Phi", split.states.phi, " of the length of its constraint");
    check("dPhi/dt", split.states.phi_rate, " of the largest speed");
    check("the motion to the next sample", split.motion, " of the state");
    check("energy", split.states.drift, " of the largest kinetic energy");
    if (!problems.empty()) throw DataError(std::move(problems));
}

DatasetDescription describe(const Importer& in, Split split, std::uint64_t count, TimeGrid times) {
    DatasetDescription d;
    d.kind = "dataset";
    d.split = name(split);
    d.seed = in.options.seed;
    d.count = count;
    d.times = times;
    d.system_json = in.compiled.spec.json;
    d.units = in.compiled.spec.units;
    d.dissipative = in.compiled.system.dissipative();
    d.nodes = node_labels(in.compiled.graph);
    d.graph = system_graph(in.compiled.spec, in.compiled.graph);
    d.coordinates = in.compiled.coordinates.table();
    d.why_no_coordinates = in.compiled.coordinates.why_none();
    d.protocol_json = imported;
    d.chunks = split == Split::train;
    d.chunk_length = in.options.chunk_length;
    return d;
}

// One file: checked, completed, measured and written block by block. The tolerance is checked after the last
// block, so that a message names the worst place of all; nothing is in place yet then.
ImportedSplit import_file(const Importer& in, Split which, const fs::path& source, const fs::path& target,
                          const std::function<void(std::uint64_t, std::uint64_t)>& progress) {
    const TrajectoryFile file(source, in.compiled.coordinates, in.compiled.system);
    const TrajectoryFileInfo& info = file.info();
    ImportedSplit split;
    split.split = which;
    split.count = info.count;
    split.samples = info.samples;
    require_shape(in, info, source);
    if (info.count == 0) throw DataError(source.string() + ":x", "holds no trajectory");
    require_inputs(in, info, source);
    const TimeGrid times = equal_times(info, in.options, source, split.uneven);
    split.dt = times.dt;
    DatasetWriter writer(target, describe(in, which, info.count, times), in.compiled.system, true);
    const std::uint64_t row = to_size(times.samples) * in.compiled.system.state_size();
    const std::uint64_t block = std::clamp<std::uint64_t>((1 << 20) / row, 1, info.count);
    for (std::uint64_t first = 0; first < info.count; first += block) {
        TrajectoryBatch batch;
        batch.first = first;
        batch.count = static_cast<int>(std::min(block, info.count - first));
        batch.samples = times.samples;
        batch.nodes = info.nodes;
        batch.dimension = info.dimension;
        file.read(first, batch.count, batch.x, batch.v);
        require_finite(batch, source);
        if (in.compiled.system.driven()) batch.u = inputs_of(in, file, batch, times);
        complete(in, times, batch);
        measure(in, times, batch, split);
        writer.append(batch);
        progress(first + batch.count, info.count);
    }
    require_tolerance(split, source, in.options.tolerance);
    split.content_digest = writer.finish(Sync::by_staged_directory);
    split.truth_digest = writer.content().truth;
    return split;
}

// The command for the manifest. It names no files, since data that came from elsewhere cannot be made again by
// it.
std::string command_of(const Importer& in, const ImportReport& report) {
    std::string command = "cchnn-gen import " + in.compiled.spec.name +
                          (in.compiled.spec.source.starts_with("built-in:") ? "" : ".json") + " -o DIR";
    for (const ImportedSplit& split : report.splits) command += std::string(" --") + name(split.split) + " FILE";
    return command + " --chunk " + std::to_string(in.options.chunk_length) + " --seed " +
           std::to_string(in.options.seed) + to_flags(in.options.publication);
}

ManifestContent manifest_of(const Importer& in, const ImportReport& report) {
    ManifestContent content;
    content.system_name = in.compiled.spec.name;
    content.system_title = in.compiled.spec.title;
    content.system_description = in.compiled.spec.description;
    content.system_reference = in.compiled.spec.reference;
    content.system_json = in.compiled.spec.json;
    content.units = in.compiled.spec.units;
    content.protocol_json = imported;
    content.seed = in.options.seed;
    content.publication = in.options.publication;
    content.command = command_of(in, report);
    for (const ImportedSplit& split : report.splits) content.splits.push_back(describe_split(split.file, 0));
    return content;
}

// Writes all files of the dataset into `directory`.
void import_files(const Importer& in, const fs::path& directory, ImportReport& report) {
    for (Split split : all_splits) {
        const fs::path& source = in.options.arrays[static_cast<std::size_t>(split)];
        if (source.empty()) continue;
        const fs::path target = directory / (std::string(name(split)) + ".h5");
        const auto progress = [&](std::uint64_t done, std::uint64_t total) {
            if (in.options.progress) in.options.progress(done, total);
        };
        report.splits.push_back(import_file(in, split, source, target, progress));
        report.splits.back().file = target;
    }
    write_manifest(directory, manifest_of(in, report));
}

}  // namespace

std::vector<Problem> ImportOptions::check() const {
    std::vector<Problem> problems;
    const auto rule = [&](bool holds, const std::string& flag, const std::string& what) {
        if (!holds) problems.push_back({flag, what});
    };
    rule(!directory.empty(), option("output"), "name a directory to write to");
    rule(std::ranges::any_of(arrays, [](const fs::path& file) { return !file.empty(); }),
         option("train") + ", " + option("valid") + ", " + option("test"), "at least one file of arrays is needed");
    rule(!dt || (std::isfinite(*dt) && *dt > 0), option("dt"), "must be > 0 s, got " + number_text(dt.value_or(0)));
    rule(tolerance > 0, option("tolerance"), "must be > 0, got " + number_text(tolerance));
    rule(chunk_length >= 1, option("chunk"), "must be at least 1, got " + std::to_string(chunk_length));
    for (Problem& problem : publication.check()) problems.push_back(std::move(problem));
    return problems;
}

// Families are errors, since arrays hold no drawn numbers, and so are Origins that move, whose motion is counted from
// the first one.
ImportReport import_arrays(const SystemSpec& spec, const ImportOptions& options) {
    if (auto problems = options.check(); !problems.empty()) throw UsageError(std::move(problems));
    if (!spec.varied.empty())
        throw UsageError("SYSTEM", spec.name + " draws " + spec.varied.front().name +
                                       " and other numbers for each trajectory, but arrays do not contain them; import "
                                       "a system with numbers of its own");
    const Importer in{CompiledSystem(spec), options};
    refuse_contacts(in.compiled.system, "a check of imported states");
    if (!BaseMotion(in.compiled.system).at_rest())
        throw UsageError("SYSTEM", spec.name + " has Origins that move; import a system whose Origins stay in place");
    ImportReport report{spec.name, options.directory / spec.name, {}};
    for (const std::string& file : dataset_files())
        refuse_inputs(report.directory / file, {options.arrays.begin(), options.arrays.end()});
    const RemovedIfEmpty unless_imported(options.directory);
    UnfinishedDirectory work(importing_beside(report.directory), job_of(spec), Begin::anew, false);
    work.publish(report.directory, dataset_files(), options.overwrite,
                 [&](const fs::path& directory) { import_files(in, directory, report); });
    for (ImportedSplit& split : report.splits) split.file = report.directory / split.file.filename();
    return report;
}

}  // namespace cchnn
