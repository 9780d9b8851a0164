#pragma once
// Where a dataset grows: a directory with a fixed name, so that a later run finds what a killed one had finished.
//
//   lock               held by the one process that works here
//   job.json           what is made here (job.hpp), and the mark without which nothing is cleared (marked_directory.hpp);
//                      what stands beside is of no use without it
//   discarded.json     a job that is done away with, while the rest is being removed
//   replaces           there when the finished files may replace an earlier dataset (--force)
//   train.journal ...  finished blocks (journal.hpp)
//   lyapunov.json      the exponent, once it is found
//   files/             the dataset while it is written; of no use to a later run, which writes it from the journals again
//
// Throws IoError (another process is at work, a symbolic link, somebody else's directory, disk), UsageError (unfinished
// work of another job).

#include <cstdint>
#include <filesystem>
#include <string>

#include "dataset/resume/marked_directory.hpp"
#include "files/descriptor.hpp"

namespace cchnn {

enum class Begin {
    fresh,           // refuse when there is unfinished work
    resume,          // go on with it; refuse that of another job
    resume_unasked,  // the same, for a command that has neither --resume nor --force
    anew             // throw it away
};

class UnfinishedDirectory {
  public:
    UnfinishedDirectory(const std::filesystem::path& path, const std::string& job, Begin begin, bool replaces);
    // Removes the directory when there is nothing in it that a later run could use.
    ~UnfinishedDirectory();
    UnfinishedDirectory(const UnfinishedDirectory&) = delete;
    UnfinishedDirectory& operator=(const UnfinishedDirectory&) = delete;

    const std::filesystem::path& path() const { return path_; }
    std::filesystem::path journal(const std::string& split) const { return path_ / (split + ".journal"); }
    std::filesystem::path files() const { return path_ / "files"; }
    bool replaces() const;
    // Trajectories in journals now.
    std::uint64_t kept() const;
    // Is lyapunov.json there? A later run goes on with it, also without a finished block.
    bool keeps_exponent() const;

    // With all that is in it.
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
