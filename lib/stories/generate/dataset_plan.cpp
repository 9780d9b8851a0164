#include "stories/generate/dataset_plan.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "core/counted.hpp"
#include "core/errors.hpp"
#include "core/number_text.hpp"
#include "core/option.hpp"
#include "core/paths/read_file.hpp"
#include "core/sha256.hpp"
#include "core/version.hpp"
#include "dataset/documents/sha256sums.hpp"
#include "integrate/batch_coordinates.hpp"
#include "integrate/derivatives/stored_sensitivities.hpp"
#include "integrate/impacts/contact_driver.hpp"
#include "integrate/impacts/sampled_impacts.hpp"
#include "integrate/integrate.hpp"
#include "integrate/ordered_blocks.hpp"
#include "integrate/trajectory_source.hpp"
#include "model/finite_energy.hpp"
#include "spec/json/json_syntax.hpp"
#include "stories/generate/bound_rules.hpp"

namespace cchnn {
namespace {

// Options with defaults and dependent values filled in: substeps for dt, and counts limited to the given states.
GenerateOptions resolved(const GenerateOptions& asked, double dt, const Sampler& sampler) {
    GenerateOptions options = asked;
    options.protocol = with_substeps(asked.protocol, dt);
    const long given = sampler.trajectory_count();
    if (!asked.at_most_given || !asked.states.empty() || given < 0) return options;
    for (auto& count : options.count)
        if (count) count = std::min(*count, static_cast<std::uint64_t>(given));
    return options;
}

// Throws UsageError if a split asks for more trajectories than the system file has states or values for.
// Drawing the last requested state makes the sampler throw its own message, which says how many states exist.
void require_given(const DatasetPlan& plan) {
    const Sampler& sampler = plan.compiled.sampler;
    const long given = sampler.trajectory_count();
    if (!plan.starts.states.empty() || given < 0) return;
    for (Split split : all_splits) {
        if (plan.count(split) <= static_cast<std::uint64_t>(given)) continue;
        SampleKey last{plan.options.seed, split, plan.count(split) - 1, 0};
        sampler.draw(last);
    }
}

// Checks options before the system is compiled: the first member of DatasetPlan is initialised from its result.
const SystemSpec& checked(const SystemSpec& spec, const GenerateOptions& asked) {
    if (auto problems = asked.check(); !problems.empty()) throw UsageError(std::move(problems));
    return spec;
}

// A lock file does not say whether it means the first states of a file or those at training windows; their SHA-256
// decides.
bool are_at_chunks(const CompiledSystem& compiled, const GenerateOptions& asked, StartStates& starts) {
    try {
        StartStates at_chunks = read_start_states(compiled, asked.states, StartsAt::chunk);
        if (at_chunks.sha256 != asked.states_source->sha256) return false;
        starts = std::move(at_chunks);
        return true;
    } catch (const DataError&) {  // no chunks in it
        return false;
    }
}

// Throws DataError unless a file holds what a lock file names.
void require_same(const std::string& what, const std::filesystem::path& file, const std::string& sha256,
                  const GivenFile& expected) {
    if (sha256 != expected.sha256)
        throw DataError(file.string(), "does not have the " + what + " of " + expected.file + ": their SHA-256 is " +
                                           sha256.substr(0, 12) + ", expected " + expected.sha256.substr(0, 12));
}

// Reads the given initial states, if any, and compares them with the digest that a lock file names.
StartStates starts_of(const CompiledSystem& compiled, const GenerateOptions& asked) {
    if (asked.states.empty()) return {};
    if (!compiled.spec.varied.empty())
        throw UsageError(option("states"),
                         compiled.spec.name +
                             " draws masses, lengths or other numbers for each trajectory, and states "
                             "are of one system; give those numbers in a file of your own");
    StartStates starts = read_start_states(compiled, asked.states, asked.starts);
    if (asked.states_source && starts.sha256 != asked.states_source->sha256 && !are_at_chunks(compiled, asked, starts))
        require_same("states", asked.states, starts.sha256, *asked.states_source);
    return starts;
}

// The same of given inputs.
InputsFile inputs_of(const ConstrainedSystem& system, const GenerateOptions& asked, TimeGrid times) {
    if (asked.inputs.empty()) return {};
    InputsFile inputs = read_inputs_file(asked.inputs, system, times);
    if (asked.inputs_source) require_same("inputs", asked.inputs, inputs.sha256, *asked.inputs_source);
    return inputs;
}

std::optional<GivenFile> source_of(const std::filesystem::path& file, const std::string& sha256,
                                   const std::optional<GivenFile>& expected) {
    if (file.empty() || expected) return expected;
    return GivenFile{file.filename().string(), sha256};
}

nlohmann::ordered_json to_json(const GivenFile& source) { return {{"file", source.file}, {"sha256", source.sha256}}; }

// Without inertia a coordinate moves as rounding decides, which no later check would see.
void check_lagrangian(const CompiledSystem& compiled, std::uint64_t seed) {
    SampleKey key{seed, Split::test, 0, 0};
    const std::string problem = problem_of_lagrangian(compiled.system, compiled.sampler.draw(key).x);
    if (!problem.empty()) throw SpecError(compiled.spec.source + "#/lagrangian", problem);
}

// Whether a file name is UTF-8 text without control characters, so that a manifest can hold it.
bool is_text(const std::string& name) {
    try {
        return nlohmann::json(name).dump().find("\\u00") == std::string::npos;  // control characters
    } catch (const nlohmann::json::exception&) {
        return false;
    }
}

bool built_in(const SystemSpec& spec) { return spec.source.starts_with("built-in:"); }

// "cchnn-gen generate NAME -o DIR --train 20 --lyapunov": {"", "cchnn-gen generate ..."}, {"--train", "20"},
// {"--lyapunov", "given"}. A value that holds " --", as a path may, counts as several: it still differs from another.
std::map<std::string, std::string> flags_of(const std::string& command) {
    std::map<std::string, std::string> flags;
    for (std::size_t begin = 0; begin < command.size();) {
        const std::size_t end = std::min(command.find(" --", begin), command.size());
        const std::string part = command.substr(begin, end - begin);
        const std::size_t space = part.find(' ');
        if (part.starts_with("--"))
            flags[part.substr(0, space)] = space == std::string::npos ? "given" : part.substr(space + 1);
        else flags["command"] = part;
        begin = end + 1;
    }
    return flags;
}

std::string value_or_nothing(const std::string& value) { return value.empty() ? "nothing" : value; }

}  // namespace

// Consecutive shards meet without gap or overlap, because the end of k is the beginning of k + 1 by the same
// formula. With counts up to 10^12 and 10^6 shards the product stays below 2^64.
Range part_of(std::uint64_t count, Shard shard) {
    const std::uint64_t begin = count * (shard.number - 1) / shard.of, end = count * shard.number / shard.of;
    return {begin, end - begin};
}

std::vector<Problem> GenerateOptions::check() const {
    std::vector<Problem> problems;
    const auto rule = [&](bool holds, const std::string& flag, const std::string& what) {
        if (!holds) problems.push_back({flag, what});
    };
    rule(!directory.empty(), option("output"), "name a directory to write to");
    constexpr std::uint64_t most = 1'000'000'000'000;
    for (Split split : all_splits)
        if (const auto asked = count[static_cast<std::size_t>(split)].value_or(0); asked > most)
            problems.push_back({option(name(split)), "must be at most 10^12, got " + std::to_string(asked)});
    rule(!dt || (std::isfinite(*dt) && *dt > 0), option("dt"), "must be > 0 s, got " + number_text(dt.value_or(0)));
    rule(!samples || *samples >= 2, option("steps"), "must be at least 2, got " + std::to_string(samples.value_or(0)));
    rule(chunk_length >= 1, option("chunk"), "must be at least 1, got " + std::to_string(chunk_length));
    rule(!compress || (*compress >= 1 && *compress <= 9), option("compress"),
         "must be 1 .. 9, got " + std::to_string(compress.value_or(0)));
    rule(is_text(states.filename().string()), option("states"), "must be a file name in UTF-8");
    rule(is_text(inputs.filename().string()), option("inputs"), "must be a file name in UTF-8");
    rule(states.empty() || !lyapunov, option("lyapunov"),
         "needs drawn initial states; remove it, or " + option("states"));
    rule(threads >= 1 && threads <= 1024, option("threads"), "must be 1 .. 1024, got " + std::to_string(threads));
    for (Problem& problem : refinement_problems(protocol, bound, refine)) problems.push_back(std::move(problem));
    for (Problem& problem : refuse_sampled_impacts(protocol, option("protocol"), "datasets have located impacts"))
        problems.push_back(std::move(problem));
    rule(with.sensitive.empty() || with.sensitivities, option("sensitive"),
         "chooses the numbers of sensitivities; add " + option("with") + " sensitivities");
    rule(!(resume && overwrite), option("resume"),
         "continues an interrupted run, " + option("overwrite") + " discards it; give only one of them");
    if (shard)
        rule(shard->of >= 1 && shard->of <= most_shards && shard->number >= 1 && shard->number <= shard->of,
             option("shard"),
             "must be k/n with 1 <= k <= n <= 10^6, got " + std::to_string(shard->number) + "/" +
                 std::to_string(shard->of));
    for (Problem& problem : protocol.check()) problems.push_back(std::move(problem));
    for (Problem& problem : publication.check()) problems.push_back(std::move(problem));
    return problems;
}

// Everything that can be wrong about a request is found here, before anything is written: options, protocol,
// counts, given states, memory.
DatasetPlan::DatasetPlan(const SystemSpec& from, const GenerateOptions& asked)
    : compiled(checked(from, asked)),
      times{asked.dt.value_or(compiled.spec.sampling.dt), asked.samples.value_or(compiled.spec.sampling.steps)},
      options(resolved(asked, times.dt, compiled.sampler)),
      bound_rule(options.protocol, refinement_level(compiled.system, options.refine)),
      starts(starts_of(compiled, asked)),
      inputs(inputs_of(compiled.system, asked, times)),
      states_source(source_of(asked.states, starts.sha256, asked.states_source)),
      inputs_source(source_of(asked.inputs, inputs.sha256, asked.inputs_source)) {
    if (auto problems = refusals(asked.protocol, compiled.system); !problems.empty())
        throw UsageError(std::move(problems));
    if ((asked.with.momentum || asked.with.multipliers) && compiled.system.lagrangian())
        throw UsageError(option("with"), "momentum and multipliers are those of bodies with masses, and " +
                                             compiled.spec.name + " is given by a Lagrangian: leave " +
                                             (asked.with.momentum ? "momentum" : "multipliers") + " out");
    refuse_sensitivities(compiled, asked.with);
    std::uint64_t wanted = 0;
    for (Split split : all_splits) wanted += count(split);
    if (compiled.system.lagrangian() && asked.states.empty()) check_lagrangian(compiled, asked.seed);
    if (wanted == 0)
        throw UsageError(option("train") + ", " + option("valid") + ", " + option("test"),
                         "are all 0; ask for at least one trajectory");
    require_given(*this);
    require_memory_for_block(option("steps"), wanted, options.threads, times.samples, numbers_a_sample());
    if (!asked.states.empty() && wanted > starts.states.size())
        throw UsageError(option("train") + ", " + option("valid") + ", " + option("test"),
                         "ask for " + trajectories_text(wanted) + ", " + asked.states.string() + " holds " +
                             counted(starts.states.size(), "state"));
    if (const GivenInputs& given = inputs.given; given.rows > 0 && !given.shared && wanted > given.rows)
        throw UsageError(option("train") + ", " + option("valid") + ", " + option("test"),
                         "ask for " + trajectories_text(wanted) + ", " + asked.inputs.string() + " holds inputs of " +
                             std::to_string(given.rows));
}

// In order of preference: the number that was asked for; with a file of states, or of inputs that differ between
// trajectories, all that are left, for the test set; of a system that lists states or values, all of them, for the test
// set; otherwise the sizes of the paper (appendix D.1).
std::uint64_t DatasetPlan::count(Split split) const {
    const auto& asked = options.count[static_cast<std::size_t>(split)];
    if (asked) return *asked;
    const bool own_inputs = inputs.given.rows > 0 && !inputs.given.shared;
    if (!options.states.empty() || own_inputs) {
        const std::uint64_t given = options.states.empty() ? inputs.given.rows : starts.states.size();
        const std::uint64_t taken = options.count[0].value_or(0) + options.count[1].value_or(0);
        return split == Split::test && taken < given ? given - taken : 0;
    }
    if (const long given = compiled.sampler.trajectory_count(); given >= 0)
        return split == Split::test ? static_cast<std::uint64_t>(given) : 0;
    return split == Split::train ? 800 : 100;
}

Range DatasetPlan::range(Split split) const { return part_of(count(split), options.shard.value_or(Shard{})); }

int DatasetPlan::numbers_a_sample() const {
    return compiled.system.state_size() +
           (options.with.sensitivities ? sensitivity_numbers(compiled, options.with) / 2 : 0);
}

std::uint64_t DatasetPlan::total() const {
    std::uint64_t sum = 0;
    for (Split split : all_splits) sum += range(split).count;
    return sum;
}

// The number of start states that earlier splits use: splits take them one after the other.
std::uint64_t DatasetPlan::first_start(Split split) const {
    std::uint64_t before = 0;
    for (Split earlier : all_splits)
        if (earlier < split) before += count(earlier);
    return before;
}

// Draws and integrates some trajectories. Refinement is left to RefinedBlocks, which gathers trajectories of
// several blocks.
DrawnBatch DatasetPlan::begin(Split split, std::uint64_t first, std::uint64_t count) const {
    const GivenData given{starts.states, inputs.given, static_cast<std::int64_t>(first_start(split))};
    return drawn_trajectories(compiled.system, compiled.sampler, options.seed, split, first, count, times,
                              options.protocol, options.on_failure == OnFailure::resample,
                              options.bound ? &bound_rule : nullptr, &given, Refine::later);
}

// Shards do not store coordinates; merge() adds them.
void DatasetPlan::complete(DrawnBatch& drawn) const {
    if (!options.shard) add_coordinates(compiled, times.dt, drawn.batch);
}

TrajectoryBatch DatasetPlan::one_trajectory() const {
    TrajectoryBatch one = empty_batch(compiled.system, 1, times);
    if (options.bound) make_room_for_bounds(one);
    one.parameters.resize(compiled.spec.varied.size());
    return one;
}

// What the file of a split says of itself. `lyapunov` is set by generate() when it was estimated.
DatasetDescription DatasetPlan::description(Split split) const {
    DatasetDescription description;
    description.kind = "dataset";
    description.split = name(split);
    description.seed = options.seed;
    description.count = count(split);
    description.times = times;
    description.system_json = compiled.spec.json;
    description.units = compiled.spec.units;
    description.varied = compiled.spec.varied;
    description.dissipative = compiled.system.dissipative() || has_contacts(compiled.system);
    description.nodes = node_labels(compiled.graph);
    description.graph = system_graph(compiled.spec, compiled.graph);
    description.coordinates = compiled.coordinates.table();
    description.why_no_coordinates = compiled.coordinates.why_none();
    description.lyapunov = lyapunov;
    description.with = options.with;
    description.bounded = options.bound;
    description.bound_level = bound_rule.level;
    description.protocol_json = protocol_json();
    description.chunks = split == Split::train;
    description.chunk_length = options.chunk_length;
    description.deflate = options.compress.value_or(0);
    return description;
}

double DatasetPlan::refine_level() const {
    return options.bound && bound_rule.refinement ? bound_rule.refinement->level : 0;
}

std::string DatasetPlan::protocol_json() const {
    return to_json(options.protocol, options.bound ? &bound_rule : nullptr);
}

// Options appear in a fixed order. differences() splits this text again by flags_of().
std::string DatasetPlan::command() const {
    std::string command =
        "cchnn-gen generate " + compiled.spec.name + (built_in(compiled.spec) ? "" : ".json") + " -o DIR";
    for (Split split : all_splits) command += " --" + std::string(name(split)) + " " + std::to_string(count(split));
    if (states_source) command += " --states " + shell_quoted(states_source->file);
    if (inputs_source) command += " --inputs " + shell_quoted(inputs_source->file);
    command += " --steps " + std::to_string(times.samples) + " --dt " + number_text(times.dt) + " --chunk " +
               std::to_string(options.chunk_length) + " --seed " + std::to_string(options.seed);
    command += " " + to_flags(options.protocol);
    if (options.compress) command += " --compress " + std::to_string(*options.compress);
    if (options.lyapunov) command += " --lyapunov";
    if (options.with.any()) command += " --with " + to_text(options.with);
    command +=
        !options.bound ? " --bound off" : " --refine " + (refine_level() > 0 ? number_text(refine_level()) : "off");
    if (options.on_failure == OnFailure::fail) command += " --on-failure fail";
    return command + to_flags(options.publication);
}

ManifestContent DatasetPlan::manifest(std::vector<SplitContent> splits) const {
    ManifestContent content;
    content.system_name = compiled.spec.name;
    content.system_title = compiled.spec.title;
    content.system_description = compiled.spec.description;
    content.system_reference = compiled.spec.reference;
    content.system_json = compiled.spec.json;
    content.units = compiled.spec.units;
    content.protocol_json = protocol_json();
    content.seed = options.seed;
    content.draw_again = options.on_failure == OnFailure::resample;
    content.compress = options.compress;
    content.states = states_source;
    content.inputs = inputs_source;
    content.lyapunov = options.lyapunov;
    content.with = options.with;
    content.command = command();
    content.publication = options.publication;
    content.splits = std::move(splits);
    return content;
}

// The text of job.json. Two runs with equal texts make equal datasets, so that one may use the blocks of the
// other (`--resume`, merge).
std::string DatasetPlan::job() const {
    nlohmann::ordered_json job{{"tool_version", tool_version},
                               {"system",
                                {{"name", compiled.spec.name},
                                 {"sha256", sha256_of_text(compiled.spec.json)},
                                 {"built_in", built_in(compiled.spec)}}},
                               {"seed", options.seed}};
    for (Split split : all_splits) job[name(split)] = count(split);
    job["steps"] = times.samples;
    job["dt"] = times.dt;
    job["chunk"] = options.chunk_length;
    if (options.compress) job["compress"] = *options.compress;
    if (states_source) job["states"] = to_json(*states_source);
    if (inputs_source) job["inputs"] = to_json(*inputs_source);
    job["protocol"] = nlohmann::ordered_json::parse(protocol_json());
    job["bound"] = options.bound ? "on" : "off";
    job["refine"] = refine_level();
    job["lyapunov"] = options.lyapunov;
    if (options.with.any()) job["with"] = to_text(options.with);
    job["on-failure"] = options.on_failure == OnFailure::fail ? "fail" : "resample";
    if (!options.publication.empty()) job["publication"] = nlohmann::ordered_json::parse(to_json(options.publication));
    if (options.shard) job["shard"] = {{"number", options.shard->number}, {"of", options.shard->of}};
    return job.dump(2) + "\n";
}

// Whether all files are there. Nothing is said about what they contain.
bool DatasetPlan::is_complete(const std::filesystem::path& directory) const {
    using std::filesystem::exists;
    bool all =
        exists(directory / "manifest.json") && exists(directory / "README.md") && exists(directory / "SHA256SUMS");
    for (Split split : all_splits)
        all = all && (count(split) == 0 || exists(directory / (std::string(name(split)) + ".h5")));
    return all;
}

// Compares the command of the manifest with that of this plan option by option, so that a message can name the
// option.
std::vector<std::string> DatasetPlan::differences(const std::filesystem::path& directory) const {
    const nlohmann::ordered_json manifest = json_object_in(read_file(directory / "manifest.json", "a manifest.json"));
    const auto there = [&](const char* pointer) {
        const nlohmann::ordered_json::json_pointer at(pointer);
        return manifest.contains(at) && manifest[at].is_string() ? manifest[at].get<std::string>() : std::string();
    };
    if (there("/command").empty()) return {"its manifest.json names no command"};
    std::map<std::string, std::array<std::string, 2>> all;
    all["tool_version"] = {there("/tool_version"), tool_version};
    all["system sha256"] = {there("/system/sha256"), sha256_of_text(compiled.spec.json)};
    for (const auto& [flag, value] : flags_of(there("/command"))) all[flag][0] = value;
    for (const auto& [flag, value] : flags_of(command())) all[flag][1] = value;
    std::vector<std::string> differences;
    for (const auto& [key, values] : all) {
        if (values[0] == values[1]) continue;
        differences.push_back(key + ": is " + value_or_nothing(values[0]) + " there, " + value_or_nothing(values[1]) +
                              " here");
    }
    return differences;
}

bool DatasetPlan::is_finished(const std::filesystem::path& directory) const {
    return is_complete(directory) && differences(directory).empty();
}

void DatasetPlan::require_unchanged(const std::filesystem::path& directory) const {
    std::vector<std::string> files{"manifest.json"};
    for (Split split : all_splits)
        if (count(split) > 0) files.push_back(std::string(name(split)) + ".h5");
    cchnn::require_unchanged(directory, files);
}

}  // namespace cchnn
