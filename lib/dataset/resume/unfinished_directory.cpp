#include "dataset/resume/unfinished_directory.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cerrno>
#include <memory>
#include <string>
#include <vector>

#include "core/counted.hpp"
#include "core/errors.hpp"
#include "core/option.hpp"
#include "core/paths/given_directory.hpp"
#include "core/paths/read_file.hpp"
#include "dataset/resume/job.hpp"
#include "dataset/resume/journal.hpp"
#include "dataset/resume/staged_directory.hpp"
#include "files/atomic_file.hpp"

namespace cchnn {
namespace {

namespace fs = std::filesystem;

constexpr const char* mark = "job.json";
constexpr const char* old_mark = "discarded.json";
constexpr const char* lock_name = "lock";
constexpr off_t largest_job = 1 << 20;  // options and integration settings take a few kilobytes

Descriptor open_directory(int parent, const char* name) {
    return Descriptor(::openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

[[noreturn]] void refuse_to_open(const fs::path& path) {
    const int reason = errno;
    refuse_symbolic_link(path);
    if (reason == ENOTDIR) throw IoError(path.string(), "exists and is not a directory");
    errno = reason;
    fail_with_errno(path, "cannot be opened");
}

// Opens the directory, and creates it if needed; repeats both if another process removes it in between.
Descriptor made_and_opened(const fs::path& path) {
    while (true) {
        if (::mkdir(path.c_str(), 0777) != 0 && errno != EEXIST) fail_with_errno(path, "cannot be created");
        Descriptor fd = open_directory(AT_FDCWD, path.c_str());
        if (fd >= 0) return fd;
        if (errno != ENOENT || fs::is_symlink(path)) refuse_to_open(path);  // else another process has just removed it
    }
}

std::vector<std::string> names_in(int directory, const fs::path& path) {
    Descriptor again = open_directory(directory, ".");
    if (again < 0) fail_with_errno(path, "cannot be listed");
    const std::unique_ptr<DIR, int (*)(DIR*)> list(::fdopendir(again), ::closedir);
    if (!list) fail_with_errno(path, "cannot be listed");
    again.release();  // the list closes it
    std::vector<std::string> names;
    errno = 0;
    while (const dirent* entry = ::readdir(list.get()))
        if (const std::string name = entry->d_name; name != "." && name != "..") names.push_back(name);
    if (errno != 0) fail_with_errno(path, "cannot be listed");
    return names;
}

// The text of a regular file; "" for anything else.
std::string text_of(int directory, const char* name) {
    const Descriptor fd(::openat(directory, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    struct stat status;
    if (fd < 0 || ::fstat(fd, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size > largest_job) return "";
    std::string text(status.st_size, '\0');
    return ::pread(fd, text.data(), text.size(), 0) == status.st_size ? text : "";
}

// Checks the first name twice, because another process may rename either file between two checks.
bool is_marked(int directory) {
    for (const char* name : {mark, old_mark, mark})
        if (is_job(text_of(directory, name))) return true;
    return false;
}

// Whether an entry is what a run leaves that was killed before it wrote its job: an empty lock or `replaces`, an empty
// files/, a partial job.
bool holds_nothing(int directory, const std::string& name, const fs::path& path) {
    struct stat status;
    if (::fstatat(directory, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) return errno == ENOENT;
    if (S_ISREG(status.st_mode))
        return name.starts_with("." + std::string(mark) + ".") ||
               (status.st_size == 0 && (name == lock_name || name.find("replaces") != std::string::npos));
    if (!S_ISDIR(status.st_mode) || name != "files") return false;
    const Descriptor inside = open_directory(directory, name.c_str());
    return inside >= 0 && names_in(inside, path / name).empty();
}

// Throws if the directory holds anything that this program has not made.
void require_ours(int directory, const fs::path& path) {
    if (is_marked(directory)) return;
    for (const std::string& name : names_in(directory, path))
        if (!holds_nothing(directory, name, path))
            throw IoError(path.string(), "holds '" + name +
                                             "' but no job.json of this program, so it is left unchanged; move it "
                                             "away, or choose another directory to write to");
}

// Removes a file or a directory with its content, relative to an open directory, so that a renamed parent
// changes nothing.
void remove_tree(int directory, const std::string& name, const fs::path& path) {
    if (::unlinkat(directory, name.c_str(), 0) == 0 || errno == ENOENT) return;
    if (errno != EISDIR) fail_with_errno(path / name, "cannot be removed");
    {
        const Descriptor inside = open_directory(directory, name.c_str());
        if (inside < 0) fail_with_errno(path / name, "cannot be removed");
        for (const std::string& below : names_in(inside, path / name)) remove_tree(inside, below, path / name);
    }
    if (::unlinkat(directory, name.c_str(), AT_REMOVEDIR) != 0) fail_with_errno(path / name, "cannot be removed");
}

// Some network file systems have no locks; there users must take care themselves.
bool take_lock(int fd, const fs::path& directory) {
    if (::flock(fd, LOCK_EX | LOCK_NB) == 0) return true;
    if (errno == EWOULDBLOCK) throw IoError(directory.string(), "another process is writing to it");
    return errno != EINTR;
}

// Whether the name still refers to the open file: another process may have removed it with its directory.
bool still_there(int fd, const fs::path& path) {
    struct stat open_file, named;
    return ::fstat(fd, &open_file) == 0 && ::stat(path.c_str(), &named) == 0 && open_file.st_ino == named.st_ino &&
           open_file.st_dev == named.st_dev;
}

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

void refuse_symbolic_link(const fs::path& path) {
    std::error_code ignored;
    if (fs::is_symlink(path, ignored))
        throw IoError(path.string(),
                      "is a symbolic link, whose target is never cleared; remove the link, or choose another "
                      "directory to write to");
}

MarkedDirectory::MarkedDirectory(const fs::path& path) : path_(path) {
    if (path.has_parent_path()) make_directories(path.parent_path());  // a message names what the user asked for
    do {
        fd_ = made_and_opened(path);
        require_ours(fd_, path);
    } while (!lock());
}

// False if another process has removed the directory meanwhile, or a signal interrupted the call.
bool MarkedDirectory::lock() {
    lock_ = Descriptor(::openat(fd_, lock_name, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666));
    if (lock_ < 0 && errno == ENOENT) return false;
    if (lock_ < 0) fail_with_errno(path_, "cannot be written to");
    return take_lock(lock_, path_) && still_there(lock_, path_ / lock_name);
}

// The mark is renamed first: a partly cleared directory is no job any more, but is still recognised as one of this
// program.
void MarkedDirectory::clear() const {
    require_ours(fd_, path_);
    if (::renameat(fd_, mark, fd_, old_mark) != 0 && errno != ENOENT) fail_with_errno(path_, "cannot be cleared");
    for (const std::string& name : names_in(fd_, path_))
        if (name != lock_name && name != old_mark) remove_tree(fd_, name, path_);
}

void MarkedDirectory::forget_discarded() const { remove_tree(fd_, old_mark, path_); }

void MarkedDirectory::remove() const {
    clear();
    forget_discarded();
    remove_tree(fd_, lock_name, path_);
    if (::rmdir(path_.c_str()) != 0 && errno != ENOENT) fail_with_errno(path_, "cannot be removed");
}

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
