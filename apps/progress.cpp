#include "progress.hpp"

#include <signal.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <system_error>

#include "core/at_work.hpp"
#include "core/stop.hpp"
#include "quiet.hpp"

namespace cchnn {
namespace {

std::string clock_text(double seconds) {
    char text[32];
    const auto s = std::max(0L, std::lround(seconds));
    std::snprintf(text, sizeof text, "%ld:%02ld:%02ld", s / 3600, s / 60 % 60, s % 60);
    return text;
}

// Columns of the terminal, less the last one, where some begin a new line.
std::size_t columns() {
    winsize size{};
    const bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 20;
    return (known ? size.ws_col : 80U) - 1U;
}

// Without signals, which are for the thread that works.
template <class Work>
std::thread thread_without_signals(const Work& work) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    std::thread thread;
    try {
        thread = std::thread(work);
    } catch (const std::system_error&) {  // none can be had: progress is told when a part is done
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return thread;
}

}  // namespace

Progress::Progress(std::string title, std::string doing, std::string unit)
    : title_(std::move(title)),
      doing_(std::move(doing)),
      unit_(std::move(unit)),
      terminal_(!quiet && isatty(STDERR_FILENO) == 1),
      begin_(std::chrono::steady_clock::now()) {
    if (terminal_) ticker_ = thread_without_signals([this] { tick(); });
}

Progress::~Progress() {
    {
        const std::lock_guard lock(guard_);
        ended_ = true;
    }
    wake_.notify_all();
    if (ticker_.joinable()) ticker_.join();
    if (drawn_) std::fprintf(stderr, "\r\033[K");
}

double Progress::seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
}

void Progress::speak_when_piped(double seconds) {
    if (!quiet && !terminal_) piped_seconds_ = seconds;
}

void Progress::tick() {
    std::unique_lock lock(guard_);
    for (auto pause = std::chrono::milliseconds(200); !wake_.wait_for(lock, pause, [&] { return ended_; });
         pause = std::chrono::milliseconds(500))
        draw();
}

void Progress::operator()(std::uint64_t done, std::uint64_t total) {
    throw_if_stopped();
    const std::lock_guard lock(guard_);
    const double now = seconds();
    if (before_.at < 0) before_ = between_ = {done, now};
    if (now - between_.at > 30) before_ = between_, between_ = {done, now};
    done_ = done, total_ = total, done_at_ = now;
    const double silent = now - spoken_at_;
    if (terminal_ ? silent < 0.2 : piped_seconds_ == 0 || silent < piped_seconds_) return;
    draw();
}

// The first parts take as long as starting does, and say little of the others.
std::string Progress::time_left() const {
    constexpr double long_enough = 2;  // s
    const double since = done_at_ - before_.at;
    if (done_ >= total_) return "finishing  " + clock_text(seconds());
    if (since < long_enough || done_ == before_.done) return clock_text(seconds());
    const double rate = static_cast<double>(done_ - before_.done) / since;
    return clock_text(static_cast<double>(total_ - done_) / rate - (seconds() - done_at_)) + " left";
}

std::string Progress::line() const {
    const std::string going_on = work_going_on(), doing = going_on.empty() ? doing_ : going_on;
    if (done_ == 0 || total_ == 0) return title_ + "  " + doing + "  " + clock_text(seconds());
    char count[80], rate[80];
    std::snprintf(count, sizeof count, "  %llu/%llu  %.0f %%  ", static_cast<unsigned long long>(done_),
                  static_cast<unsigned long long>(total_),
                  100.0 * static_cast<double>(done_) / static_cast<double>(total_));
    const double each = static_cast<double>(done_) / std::max(done_at_, 1e-9);
    std::snprintf(rate, sizeof rate, "  %.*f %s/s", each < 10 ? 1 : 0, each, unit_.c_str());
    const std::string text = title_ + count + time_left() + "  " + doing;
    const bool fits = !terminal_ || text.size() + std::strlen(rate) <= columns();
    return fits && done_at_ >= 1 ? text + rate : text;
}

void Progress::draw() {
    const std::string all = line();
    if (terminal_) std::fprintf(stderr, "\r\033[K%.*s", static_cast<int>(columns()), all.c_str());
    else std::fprintf(stderr, "%s\n", all.c_str());
    std::fflush(stderr);
    spoken_at_ = seconds();
    drawn_ = terminal_;
}

}  // namespace cchnn
