#pragma once
// How a signal ends the work of a program: the handler stores its number in an atomic, long loops poll it and throw
// Stopped, so that temporary files are removed and finished parts stay. Until install_stop_handlers() is called,
// signals do what the program inherited.
//
//   for (const Block& block : blocks) {
//       throw_if_stopped();  // one read of memory; once a step, a trajectory, a block
//       work_on(block);
//   }

#include <atomic>
#include <exception>
#include <string>

namespace cchnn {

// Not derived from Error: a stop is no failure, and code that collects Errors must let it pass. A part that keeps
// results says by set_resume_hint() how to resume from them.
class Stopped : public std::exception {
  public:
    explicit Stopped(int signal) : signal_(signal) {}
    int signal() const { return signal_; }
    int exit_code() const { return 128 + signal_; }  // as shells count
    // "stopped by SIGINT; ...": what is kept and how to resume.
    std::string sentence() const;
    void set_resume_hint(std::string hint) { resume_hint_ = std::move(hint); }
    const char* what() const noexcept override { return "stopped by a signal"; }

  private:
    int signal_;
    std::string resume_hint_ = "every file is complete; rerun the same command";
};

// The signal that was caught; 0: none.
inline constinit std::atomic<int> stop_signal{0};

inline bool is_stopped() { return stop_signal.load(std::memory_order_relaxed) != 0; }
[[noreturn]] void throw_stopped();
inline void throw_if_stopped() {
    if (is_stopped()) [[unlikely]]
        throw_stopped();
}

// From here on SIGINT, SIGTERM and SIGHUP are caught, except those that were ignored, as under nohup. If the program
// still runs two seconds later, blocked by a file system for example, the handler of SIGALRM ends it by _exit() with
// the same exit code. So does a second signal, unless it comes within a quarter of a second: a terminal and `timeout`
// may send one signal twice.
void install_stop_handlers();

}  // namespace cchnn
