#pragma once
// The directory in which a dataset grows. Its name is fixed, so that a later run finds what a killed one has finished:
//
//   lock               held by the one process that works here
//   job.json           the job (job.hpp), and the mark without which nothing is cleared (MarkedDirectory); other
//                      files are useless without it
//   discarded.json     a job that is discarded, while its files are being removed
//   replaces           exists if the finished files may replace an earlier dataset (--force)
//   train.journal ...  finished blocks (journal.hpp)
//   lyapunov.json      the exponent, once it is found
//   files/             the dataset while it is written; a resumed run writes it again from the journals
//
// The directory of a shard also holds system.json and, once all its blocks are finished, finished.json.
//
// Throws IoError (another process works there, a symbolic link, a directory of others, disk), UsageError (unfinished
// work of another job).

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "files/descriptor.hpp"

namespace cchnn {

// Directories that this program may clear: those that carry its mark, a job (job.hpp) in job.json, or in discarded.json
// while they are being cleared. A directory that holds nothing yet, as a run killed at its very beginning leaves,
// qualifies too. Files in it are reached through one open descriptor, and no symbolic link is followed, because its
// target may belong to others. UnfinishedDirectory owns one.
//
// Throws IoError with the directory, the problem, and what to do.

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

// What to do with unfinished work of an earlier run. Work without a finished trajectory causes no error: it is
// discarded unless it is resumed.
enum class Begin {
    fresh,           // an error if there is any
    resume,          // resume it; an error if it belongs to another job
    resume_unasked,  // the same, for a command that has neither --resume nor --force
    anew             // discard it
};

// The number of trajectories in the journals of an unfinished directory; 0 without job.json.
std::uint64_t kept_trajectories(const std::filesystem::path& unfinished);

// Owns the marked and locked directory. ResumableJob (stories/generate) makes one for each dataset or shard and writes
// journals into it; merge() and import_arrays() make one to publish() from.
//
// The constructor decides by `begin` what happens to earlier work: it stays if `job` equals the one in job.json
// and may be resumed; it is cleared, or an exception says what differs. `replaces` is stored as the file of
// that name.
class UnfinishedDirectory {
  public:
    UnfinishedDirectory(const std::filesystem::path& path, const std::string& job, Begin begin, bool replaces);
    // Removes the directory if it holds nothing that a later run could use.
    ~UnfinishedDirectory();
    UnfinishedDirectory(const UnfinishedDirectory&) = delete;
    UnfinishedDirectory& operator=(const UnfinishedDirectory&) = delete;

    const std::filesystem::path& path() const { return path_; }
    std::filesystem::path journal(const std::string& split) const { return path_ / (split + ".journal"); }
    bool replaces() const;
    std::uint64_t kept() const { return kept_trajectories(path_); }
    // Whether lyapunov.json exists; a later run uses it, even without a finished block.
    bool keeps_exponent() const;

    // Makes a dataset appear in `directory`, and then removes this one: write() makes its files, which may have these
    // names, in files(), and they move into place together (StagedDirectory, whose exceptions pass as those of write()
    // do).
    void publish(const std::filesystem::path& directory, const std::vector<std::string>& names, bool overwrite,
                 const std::function<void(const std::filesystem::path& files)>& write);

    // Removes the directory with its content.
    void remove();

  private:
    bool worth_keeping() const;
    void begin_work(const std::string& job, Begin begin, bool replaces);

    std::filesystem::path path_;
    MarkedDirectory directory_;
};

// DIR/chain_pendulum_3 -> DIR/.chain_pendulum_3.unfinished
std::filesystem::path unfinished_beside(const std::filesystem::path& directory);

}  // namespace cchnn
