#include "dataset/resume/unfinished_directory.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <iterator>

#include "core/errors.hpp"
#include "dataset/resume/job.hpp"
#include "dataset/resume/journal.hpp"
#include "files/atomic_file.hpp"

namespace cchnn {
namespace {

namespace fs = std::filesystem;

void make_directories(const fs::path& path) {
    std::error_code error;
    fs::create_directories(path, error);
    if (error) throw IoError(path.string(), "cannot be created: " + error.message());
}

std::string text_in(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

// Whether the name still leads to the open file: whoever finished meanwhile has removed it with its directory.
bool still_there(int fd, const fs::path& path) {
    struct stat open_file, named;
    return ::fstat(fd, &open_file) == 0 && ::stat(path.c_str(), &named) == 0 && open_file.st_ino == named.st_ino &&
           open_file.st_dev == named.st_dev;
}

// Some network file systems know no locks; there the user has to take care.
bool lock(int fd, const fs::path& directory) {
    if (::flock(fd, LOCK_EX | LOCK_NB) == 0) return true;
    if (errno == EWOULDBLOCK) throw IoError(directory.string(), "another process is at work on it");
    return errno != EINTR;
}

Descriptor locked(const fs::path& directory) {
    if (directory.has_parent_path())
        make_directories(directory.parent_path());  // a message names what the user asked for
    while (true) {
        make_directories(directory);
        const fs::path file = directory / "lock";
        Descriptor fd(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
        if (fd < 0 && errno == ENOENT) continue;
        if (fd < 0) fail_with_errno(directory, "cannot be written to");
        if (lock(fd, directory) && still_there(fd, file)) return fd;
    }
}

[[noreturn]] void refuse_other_job(const fs::path& path, const std::vector<std::string>& differences) {
    std::vector<Problem> problems;
    for (const std::string& difference : differences) problems.push_back({path.string(), difference});
    problems.push_back({path.string(),
                        "holds unfinished work of another job: repeat its options to go on, or give --force instead of "
                        "--resume to throw it away"});
    throw UsageError(std::move(problems));
}

}  // namespace

fs::path unfinished_beside(const fs::path& directory) {
    return directory.parent_path() / ("." + directory.filename().string() + ".unfinished");
}

UnfinishedDirectory::UnfinishedDirectory(const fs::path& path, const std::string& job, Begin begin, bool replaces)
    : path_(path), lock_(locked(path)) {
    begin_work(job, begin, replaces);
}

void UnfinishedDirectory::begin_work(const std::string& job, Begin begin, bool replaces) {
    const std::uint64_t there = kept();
    if (there > 0 && begin == Begin::fresh)
        throw IoError(path_.string(), "holds " + std::to_string(there) +
                                          " finished trajectories of an interrupted run; --resume goes "
                                          "on with them, --force throws them away");
    if (begin == Begin::resume && fs::exists(path_ / "job.json")) {
        const auto differences = job_differences(text_in(path_ / "job.json"), job);
        if (differences.empty()) return;  // also without a block: that it replaces a dataset is worth knowing
        if (there > 0) refuse_other_job(path_, differences);
    }
    clear();
    if (replaces) write_file_atomically(path_ / "replaces", "", true);
    write_file_atomically(path_ / "job.json", job, true);
}

// The job first: without it nobody takes what is left for work.
void UnfinishedDirectory::clear() {
    std::error_code error;
    fs::remove(path_ / "job.json", error);
    for (const fs::directory_entry& entry : fs::directory_iterator(path_))
        if (!error && entry.path().filename() != "lock") fs::remove_all(entry.path(), error);
    if (error) throw IoError(path_.string(), "cannot be cleared: " + error.message());
}

bool UnfinishedDirectory::replaces() const { return fs::exists(path_ / "replaces"); }

std::uint64_t UnfinishedDirectory::kept() const {
    if (!fs::exists(path_ / "job.json")) return 0;
    std::uint64_t count = 0;
    for (const fs::directory_entry& entry : fs::directory_iterator(path_))
        if (entry.path().extension() == ".journal") count += trajectories_in_journal(entry.path());
    return count;
}

// A shard may have no trajectories at all, and still be finished.
bool UnfinishedDirectory::worth_keeping() const {
    return kept() > 0 || (fs::exists(path_ / "job.json") &&
                          (fs::exists(path_ / "lyapunov.json") || fs::exists(path_ / "finished.json")));
}

void UnfinishedDirectory::remove() {
    std::error_code ignored;
    fs::remove(path_ / "job.json", ignored);
    fs::remove_all(path_, ignored);
    path_.clear();
}

UnfinishedDirectory::~UnfinishedDirectory() {
    if (path_.empty()) return;
    try {
        if (!worth_keeping()) remove();
    } catch (const std::exception&) {  // cannot be read: keep it
    }
}

}  // namespace cchnn
