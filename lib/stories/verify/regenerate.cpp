#include "stories/verify/regenerate.hpp"

#include <algorithm>

#include "core/errors.hpp"
#include "core/number_text.hpp"
#include "core/option.hpp"
#include "core/paths/temporary_directory.hpp"
#include "core/sha256.hpp"
#include "core/version.hpp"
#include "sample/start_phases.hpp"
#include "spec/read_system.hpp"
#include "stories/verify/stored_splits.hpp"

namespace cchnn {
namespace {

namespace fs = std::filesystem;

std::string on_off(bool value) { return value ? "on" : "off"; }

std::uint64_t trajectories_of(const LockFile& lock, Split split) {
    for (const SplitContent& s : lock.splits)
        if (s.split == name(split)) return s.count;
    return 0;
}

// Collects options that a user gave although the lock file says otherwise. Options that were not given take the
// values of the lock.
class Contradictions {
  public:
    Contradictions(const LockFile& lock, const std::vector<std::string>& given) : lock_(lock), given_(given) {}

    // Values are compared as the command line would write them.
    void check(const std::string& flag, const std::string& asked, const std::string& locked) {
        if (std::ranges::find(given_, flag) == given_.end() || asked == locked) return;
        problems_.push_back(
            {option(flag), "is " + asked + ", but " + lock_.path.string() + " says " + locked + "; leave it out"});
    }
    void check_protocol(const GenerateOptions& asked) {
        if (to_flags(asked.protocol) == to_flags(lock_.protocol)) return;
        for (const char* flag :
             {"protocol", "rtol", "atol", "max-steps", "projection", "integrator", "substeps", "step"})
            check(flag, to_flags(asked.protocol), to_flags(lock_.protocol));
    }
    std::vector<Problem> take() { return std::move(problems_); }

  private:
    const LockFile& lock_;
    const std::vector<std::string>& given_;
    std::vector<Problem> problems_;
};

}  // namespace

// The system of a lock file: a built-in one, or the file that the user names. Its digest must be that of the
// lock.
SystemSpec locked_system(const LockFile& lock, const std::optional<std::string>& given) {
    if (lock.imported)
        throw SpecError(lock.path.string() + "#/protocol/name",
                        "is imported: the data was made elsewhere and cannot be regenerated");
    const std::vector<std::string> builtin = builtin_system_names();
    if (!given && std::ranges::find(builtin, lock.system_name) == builtin.end())
        throw UsageError(
            "SYSTEM", "'" + lock.system_name + "' of " + lock.path.string() + " is not built in; name its JSON file");
    SystemSpec spec = load_system(given.value_or(lock.system_name));
    // Datasets store the phases that a file leaves out; those of earlier versions do not.
    const std::string sha256 = sha256_of_text(with_start_phases(spec).json);
    if (sha256 != lock.system_sha256 && sha256_of_text(spec.json) != lock.system_sha256)
        throw SpecError(spec.source, "is not the system of " + lock.path.string() + ": its SHA-256 is " +
                                         sha256.substr(0, 12) + ", expected " + lock.system_sha256.substr(0, 12) +
                                         (given ? "" : "; if it was a file of your own, name that file"));
    return spec;
}

// The options of the run that the lock describes. Those that do not change the content (threads, directory,
// compression) stay the user's.
GenerateOptions locked_options(const LockFile& lock, GenerateOptions options) {
    for (Split split : {Split::train, Split::valid, Split::test})
        options.count[static_cast<std::size_t>(split)] = trajectories_of(lock, split);
    options.dt = lock.times.dt;
    options.samples = lock.times.samples;
    options.seed = lock.seed;
    options.protocol = lock.protocol;
    options.bound = lock.bounded;
    options.refine = lock.refine_level;
    options.on_failure = lock.draw_again ? OnFailure::resample : OnFailure::fail;
    options.chunk_length = lock.chunk_length;
    options.lyapunov = lock.lyapunov;
    options.with = lock.with;
    if (!options.compress) options.compress = lock.compress;
    options.states_source = lock.states;
    options.inputs_source = lock.inputs;
    if (options.publication.empty()) options.publication = lock.publication;
    return options;
}

void require_given(const LockFile& lock, const fs::path& states, const fs::path& inputs) {
    const auto check = [&](const char* name, const std::optional<GivenFile>& locked, const fs::path& given,
                           const std::string& what) {
        if (locked && given.empty())
            throw UsageError(option(name), "is needed: " + lock.path.string() + " has " + what + " from a file, " +
                                               locked->file + ", which holds them");
        if (!locked && !given.empty())
            throw UsageError(option(name), "is given, but the " + what + " of " + lock.path.string() + " are drawn");
    };
    check("states", lock.states, states, "initial states");
    check("inputs", lock.inputs, inputs, "inputs");
}

std::vector<Problem> contradictions(const LockFile& lock, const GenerateOptions& asked,
                                    const std::vector<std::string>& given) {
    Contradictions found(lock, given);
    for (Split split : {Split::train, Split::valid, Split::test})
        found.check(name(split), std::to_string(asked.count[static_cast<std::size_t>(split)].value_or(0)),
                    std::to_string(trajectories_of(lock, split)));
    found.check("steps", std::to_string(asked.samples.value_or(0)), std::to_string(lock.times.samples));
    found.check("dt", number_text(asked.dt.value_or(0)), number_text(lock.times.dt));
    found.check("chunk", std::to_string(asked.chunk_length), std::to_string(lock.chunk_length));
    found.check("seed", std::to_string(asked.seed), std::to_string(lock.seed));
    found.check("bound", on_off(asked.bound), on_off(lock.bounded));
    found.check("refine", number_text(asked.refine.value_or(0)), number_text(lock.refine_level));
    found.check("on-failure", asked.on_failure == OnFailure::resample ? "resample" : "fail",
                lock.draw_again ? "resample" : "fail");
    found.check("lyapunov", on_off(asked.lyapunov), on_off(lock.lyapunov));
    found.check("with", to_text(asked.with), lock.with.any() ? to_text(lock.with) : "nothing of it");
    found.check_protocol(asked);
    return found.take();
}

// Whether a split of both has another reference solution.
bool other_truth(const std::vector<SplitContent>& said, const std::vector<SplitContent>& found) {
    for (const SplitContent& split : said)
        for (const SplitContent& here : found)
            if (here.split == split.split && !split.truth_digest.empty() && here.truth_digest != split.truth_digest)
                return true;
    return false;
}
constexpr const char* other_truth_advice =
    ", and their reference solutions differ: generate with that version, or use the lock file, the data and the "
    "submissions of this version";

// Compares by content digests. If these differ while the truth digests agree, or if they agree while the bytes
// of files differ, a remark says so, since neither makes submissions invalid.
LockComparison compare_with(const LockFile& lock, const GenerateReport& report) {
    std::vector<SplitContent> found = read_lock_file(report.directory / "manifest.json").splits;
    if (report.finished_before) found = stored_splits(report.directory, std::move(found));
    LockComparison result{compare_digests(lock.splits, found), {}};
    if (lock.tool_version != tool_version)
        result.remarks.push_back(lock.path.string() + " was written by version " + lock.tool_version + ", this is " +
                                 tool_version + (other_truth(lock.splits, found) ? other_truth_advice : ""));
    for (const SplitContent& split : lock.splits)
        for (const SplitContent& here : found)
            if (here.split == split.split && here.content_digest != split.content_digest &&
                !split.truth_digest.empty() && here.truth_digest == split.truth_digest)
                result.remarks.push_back(
                    split.file +
                    ": the same reference solution, so submissions stay valid; other arrays were added or left out");
    for (const SplitContent& split : lock.splits)
        for (const SplitContent& here : found)
            if (here.split == split.split && here.content_digest == split.content_digest &&
                here.file_sha256 != split.file_sha256)
                result.remarks.push_back(split.file +
                                         ": the same content in other bytes (compressed or not, or another version of "
                                         "HDF5, zlib or the program)");
    return result;
}

// Generates the dataset once more in a temporary directory, which is removed at the end whatever happens, and
// compares it with the lock.
LockComparison regenerate(const LockFile& lock, const SystemSpec& spec, int threads, const fs::path& states,
                          const fs::path& inputs, const std::function<void(std::uint64_t, std::uint64_t)>& progress) {
    require_given(lock, states, inputs);
    const TemporaryDirectory temporary("verify");
    GenerateOptions options;
    options.directory = temporary.path();
    options.threads = threads;
    options.progress = progress;
    options.states = states;
    options.inputs = inputs;
    options.go_on = GoOn::never;
    return compare_with(lock, generate(spec, locked_options(lock, options)));
}

}  // namespace cchnn
