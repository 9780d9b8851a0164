#include "core/stop.hpp"

#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>

namespace cchnn {
namespace {

static_assert(std::atomic<int>::is_always_lock_free, "handlers of signals may use nothing else");
static_assert(std::atomic<std::int64_t>::is_always_lock_free, "handlers of signals may use nothing else");

constexpr unsigned most_seconds = 2;
constexpr std::int64_t same_signal = 250'000'000;  // ns

// Time of the first signal on the monotonic clock, ns; 0: none. Two threads may be in the handler at the same time.
constinit std::atomic<std::int64_t> first_signal_at{0};

const char* name_of(int signal) {
    if (signal == SIGINT) return "SIGINT";
    if (signal == SIGTERM) return "SIGTERM";
    return signal == SIGHUP ? "SIGHUP" : "a signal";
}

// The next three functions run in a signal handler: they make async-signal-safe calls alone.
[[noreturn]] void end_at_once() {
    constexpr char text[] =
        "stopped at once: temporary files may remain, and files of an older dataset that was being replaced\n";
    [[maybe_unused]] const auto written = ::write(STDERR_FILENO, text, std::strlen(text));
    ::_exit(128 + stop_signal);
}

std::int64_t nanoseconds_now() {
    timespec now{};
    ::clock_gettime(CLOCK_MONOTONIC, &now);
    return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

void on_signal(int signal) {
    const int before = errno;
    if (signal == SIGALRM) end_at_once();
    const std::int64_t now = nanoseconds_now();
    std::int64_t first = 0;
    if (first_signal_at.compare_exchange_strong(first, now)) {
        stop_signal = signal;
        ::alarm(most_seconds);
    } else if (now - first > same_signal) {
        end_at_once();
    }
    errno = before;
}

}  // namespace

std::string Stopped::sentence() const { return std::string("stopped by ") + name_of(signal_) + "; " + resume_hint_; }

void throw_stopped() { throw Stopped(stop_signal); }

void install_stop_handlers() {
    struct sigaction handled {};
    handled.sa_handler = on_signal;
    handled.sa_flags = SA_RESTART;
    constexpr std::array signals{SIGINT, SIGTERM, SIGHUP, SIGALRM};
    for (const int signal : signals) ::sigaddset(&handled.sa_mask, signal);
    for (const int signal : signals) {
        struct sigaction before {};
        ::sigaction(signal, nullptr, &before);
        if (before.sa_handler != SIG_IGN || signal == SIGALRM) ::sigaction(signal, &handled, nullptr);
    }
    // Beyond the limit of file sizes writing fails and is reported, as on a full disk.
    ::signal(SIGXFSZ, SIG_IGN);
}

}  // namespace cchnn
