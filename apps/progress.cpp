#include "progress.hpp"

#include <signal.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <system_error>
#include <vector>

#include "core/at_work.hpp"
#include "core/printable.hpp"
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

// Of the place where whoever started this program shows progress; 0 where nobody does.
int columns_elsewhere() {
    const char* text = std::getenv("CCHNN_PROGRESS");
    return text ? std::clamp(std::atoi(text), 0, 1000) : 0;
}

bool is_drawn_somewhere() { return isatty(STDERR_FILENO) == 1 || columns_elsewhere() > 0; }

// Columns of the terminal, less the last one, where some begin a new line.
std::size_t columns() {
    winsize size{};
    int known = columns_elsewhere();
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0) known = size.ws_col;
    return (known > 20 ? static_cast<std::size_t>(known) : 80U) - 1U;
}

// Of a line: what it says, and how much it matters where not all of them fit.
struct Piece {
    std::string text;
    int matters;
    const char* before = "  ";
};

std::string joined(const std::vector<Piece>& pieces) {
    std::string text;
    for (const Piece& piece : pieces) text += (text.empty() ? "" : piece.before) + piece.text;
    return text;
}

// Pieces are left out, those that matter least first, of these the last: no word is cut.
std::string fitted(std::vector<Piece> pieces, std::size_t width) {
    std::string text = joined(pieces);
    for (; text.size() > width; text = joined(pieces))
        pieces.erase(std::min_element(pieces.rbegin(), pieces.rend(),
                                      [](const Piece& a, const Piece& b) { return a.matters < b.matters; })
                         .base() -
                     1);
    return text;
}

// "integrating, bounds": the first of them matters most.
void add_words(const std::string& doing, std::vector<Piece>& pieces) {
    for (std::size_t begin = 0; begin < doing.size();) {
        const std::size_t end = std::min(doing.find(", ", begin), doing.size());
        const bool first = begin == 0;
        pieces.push_back({doing.substr(begin, end - begin), first ? 4 : 2, first ? "  " : ", "});
        begin = std::min(end + 2, doing.size());
    }
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

Progress::Progress(const std::string& title, std::string doing, std::string unit)
    : title_(printable(title)),
      doing_(std::move(doing)),
      unit_(std::move(unit)),
      terminal_(!quiet && is_drawn_somewhere()),
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
    pace_.reach(done, total, now);
    const double silent = now - spoken_at_;
    if (terminal_ ? silent < 0.2 : piped_seconds_ == 0 || silent < piped_seconds_) return;
    draw();
}

void Progress::begin_part(const std::string& name) {
    const std::lock_guard lock(guard_);
    part_ = name;
    part_at_ = seconds();
    pace_ = Pace(part_at_);
}

void Progress::reach_of_all(std::uint64_t done, std::uint64_t total) {
    throw_if_stopped();
    const std::lock_guard lock(guard_);
    all_.reach(done, total, seconds());
}

void Pace::reach(std::uint64_t done, std::uint64_t total, double now) {
    if (before_.at < 0) before_ = between_ = {done, now};
    if (now - between_.at > 30) {
        before_ = between_;
        between_ = {done, now};
    }
    done_ = done;
    total_ = total;
    at_ = now;
}

double Pace::mean() const { return at_ - begin_ < 1 ? 0 : static_cast<double>(done_) / (at_ - begin_); }

// The first parts take as long as starting does, and say little of the others.
std::optional<double> Pace::left(double now) const {
    constexpr double long_enough = 2;  // s
    const double since = at_ - before_.at;
    if (before_.at < 0 || since < long_enough || done_ == before_.done) return std::nullopt;
    const double rate = static_cast<double>(done_ - before_.done) / since;
    return static_cast<double>(total_ - std::min(done_, total_)) / rate - (now - at_);
}

std::string Progress::time_left() const {
    if (pace_.done() >= pace_.total()) return "finishing  " + clock_text(seconds() - part_at_);
    const auto left = pace_.left(seconds());
    return left ? clock_text(*left) + " left" : clock_text(seconds() - part_at_);
}

std::string Progress::line(std::size_t width) const {
    const std::string going_on = work_going_on();
    std::vector<Piece> pieces{{part_.empty() ? title_ : title_ + " " + part_, 7}};
    char text[80];
    const bool counts = pace_.done() > 0 && pace_.total() > 0;
    if (counts) {
        std::snprintf(text, sizeof text, "%llu/%llu", static_cast<unsigned long long>(pace_.done()),
                      static_cast<unsigned long long>(pace_.total()));
        pieces.push_back({text, 8});
        std::snprintf(text, sizeof text, "%.0f %%",
                      100.0 * static_cast<double>(pace_.done()) / static_cast<double>(pace_.total()));
        pieces.push_back({text, 3});
        pieces.push_back({time_left(), 5});
    }
    if (const auto left = all_.left(seconds())) pieces.push_back({"all " + clock_text(*left) + " left", 6});
    add_words(going_on.empty() ? doing_ : going_on, pieces);
    if (!counts) pieces.push_back({clock_text(seconds() - part_at_), 5});
    if (const double each = pace_.mean(); counts && each > 0) {
        std::snprintf(text, sizeof text, "%.*f %s/s", each < 10 ? 1 : 0, each, unit_.c_str());
        pieces.push_back({text, 1});
    }
    return fitted(std::move(pieces), width);
}

void Progress::draw() {
    constexpr std::size_t any = 100'000;
    const std::string all = line(terminal_ ? columns() : any);
    std::fprintf(stderr, terminal_ ? "\r\033[K%s" : "%s\n", all.c_str());
    std::fflush(stderr);
    spoken_at_ = seconds();
    drawn_ = terminal_;
}

}  // namespace cchnn
