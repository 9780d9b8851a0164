#pragma once
// Directories that this program may clear: those that carry its mark, a job (job.hpp) in job.json, or in discarded.json
// while they are being cleared. One that holds nothing yet (what a run killed at its very beginning leaves) will do
// too. Everything goes through one open descriptor, and no symbolic link is followed: what it leads to is somebody
// else's.
//
// Throws IoError with the directory, what is the matter, and what to do.

#include <filesystem>

#include "files/descriptor.hpp"

namespace cchnn {

// Throws IoError where a directory of ours would be a symbolic link.
void refuse_symbolic_link(const std::filesystem::path& path);

class MarkedDirectory {
  public:
    // Opens it, or makes it, and locks it for as long as this lives. Throws when it is a symbolic link or no directory,
    // when it holds something and no mark (nothing in it is touched then), or when another process is at work there.
    explicit MarkedDirectory(const std::filesystem::path& path);

    // Removes everything but the lock and the mark, and takes the mark for a job to be done away with; looks for the
    // mark once more before that.
    void clear() const;
    // Ends what clear() has begun, once there is a new job.
    void forget_discarded() const;
    // With all that is in it.
    void remove() const;

  private:
    bool lock();

    std::filesystem::path path_;
    Descriptor fd_, lock_;
};

}  // namespace cchnn
