#pragma once
// Progress of long work: on a terminal one line, from a fifth of a second on, with the parts done, the time left and
// the present work (core/at_work.hpp), as much of it as fits in whole words. It is drawn again every half second, and
// as parts are done up to five times a second. Nothing is shown when standard error is piped, except at the intervals
// of speak_when_piped(), and nothing with --quiet. A program that reads the pipe and shows the line in a
// place of its own, as the Python package does, asks for it by the environment variable CCHNN_PROGRESS, the width of
// that place in columns.

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace cchnn {

// How fast parts are done of late: rates are counted from half a minute to a minute ago.
class Pace {
  public:
    explicit Pace(double now = 0) : begin_(now) {}
    void reach(std::uint64_t done, std::uint64_t total, double now);  // s
    std::uint64_t done() const { return done_; }
    std::uint64_t total() const { return total_; }
    double mean() const;                           // 1/s, since the beginning; 0 in the first second
    std::optional<double> left(double now) const;  // s; nothing until two seconds of work have shown a rate

  private:
    struct Mark {
        std::uint64_t done = 0;
        double at = -1;  // s
    };
    double begin_, at_ = 0;
    std::uint64_t done_ = 0, total_ = 0;
    Mark before_, between_;
};

class Progress {
  public:
    // `doing` is shown while no AtWork names the present work: "sampling and integrating".
    Progress(const std::string& title, std::string doing, std::string unit = "trajectories");
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    // Throws Stopped (core/stop.hpp).
    void operator()(std::uint64_t done, std::uint64_t total);
    // For work in parts, one after the other: begins the next, "2/33 chain_2/energy"; and how much of all is done.
    void begin_part(const std::string& name);
    void reach_of_all(std::uint64_t done, std::uint64_t total);
    double seconds() const;
    // Lines of their own, this many seconds apart, where standard error is no terminal: for work that is silent for
    // long.
    void speak_when_piped(double seconds);

  private:
    void tick();
    void draw();
    std::string line(std::size_t width) const;
    std::string time_left() const;

    const std::string title_, doing_, unit_;
    const bool terminal_;
    const std::chrono::steady_clock::time_point begin_;
    std::mutex guard_;          // of all below
    std::string part_;          // ""
    double part_at_ = 0;        // s, when it began
    Pace pace_, all_;           // of the part, and of all parts
    double spoken_at_ = 0;      // s
    double piped_seconds_ = 0;  // 0: silent
    bool drawn_ = false, ended_ = false;
    std::condition_variable wake_;
    std::thread ticker_;
};

}  // namespace cchnn
