#include "stories/benchmark/kept_parts.hpp"

#include <utility>
#include <vector>

#include "core/errors.hpp"
#include "core/option.hpp"
#include "core/sha256.hpp"
#include "dataset/reader/view_file.hpp"
#include "stories/verify/regenerate.hpp"
#include "stories/verify/stored_splits.hpp"

namespace cchnn {
namespace {

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

}  // namespace

// The options in which a dataset differs from the one that is wanted, for a message; empty if it is that one.
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

}  // namespace cchnn
