#pragma once
// Directories that this program may clear: those that carry its mark, a job (job.hpp) in job.json, or in discarded.json
// while they are being cleared. A directory that holds nothing yet, as a run killed at its very beginning leaves,
// qualifies too. Files in it are reached through one open descriptor, and no symbolic link is followed, because its
// target may belong to others. UnfinishedDirectory owns one.
//
// Throws IoError with the directory, the problem, and what to do.

#include <filesystem>

#include "files/descriptor.hpp"

namespace cchnn {

// Throws IoError if `path` is a symbolic link.
void refuse_symbolic_link(const std::filesystem::path& path);

// Owns the descriptors of the directory and of the lock file. The lock (flock) ends with the process, even if
// it is killed.
class MarkedDirectory {
  public:
    // Opens or creates the directory, and locks it for the lifetime of this object. Throws if it is a symbolic link or
    // no directory, if it holds something but no mark (then nothing in it is touched), or if another process works
    // there.
    explicit MarkedDirectory(const std::filesystem::path& path);

    // Removes everything except the lock and the mark, which is renamed to say that the job is discarded. Checks the
    // mark again before that.
    void clear() const;
    // Completes clear() after a new job has been written.
    void forget_discarded() const;
    // Removes the directory with its content.
    void remove() const;

  private:
    bool lock();

    std::filesystem::path path_;
    Descriptor fd_, lock_;
};

}  // namespace cchnn
