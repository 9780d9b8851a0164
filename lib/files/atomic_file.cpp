#include "files/atomic_file.hpp"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <map>
#include <mutex>
#include <vector>

#include "core/errors.hpp"
#include "core/option.hpp"
#include "files/descriptor.hpp"

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

// The process that made ".NAME.PID-N.part" for NAME; 0 for any other name.
pid_t maker_of(const std::string& part, const std::string& name) {
    const std::string begin = "." + name + ".", end = ".part";
    if (!part.starts_with(begin) || !part.ends_with(end) || part.size() <= begin.size() + end.size()) return 0;
    const std::string numbers = part.substr(begin.size(), part.size() - begin.size() - end.size());
    const std::size_t dash = numbers.find('-');
    pid_t process = 0;
    const auto read = std::from_chars(numbers.data(), numbers.data() + std::min(dash, numbers.size()), process);
    const bool is_number = dash != std::string::npos && read.ptr == numbers.data() + dash && read.ec == std::errc();
    return is_number && numbers.find_first_not_of("0123456789", dash + 1) == std::string::npos ? process : 0;
}

// Whether a temporary file was left by a killed run: its process no longer exists on this machine, and nothing
// has been written for an hour, because on a shared directory the process may run on another machine.
bool is_left_behind(const fs::path& part, const std::string& name) {
    std::error_code error;
    const pid_t maker = maker_of(part.filename().string(), name);
    if (maker <= 0 || ::kill(maker, 0) == 0 || errno != ESRCH) return false;
    if (!fs::is_regular_file(fs::symlink_status(part, error))) return false;
    const auto written = fs::last_write_time(part, error);
    return !error && fs::file_time_type::clock::now() - written > std::chrono::hours(1);
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
        if (is_left_behind(part, final_path.filename().string())) fs::remove(part, error);
}

// A name that no other thread or process uses, beside the final one so that renaming stays in one file system.
fs::path create_temporary(const fs::path& final_path) {
    static std::atomic<unsigned> counter{0};
    while (true) {
        const std::string name = "." + final_path.filename().string() + "." + std::to_string(::getpid()) + "-" +
                                 std::to_string(counter++) + ".part";
        const fs::path path = directory_of(final_path) / name;
        const Descriptor fd(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
        if (fd >= 0) return path;
        if (errno != EEXIST) fail_with_errno(final_path, "cannot be created");
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
    temporary_ = create_temporary(final_);
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
