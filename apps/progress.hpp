#pragma once
// Progress of long work: on a terminal one line, from a fifth of a second on, with what is done, time left and what goes on
// (core/at_work.hpp), drawn again twice a second; nothing, or a line now and then, when standard error is piped; nothing
// with --quiet.

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>

namespace cchnn {

class Progress {
  public:
    // `doing` is what goes on where nobody says it: "sampling and integrating".
    Progress(std::string title, std::string doing, std::string unit = "trajectories");
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    // Throws Stopped (core/stop.hpp).
    void operator()(std::uint64_t done, std::uint64_t total);
    double seconds() const;
    // Lines of their own, this many seconds apart, where standard error is no terminal: for work that is silent for
    // long.
    void speak_when_piped(double seconds);

  private:
    void tick();
    void draw();
    std::string line() const;
    std::string time_left() const;

    const std::string title_, doing_, unit_;
    const bool terminal_;
    const std::chrono::steady_clock::time_point begin_;
    std::mutex guard_;  // of all below
    std::uint64_t done_ = 0, total_ = 0;
    struct Mark {
        std::uint64_t done = 0;
        double at = -1;  // s
    };
    Mark before_, between_;               // rates are counted from `before_`, half a minute to a minute ago
    double done_at_ = 0, spoken_at_ = 0;  // s
    double piped_seconds_ = 0;            // 0: silent
    bool drawn_ = false, ended_ = false;
    std::condition_variable wake_;
    std::thread ticker_;
};

}  // namespace cchnn
