#include "dataset/resume/unfinished_directory.hpp"

#include "core/counted.hpp"
#include "core/errors.hpp"
#include "core/option.hpp"
#include "core/paths/read_file.hpp"
#include "dataset/resume/job.hpp"
#include "dataset/resume/journal.hpp"
#include "dataset/resume/staged_directory.hpp"
#include "files/atomic_file.hpp"

namespace cchnn {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse_other_job(const fs::path& path, const std::vector<std::string>& differences, Begin begin) {
    std::vector<Problem> problems;
    for (const std::string& difference : differences) problems.push_back({path.string(), difference});
    problems.push_back(
        {path.string(),
         begin == Begin::resume_unasked
             ? "contains unfinished work of another job; move it away and rerun the same command"
             : "contains unfinished work of another job: give the options of that job to resume it, or " +
                   option("overwrite") + " instead of " + option("resume") + " to discard it"});
    throw UsageError(std::move(problems));
}

// That a run without --resume and --force finds kept work, and whether it is its own.
std::string kept_text(std::uint64_t finished, const std::vector<std::string>& differences) {
    std::string text = "holds " + counted(finished, "finished trajectory", "finished trajectories") + " of ";
    if (differences.empty())
        return text + "an interrupted run; " + option("resume") + " continues it, " + option("overwrite") +
               (finished == 1 ? " discards it" : " discards them");
    text += "another command:";
    for (const std::string& difference : differences) text += " " + difference + ";";
    return text + " give its options and " + option("resume") + " to continue it, or " + option("overwrite") +
           " to discard it";
}

}  // namespace

std::uint64_t kept_trajectories(const fs::path& unfinished) {
    if (!fs::exists(unfinished / "job.json")) return 0;
    std::uint64_t count = 0;
    for (const fs::directory_entry& entry : fs::directory_iterator(unfinished))
        if (entry.path().extension() == ".journal") count += trajectories_in_journal(entry.path());
    return count;
}

fs::path unfinished_beside(const fs::path& directory) {
    return directory.parent_path() / ("." + directory.filename().string() + ".unfinished");
}

UnfinishedDirectory::UnfinishedDirectory(const fs::path& path, const std::string& job, Begin begin, bool replaces)
    : path_(path), directory_(path) {
    begin_work(job, begin, replaces);
}

// Keeps the directory if it holds the same job and may be resumed; otherwise clears it and writes the new job last, so
// that no directory holds a job whose beginning is incomplete.
void UnfinishedDirectory::begin_work(const std::string& job, Begin begin, bool replaces) {
    const std::uint64_t finished = begin == Begin::anew ? 0 : kept();
    if (finished > 0 && begin == Begin::fresh)
        throw IoError(path_.string(),
                      kept_text(finished, job_differences(read_file(path_ / "job.json", "a job"), job)));
    if ((begin == Begin::resume || begin == Begin::resume_unasked) && fs::exists(path_ / "job.json")) {
        const auto differences = job_differences(read_file(path_ / "job.json", "a job"), job);
        if (differences.empty()) return;  // also without a block: that it replaces a dataset is worth knowing
        if (finished > 0) refuse_other_job(path_, differences, begin);
    }
    directory_.clear();
    if (replaces) write_file_atomically(path_ / "replaces", "", true);
    write_file_atomically(path_ / "job.json", job, true);
    directory_.forget_discarded();
}

bool UnfinishedDirectory::replaces() const { return fs::exists(path_ / "replaces"); }

bool UnfinishedDirectory::keeps_exponent() const {
    return fs::exists(path_ / "job.json") && fs::exists(path_ / "lyapunov.json");
}

// A shard without trajectories may still be finished. And a run resumed with --resume must be allowed to replace the
// dataset that --force was to replace.
bool UnfinishedDirectory::worth_keeping() const {
    return kept() > 0 || keeps_exponent() ||
           (fs::exists(path_ / "job.json") && (fs::exists(path_ / "finished.json") || replaces()));
}

// The order matters: the staging directory lies inside this one, which is removed only after commit(), so that at no
// moment do both the journals and the dataset fail to exist.
void UnfinishedDirectory::publish(const fs::path& directory, const std::vector<std::string>& names, bool overwrite,
                                  const std::function<void(const fs::path& files)>& write) {
    StagedDirectory staged(directory, names, overwrite, path_ / "files");
    write(staged.path());
    staged.commit();
    remove();
}

void UnfinishedDirectory::remove() {
    path_.clear();
    try {
        directory_.remove();
    } catch (const IoError&) {  // nothing in it is needed; once its mark is renamed, any later run clears it
    }
}

UnfinishedDirectory::~UnfinishedDirectory() {
    if (path_.empty()) return;
    try {
        if (!worth_keeping()) remove();
    } catch (const std::exception&) {  // cannot be read: keep it
    }
}

}  // namespace cchnn
