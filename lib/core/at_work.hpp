#pragma once
// Progress of this process for a status line: code that works has an AtWork meanwhile, with the number of its
// parts if known, and reports those that are finished. Threads are counted together; no result depends on it.
//
//   AtWork scoring(Work::scoring, trajectories);
//   for (...) scoring.add(block.count);
//
//   work_going_on()   "scoring 40 %, writing"

#include <atomic>
#include <cstdint>
#include <string>

namespace cchnn {

enum class Work {
    systems,  // of many, one after the other; so submissions
    submissions,
    reading,
    sampling,
    integrating,
    bounding,
    refining,
    scoring,
    finding_copies,
    comparing,
    moving_starts,
    informing,
    writing
};

class AtWork {
  public:
    // Work within an AtWork without parts of the same thread is not shown, such as the integration within a sampling.
    explicit AtWork(Work work, std::uint64_t parts = 0);
    ~AtWork();
    AtWork(const AtWork&) = delete;
    AtWork& operator=(const AtWork&) = delete;
    void add(std::uint64_t parts = 1);  // by any thread

  private:
    const Work work_;
    const std::uint64_t parts_;
    std::atomic<std::uint64_t> done_ = 0;
    const bool told_;
};

// All kinds of work that any thread is at now, in the order of Work; "" for none.
std::string work_going_on();

}  // namespace cchnn
