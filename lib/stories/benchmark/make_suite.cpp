#include "stories/benchmark/make_suite.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/errors.hpp"
#include "core/number_text.hpp"
#include "core/option.hpp"
#include "core/sha256.hpp"
#include "core/stop.hpp"
#include "core/system_reason.hpp"
#include "core/version.hpp"
#include "dataset/documents/lock_file.hpp"
#include "dataset/reader/view_file.hpp"
#include "dataset/view_description.hpp"
#include "files/atomic_file.hpp"
#include "spec/read_system.hpp"
#include "stories/benchmark/observe.hpp"
#include "stories/generate/dataset_plan.hpp"
#include "stories/verify/regenerate.hpp"
#include "stories/verify/stored_splits.hpp"

namespace cchnn {
namespace {

// Checks a part of a suite that an earlier call made: whether it is the part that this call would make, and
// whether its files are unchanged. make_suite() calls it for each part that exists, so that a resumed suite is
// as good as a new one.

namespace fs = std::filesystem;

// What to do about a part that was changed.
std::string made_again(const fs::path& file) {
    return "remove " + file.parent_path().string() + ", and the same command makes that part again";
}

// A missing file is a problem, and the others of the part are checked all the same.
bool is_there(const fs::path& file, std::vector<Problem>& problems) {
    if (fs::exists(file)) return true;
    problems.push_back({file.string(), "is missing; " + made_again(file)});
    return false;
}

// A file that was not changed since its part was made has the digest that the part says.
void require_digest(const fs::path& file, const fs::path& lock, const std::string& found, const std::string& said,
                    std::vector<Problem>& problems) {
    if (found != said)
        problems.push_back({file.string(), "has the digest " + found.substr(0, 12) + ", " + lock.string() + " says " +
                                               said.substr(0, 12) + ": it was changed; " + made_again(file)});
}

// How a dataset differs from the plan, as a list for a message: "its system, --dt, --protocol"; "" if it does not.
// Compression does not count, since it changes no content.
std::string what_differs(const LockFile& lock, const DatasetPlan& plan) {
    GenerateOptions asked = plan.options;
    asked.dt = plan.times.dt;
    asked.samples = plan.times.samples;
    asked.refine = plan.refine_level();
    std::vector<std::string> flags{"train", "valid",  "test",       "steps",    "dt",      "seed",
                                   "bound", "refine", "on-failure", "lyapunov", "protocol"};
    if (plan.count(Split::train) > 0) flags.push_back("chunk");
    std::string text;
    const auto add = [&](const std::string& what) { text += (text.empty() ? "" : ", ") + what; };
    if (lock.system_sha256 != sha256_of_text(plan.compiled.spec.json)) add("its system");
    if (lock.imported) add("its data, which are imported");
    if (lock.states) add(option("states"));
    if (to_text(lock.with) != to_text(asked.with)) add(option("with"));
    for (const Problem& problem : contradictions(lock, asked, flags)) add(problem.where);
    return text;
}

// Recomputes the digests of every file of a part. Throws DataError with a problem for each file that is missing
// or differs from what manifest.json or view.json says; IoError.
// Computes the digests of all files from their contents again. Throws DataError with all files that were
// changed or are missing.
void require_as_said(const fs::path& place, const LockFile& lock) {
    std::vector<Problem> problems;
    for (const SplitContent& said : lock.splits) {
        const fs::path file = place / said.file;
        if (is_there(file, problems)) {
            const SplitContent found = stored_splits(place, {said}).front();
            require_digest(file, lock.path, found.content_digest, said.content_digest, problems);
            if (found.content_digest == said.content_digest && !said.truth_digest.empty())  // "": of before 0.2.0
                require_digest(file, lock.path, found.truth_digest, said.truth_digest, problems);
        }
    }
    if (!problems.empty()) throw DataError(std::move(problems));
}

void require_as_said(const fs::path& place, const ViewLock& lock) {
    std::vector<Problem> problems;
    for (const ViewSplit& said : lock.splits) {
        const fs::path file = place / said.file;
        if (is_there(file, problems)) {
            const ViewFile found(file);
            require_digest(file, place / "view.json", found.content_digest(), said.content_digest, problems);
            require_digest(file, place / "view.json", found.info().truth_digest, said.truth_digest, problems);
        }
    }
    if (!problems.empty()) throw DataError(std::move(problems));
}

namespace fs = std::filesystem;

// Trajectories of train, valid, test.
using Counts = std::array<std::uint64_t, 3>;

// run() first plans all parts, so that progress knows their total, then makes or checks them in this order.
// `report` is filled as it goes on, so that it says what was done if a part throws.
class SuiteMaker {
  public:
    SuiteMaker(const SuiteSpec& suite, const SuiteOptions& options, SuiteReport& report)
        : suite_(suite), options_(options), report_(report) {}

    // A shard makes every n-th task and writes no lock. The lock is written last: a suite with one is complete.
    void run() {
        for (std::size_t i = 0; i < suite_.tasks.size(); ++i)
            if (!options_.shard || i % options_.shard->of == options_.shard->number - 1) plan(suite_.tasks[i]);
        for (const Part& part : plan_) {
            report_.planned.push_back(part.path);
            all_ += part.to_make;
        }
        for (const Part& part : plan_) {
            tell(part, 0);
            part.make();
            done_ += part.to_make;
        }
        report_.complete = !options_.shard;
        if (report_.complete)
            write_file_atomically(options_.directory / "suite.lock.json",
                                  suite_lock_json({suite_.json, options_.most, report_.parts}), true);
    }

  private:
    // A suite may be made with at most so many trajectories in each set, to try it out.
    std::uint64_t cut(std::uint64_t count) const { return options_.most > 0 ? std::min(count, options_.most) : count; }

    // A dataset or view of the suite, and the function that makes it or checks the one that is there.
    struct Part {
        std::string path;
        std::uint64_t to_make;  // trajectories: none where it is there, or a view, which takes next to no time
        std::function<void()> make;
    };

    // The order is that of making: the split `in` comes first, since training sets of other sizes and views are
    // made from it.
    void plan(const SuiteTask& task) {
        for (const SuiteSplit& split : task.splits) {
            const bool in = split.name == in_distribution;
            plan_dataset(
                task.name, split.name, split,
                in ? Counts{cut(suite_.train), cut(suite_.valid), cut(suite_.test)} : Counts{0, 0, cut(suite_.test)});
        }
        for (const std::uint64_t size : task.training_sizes)
            plan_dataset(task.name, "size_" + std::to_string(size), task.splits.front(), {cut(size), 0, 0});
        for (const double level : task.noise)
            plan_view(task.name, "noise_" + number_text(level), in_distribution, "train", level);
        if (!task.context_noise) return;
        for (const SuiteSplit& split : task.splits)
            plan_view(task.name, context_directory(split.name), split.name, "test", *task.context_noise);
    }

    // A view of the file `split`.h5 of another part, which must come before it in the plan.
    void plan_view(const std::string& task, const std::string& part, const std::string& of, const std::string& split,
                   double level) {
        plan_.push_back(
            {task + "/" + part, 0, [this, task, part, of, split, level] { make_view(task, part, of, split, level); }});
    }

    void plan_dataset(const std::string& task, const std::string& part, const SuiteSplit& split, const Counts& counts) {
        const std::string path = task + "/" + part;
        const bool there = fs::exists(options_.directory / path);
        plan_.push_back({path, there ? 0 : counts[0] + counts[1] + counts[2],
                         [this, task, part, &split, counts] { make_dataset(task, part, split, counts); }});
    }

    // Reports progress within the part that is being made.
    void tell(const Part& part, std::uint64_t done) const {
        if (options_.progress)
            options_.progress(
                {part.path, report_.parts.size() + 1, plan_.size(), done, part.to_make, done_ + done, all_});
    }

    // Makes a part in a hidden directory beside its place, where generate() can resume it, and renames it when
    // it is complete. A part that exists already is compared with the suite and otherwise left alone.
    void make_dataset(const std::string& task, const std::string& part, const SuiteSplit& split, const Counts& counts) {
        const SystemSpec spec = parse_system(split.system_json, "suite:" + task + "/" + part);
        const fs::path place = options_.directory / task / part, work = options_.directory / task / ("." + part);
        GenerateOptions generating = options_of(split, counts);
        generating.directory = work;
        const bool kept = fs::exists(place);
        if (!kept) {
            const Part& planned = plan_.at(report_.parts.size());
            generating.progress = [&](std::uint64_t done, std::uint64_t) { tell(planned, done); };
            generate_part(spec, generating);
            put_in_place(work / spec.name, place, work);
        }
        add(dataset_there(task + "/" + part, DatasetPlan(spec, generating), kept), kept);
    }

    // Notes a part that is in place, whether this call made it or found it.
    void add(SuitePart part, bool kept) {
        report_.parts.push_back(std::move(part));
        report_.kept.push_back(kept);
        report_.made += !kept;
    }

    // Parts always resume: a suite takes hours, and rerunning the command must continue it.
    GenerateOptions options_of(const SuiteSplit& split, const Counts& counts) const {
        GenerateOptions generating;
        for (std::size_t i = 0; i < counts.size(); ++i) generating.count[i] = counts[i];
        generating.samples = split.steps;
        generating.seed = suite_.seed;
        generating.threads = options_.threads;
        generating.resume = true;
        generating.go_on = GoOn::unasked;
        return generating;
    }

    static void generate_part(const SystemSpec& spec, const GenerateOptions& options) {
        try {
            generate(spec, options);
        } catch (Stopped& stopped) {
            stopped.set_resume_hint("finished parts and blocks are kept; rerun the same command to resume");
            throw;
        }
    }

    // Renaming is atomic: a part with its final name is complete.
    static void put_in_place(const fs::path& made, const fs::path& place, const fs::path& work) {
        std::error_code error;
        fs::rename(made, place, error);
        if (error) throw IoError(place.string(), "cannot be given its name: " + system_reason(error));
        fs::remove(work, error);  // empty now
    }

    // The digests of a part that exists, if it is the one that the suite describes. Those of a part that an
    // earlier call made are recomputed from its files; those of this call are taken from its manifest.
    SuitePart dataset_there(const std::string& path, const DatasetPlan& plan, bool kept) const {
        const fs::path place = options_.directory / path;
        if (!fs::exists(place / "manifest.json")) throw DataError(place.string(), in_the_way("no dataset"));
        const LockFile lock = read_lock_file(place / "manifest.json");
        if (const std::string others = what_differs(lock, plan); !others.empty())
            throw DataError(place.string(), in_the_way("another dataset") + "; differs from the suite: " + others);
        if (kept) require_as_said(place, lock);
        SuitePart part{path, {}};
        for (const SplitContent& one : lock.splits)
            part.files.push_back({one.split, one.truth_digest, one.content_digest});
        return part;
    }

    static std::string in_the_way(const std::string& what) {
        return "exists already and is " + what + " of this suite; move it away, or give another directory";
    }

    // Makes a view as observe() does. view.json is written last, so that a view without one is the rest of a
    // run that was ended, and is made again.
    void make_view(const std::string& task, const std::string& part, const std::string& of, const std::string& split,
                   double level) {
        const std::string path = task + "/" + part, file = split + ".h5";
        const fs::path place = options_.directory / path, truth = options_.directory / task / of;
        ObservationRecipe recipe;
        recipe.noise = level;
        recipe.seed = suite_.seed;
        const bool kept = fs::exists(place / "view.json");
        if (!kept) {
            ObserveOptions observing{truth / file, place, recipe};
            observing.overwrite = fs::exists(place / file);  // of a run that was ended before its view.json
            observe(observing);
        }
        const ViewLock lock = read_view_lock(place / "view.json");
        const std::string digest = truth_digest_of(task + "/" + of, split);
        if (recipe_json(lock.recipe) != recipe_json(recipe) || lock.splits.size() != 1 ||
            lock.splits[0].truth_digest != digest)
            throw DataError(place.string(), in_the_way("another view"));
        if (kept) require_as_said(place, lock);
        add({path, {{lock.splits[0].split, digest, lock.splits[0].content_digest}}}, kept);
    }

    // The truth digest of a part that was made before; empty if there is none.
    std::string truth_digest_of(const std::string& path, const std::string& split) const {
        for (const SuitePart& part : report_.parts)
            if (part.path == path)
                for (const SuitePart::File& file : part.files)
                    if (file.split == split) return file.truth_digest;
        return "";
    }

    const SuiteSpec& suite_;
    const SuiteOptions& options_;
    SuiteReport& report_;
    std::vector<Part> plan_;
    std::uint64_t done_ = 0, all_ = 0;  // trajectories of parts before this one, and of all
};

std::string short_digest(const std::string& digest) { return digest.empty() ? "none" : digest.substr(0, 12); }

}  // namespace

// The rules for the options alone, reported together.
std::vector<Problem> SuiteOptions::check() const {
    std::vector<Problem> problems;
    if (directory.empty()) problems.push_back({option("output"), "name a directory"});
    if (threads < 1 || threads > 1024)
        problems.push_back({option("threads"), "must be 1 .. 1024, got " + std::to_string(threads)});
    if (shard && (shard->of < 1 || shard->number < 1 || shard->number > shard->of))
        problems.push_back({option("shard"), "must be k/n with 1 <= k <= n"});
    return problems;
}

// If it throws, the report says which parts are complete.
void make_suite(const SuiteSpec& suite, const SuiteOptions& options, SuiteReport& report) {
    if (auto problems = options.check(); !problems.empty()) throw UsageError(std::move(problems));
    report = {};
    SuiteMaker(suite, options, report).run();
}

SuiteReport make_suite(const SuiteSpec& suite, const SuiteOptions& options) {
    SuiteReport report;
    make_suite(suite, options, report);
    return report;
}

// Compares by content digests, file by file; files of `found` that the lock does not name are not mentioned.
std::vector<std::string> suite_differences(const SuiteLock& expected, const std::vector<SuitePart>& found) {
    std::map<std::string, SuitePart::File> there;
    for (const SuitePart& part : found)
        for (const SuitePart::File& file : part.files) there[part.path + "/" + file.split + ".h5"] = file;
    std::vector<std::string> differences;
    for (const SuitePart& part : expected.parts)
        for (const SuitePart::File& file : part.files) {
            const std::string path = part.path + "/" + file.split + ".h5";
            const SuitePart::File here = there.contains(path) ? there[path] : SuitePart::File{};
            const auto compare = [&](const char* what, const std::string& digest, const std::string& of_lock) {
                if (digest != of_lock)
                    differences.push_back(path + ": " + what + " " + short_digest(digest) + ", expected " +
                                          short_digest(of_lock));
            };
            compare("digest", here.content_digest, file.content_digest);
            if (there.contains(path)) compare("truth digest", here.truth_digest, file.truth_digest);
        }
    if (!differences.empty() && expected.tool_version != tool_version)
        differences.push_back("version: " + std::string(tool_version) + ", the lock file is of " +
                              expected.tool_version +
                              ": make the suite with that version, or use the lock file, the data and the submissions "
                              "of this one");
    return differences;
}

}  // namespace cchnn
