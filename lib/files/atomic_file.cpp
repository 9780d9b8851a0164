#include "files/atomic_file.hpp"

#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <map>
#include <mutex>
#include <tuple>
#include <vector>

#include "core/errors.hpp"
#include "core/option.hpp"

namespace cchnn {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse_to_replace(const fs::path& path) {
    throw IoError(path.string(), "exists already; give " + option("overwrite") + " to replace it");
}

fs::path directory_of(const fs::path& path) { return path.has_parent_path() ? path.parent_path() : fs::path("."); }

// Renames without replacing, in one step (renameat2), so that a file that appears meanwhile survives. File
// systems that cannot do this get a plain rename.
void rename_new(const fs::path& from, const fs::path& to) {
    if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return;
    if (errno == EEXIST) refuse_to_replace(to);
    if (errno != EINVAL && errno != ENOSYS) fail_with_errno(to, "cannot be given its name");
    if (::rename(from.c_str(), to.c_str()) != 0) fail_with_errno(to, "cannot be given its name");
}

// Whether a name is ".NAME.PID-N.part".
bool is_temporary_of(const std::string& part, const std::string& name) {
    const std::string begin = "." + name + ".", end = ".part";
    if (!part.starts_with(begin) || !part.ends_with(end) || part.size() <= begin.size() + end.size()) return false;
    const std::string numbers = part.substr(begin.size(), part.size() - begin.size() - end.size());
    return numbers.find('-') != std::string::npos && numbers.find_first_not_of("0123456789-") == std::string::npos;
}

// Removes a temporary file that a killed run has left. A run that writes one holds its lock, which the kernel gives up
// when its process ends; where a file system has no locks, the file stays.
void remove_if_left(const fs::path& part) {
    const Descriptor fd(::open(part.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    struct stat status;
    if (fd < 0 || ::fstat(fd, &status) != 0 || !S_ISREG(status.st_mode)) return;
    if (::flock(fd, LOCK_EX | LOCK_NB) == 0) ::unlink(part.c_str());
}

// Removes such files beside a final one. The directory is listed only once, since a process may write thousands
// of files into it.
void remove_left_behind(const fs::path& final_path) {
    static std::mutex guard;
    static std::map<fs::path, std::vector<fs::path>> parts;
    const std::lock_guard lock(guard);
    std::error_code error;
    const auto [of_directory, is_new] = parts.try_emplace(fs::weakly_canonical(directory_of(final_path), error));
    if (is_new)
        for (const fs::directory_entry& entry : fs::directory_iterator(directory_of(final_path), error))
            if (entry.path().extension() == ".part") of_directory->second.push_back(entry.path());
    for (const fs::path& part : of_directory->second)
        if (is_temporary_of(part.filename().string(), final_path.filename().string())) remove_if_left(part);
}

// Locked under a name that no other thread or process uses, beside the final one so that renaming stays in one file
// system. Another run may remove it before it is locked: then it has no name left.
std::pair<fs::path, Descriptor> create_temporary(const fs::path& final_path) {
    static std::atomic<unsigned> counter{0};
    while (true) {
        const std::string name = "." + final_path.filename().string() + "." + std::to_string(::getpid()) + "-" +
                                 std::to_string(counter++) + ".part";
        fs::path path = directory_of(final_path) / name;
        Descriptor fd(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
        if (fd < 0 && errno != EEXIST) fail_with_errno(final_path, "cannot be created");
        struct stat status {};
        if (fd < 0 || (::flock(fd, LOCK_EX | LOCK_NB) == 0 && ::fstat(fd, &status) == 0 && status.st_nlink == 0))
            continue;
        return {std::move(path), std::move(fd)};
    }
}

}  // namespace

PendingFile::PendingFile(const fs::path& final_path, bool overwrite) : final_(final_path), overwrite_(overwrite) {
    std::error_code error;
    if (!fs::is_directory(directory_of(final_), error))
        throw IoError(final_.string(), "cannot be created: " + directory_of(final_).string() + " is not a directory");
    if (fs::is_directory(final_, error)) throw IoError(final_.string(), "cannot be created: it is a directory");
    if (fs::is_other(final_, error)) throw IoError(final_.string(), "is a device or a pipe, which is never replaced");
    if (!overwrite_ && fs::exists(fs::symlink_status(final_, error))) refuse_to_replace(final_);
    remove_left_behind(final_);
    std::tie(temporary_, lock_) = create_temporary(final_);
}

PendingFile::~PendingFile() {
    if (!committed_) ::unlink(temporary_.c_str());
}

void PendingFile::commit(Sync sync) {
    if (sync == Sync::now) sync_path(temporary_);
    if (!overwrite_) rename_new(temporary_, final_);
    else if (::rename(temporary_.c_str(), final_.c_str()) != 0) fail_with_errno(final_, "cannot be given its name");
    committed_ = true;
    if (sync == Sync::now) sync_path(directory_of(final_));
}

void write_file_atomically(const fs::path& path, const std::string& content, bool overwrite, Sync sync) {
    PendingFile pending(path, overwrite);
    {
        const Descriptor fd(::open(pending.temporary_path().c_str(), O_WRONLY | O_NOFOLLOW | O_CLOEXEC));
        if (fd < 0) fail_with_errno(path, "cannot be opened");
        write_all(fd, content.data(), content.size(), path);
    }
    pending.commit(sync);
}

}  // namespace cchnn
