#include "progress.hpp"

#include <unistd.h>

#include <cmath>
#include <cstdio>

#include "core/stop.hpp"

namespace cchnn {
namespace {

std::string clock_text(double seconds) {
    char text[32];
    const auto s = std::lround(seconds);
    std::snprintf(text, sizeof text, "%ld:%02ld:%02ld", s / 3600, s / 60 % 60, s % 60);
    return text;
}

}  // namespace

Progress::Progress(std::string title, std::string unit)
    : title_(std::move(title)),
      unit_(std::move(unit)),
      terminal_(isatty(STDERR_FILENO) == 1),
      begin_(std::chrono::steady_clock::now()),
      last_(begin_) {}

Progress::~Progress() {
    if (drawn_) std::fprintf(stderr, "\r\033[K");
}

double Progress::seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
}

void Progress::operator()(std::uint64_t done, std::uint64_t total) {
    throw_if_stopped();
    const auto now = std::chrono::steady_clock::now();
    const double silent = std::chrono::duration<double>(now - last_).count();
    if (terminal_ ? done < total && silent < 0.2 : piped_seconds_ == 0 || silent < piped_seconds_) return;
    last_ = now;
    draw(done, total);
}

void Progress::draw(std::uint64_t done, std::uint64_t total) {
    const double elapsed = seconds();
    const double rate = static_cast<double>(done) / (elapsed > 0 ? elapsed : 1);
    const double left = static_cast<double>(total - done) / (rate > 0 ? rate : 1);
    std::fprintf(stderr, "%s%s  %llu/%llu  %.0f %%  %.3g %s/s  %s left%s", terminal_ ? "\r\033[K" : "", title_.c_str(),
                 static_cast<unsigned long long>(done), static_cast<unsigned long long>(total),
                 100.0 * static_cast<double>(done) / static_cast<double>(total), rate, unit_.c_str(),
                 done > 0 ? clock_text(left).c_str() : "unknown time", terminal_ ? "" : "\n");
    std::fflush(stderr);
    drawn_ = terminal_;
}

}  // namespace cchnn
