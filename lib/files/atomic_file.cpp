#include "files/atomic_file.hpp"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>

#include "core/errors.hpp"
#include "files/descriptor.hpp"

namespace cchnn {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse_to_replace(const fs::path& path) {
    throw IoError(path.string(), "exists already; give --force to replace it");
}

fs::path directory_of(const fs::path& path) { return path.has_parent_path() ? path.parent_path() : fs::path("."); }

void rename_new(const fs::path& from, const fs::path& to) {
    if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return;
    if (errno == EEXIST) refuse_to_replace(to);
    if (errno != EINVAL && errno != ENOSYS) fail_with_errno(to, "cannot be given its name");
    if (::rename(from.c_str(), to.c_str()) != 0) fail_with_errno(to, "cannot be given its name");
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
    if (fs::is_other(final_, error)) throw IoError(final_.string(), "is a device or a pipe, which no file replaces");
    if (!overwrite_ && fs::exists(fs::symlink_status(final_, error))) refuse_to_replace(final_);
    temporary_ = create_temporary(final_);
}

PendingFile::~PendingFile() {
    if (!committed_) ::unlink(temporary_.c_str());
}

void PendingFile::commit() {
    sync_path(temporary_);
    if (!overwrite_) rename_new(temporary_, final_);
    else if (::rename(temporary_.c_str(), final_.c_str()) != 0) fail_with_errno(final_, "cannot be given its name");
    committed_ = true;
    sync_path(directory_of(final_));
}

void write_file_atomically(const fs::path& path, const std::string& content, bool overwrite) {
    PendingFile pending(path, overwrite);
    {
        const Descriptor fd(::open(pending.temporary_path().c_str(), O_WRONLY | O_NOFOLLOW | O_CLOEXEC));
        if (fd < 0) fail_with_errno(path, "cannot be opened");
        write_all(fd, content.data(), content.size(), path);
    }
    pending.commit();
}

}  // namespace cchnn
