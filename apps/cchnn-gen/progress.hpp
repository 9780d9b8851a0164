#pragma once
// Progress of long work: one line on a terminal with rate and time left; nothing, or a line now and then, when standard
// error is piped.

#include <chrono>
#include <cstdint>
#include <string>

namespace cchnn {

class Progress {
  public:
    explicit Progress(std::string title, std::string unit = "trajectories");
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    // Throws Stopped (core/stop.hpp).
    void operator()(std::uint64_t done, std::uint64_t total);
    double seconds() const;
    // Lines of their own, this many seconds apart, where standard error is no terminal: for work that is silent for
    // long.
    void speak_when_piped(double seconds) { piped_seconds_ = seconds; }

  private:
    void draw(std::uint64_t done, std::uint64_t total);

    std::string title_, unit_;
    bool terminal_;
    bool drawn_ = false;
    double piped_seconds_ = 0;  // 0: silent
    std::chrono::steady_clock::time_point begin_, last_;
};

}  // namespace cchnn
