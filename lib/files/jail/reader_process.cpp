#include "files/jail/reader_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <ctime>
#include <new>
#include <thread>
#include <utility>

#include "core/errors.hpp"
#include "core/option.hpp"
#include "core/sanitized.hpp"
#include "core/stop.hpp"
#include "files/jail/jail_state.hpp"

namespace cchnn {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double bytes_per_second = 32e6, second_per_question = 1e-3;
// The rates hold for optimised programs; those with sanitizers, which are not optimised, take twenty times as long.
constexpr double slowdown = sanitized ? 20 : 1;
constexpr double waited_bytes_per_second = 4e6;  // of (1) of jail_state.hpp
constexpr int look_ms = 20;                      // between looks at the clock and at signals
constexpr double longest_look = 0.2;             // s: a program that is stopped meanwhile does not wait
constexpr std::chrono::milliseconds time_to_end{1000};
// An honest answer through blocks fills more than a third of each on average (for_each_block). More frames are
// nonsense.
constexpr std::uint64_t frames_per_block = 8, frames_beside = 16;

std::atomic<double> patience_of_readers{usual_patience};
std::atomic<std::uint32_t> refused_bits{0};

// The memory limit. An honest array needs three times its chunk while it is inflated, unshuffled and converted.
std::uint64_t memory_for(std::uint64_t file_bytes) {
    constexpr std::uint64_t least = 384 << 20, most = 1024 << 20;
    return least + std::min(most - least, 8 * std::min(file_bytes, most));
}

// A quarter of the file in whole 64 KiB, between 64 KiB and 1 MiB: small files need no large memory to share.
std::size_t block_for(std::uint64_t file_bytes) {
    constexpr std::uint64_t least = 64 << 10, most = 1 << 20;
    return std::clamp(file_bytes / 4 / least * least, least, most);
}

}  // namespace

double patience() { return patience_of_readers; }
void set_patience(double seconds) { patience_of_readers = seconds; }

// Starts the process and waits until it says that it is in its jail. The shared memory has no name, and its
// descriptor is closed here as soon as the other process has one.
ReaderProcess::ReaderProcess(SourceFile file, const std::string& format)
    : path_(file.path), file_bytes_(file.bytes), blocks_(block_for(file.bytes)), looked_at_(Clock::now()) {
    reader_ = start_reader(file, format, blocks_, memory_for(file_bytes_));
    blocks_.close_descriptor();
    take_ready();
}

ReaderProcess::ReaderProcess(const SourceFile& file, StartedReader reader)
    : path_(file.path),
      file_bytes_(file.bytes),
      blocks_(block_for(file.bytes)),
      reader_(std::move(reader)),
      looked_at_(Clock::now()) {
    take_ready();
}

// The first frame tells which parts of the jail the kernel denied; the end of the first answer tells that the
// file could be opened. If anything fails, the process is ended before the exception passes, because no destructor
// runs for an object that is half made.
void ReaderProcess::take_ready() {
    try {
        AnswerFrame ready;
        receive(&ready, sizeof ready);
        if (ready.kind != AnswerFrame::ready) refuse(malformed_answer);
        refused_bits |= ~ready.number & (filtered_bit | limited_bit);
        is_short_of_memory_ = ready.number & short_of_memory_bit;
        take_answer([](std::uint64_t) { return nullptr; });
    } catch (...) {
        end_of_process();
        throw;
    }
}

ReaderProcess::~ReaderProcess() { end_of_process(); }

// The allowance of processor time grows with each question: for one that reads values, by the time that it
// takes to go through the file and the answer once.
std::vector<char> ReaderProcess::ask(const Message& question, std::uint64_t most, bool reads) {
    std::vector<char> answer;
    if (reads) asked_bytes_ += std::min<std::uint64_t>(most, file_bytes_);
    if (reads)
        allowance_ += static_cast<double>(file_bytes_ + std::min<std::uint64_t>(most, file_bytes_)) / bytes_per_second;
    allowance_ += second_per_question;
    send_question(question);
    take_answer([&](std::uint64_t more) -> char* {
        if (more > most - answer.size()) return nullptr;
        answer.resize(answer.size() + more);
        return answer.data() + answer.size() - more;
    });
    return answer;
}

// As above, into memory of the caller, and the answer must have exactly `bytes` bytes.
void ReaderProcess::ask(const Message& question, char* out, std::uint64_t bytes) {
    std::uint64_t received = 0;
    asked_bytes_ += bytes;
    allowance_ += second_per_question + static_cast<double>(file_bytes_ + bytes) / bytes_per_second;
    send_question(question);
    take_answer([&](std::uint64_t more) -> char* {
        if (more > bytes - received) return nullptr;
        received += more;
        return out + received - more;
    });
    if (received != bytes) refuse("the reader process sent fewer numbers than requested");
}

// Takes frames until one says that the answer ends. `place` says where bytes of an answer go, or null when
// there are more than were asked for.
void ReaderProcess::take_answer(const Place& place) {
    frames_ = 0;
    answered_bytes_ = 0;
    AnswerFrame frame;
    do receive(&frame, sizeof frame);
    while (take(frame, place));
}

// Takes one frame of an answer; false at its end.
bool ReaderProcess::take(const AnswerFrame& frame, const Place& place) {
    if (frame.kind == AnswerFrame::end) return false;
    if (frame.kind == AnswerFrame::problems) throw_problems(frame.size);
    if (frame.kind == AnswerFrame::no_memory) {
        if (is_short_of_memory_) throw std::bad_alloc();
        refuse("reader needed more than " + std::to_string(memory_for(file_bytes_) >> 20) + " MiB of memory");
    }
    const bool is_block = frame.kind == AnswerFrame::block;
    if (!is_block && frame.kind != AnswerFrame::bytes) refuse(malformed_answer);
    if (is_block && (frame.number >= SharedBlocks::count || frame.size > blocks_.block_bytes()))
        refuse(malformed_answer);
    if (frame.size == 0) refuse(malformed_answer);
    char* const out = place(frame.size);
    if (!out) refuse("the reader process sent more than requested");
    answered_bytes_ += frame.size;
    if (++frames_ > frames_beside + frames_per_block * (answered_bytes_ / blocks_.block_bytes()))
        refuse(malformed_answer);
    if (!is_block) {
        receive(out, frame.size);
    } else {
        std::memcpy(out, blocks_.block(frame.number), frame.size);
        const char number = static_cast<char>(frame.number);
        send(&number, 1);
    }
    return true;
}

// Throws the problems that the reader found in the file, with the path of the file before each place inside it.
// They are texts of an untrusted process, so their length is bounded.
void ReaderProcess::throw_problems(std::uint64_t size) {
    constexpr std::uint64_t most = 1 << 20;
    if (size > most) refuse(malformed_answer);
    std::vector<char> bytes(size);
    receive(bytes.data(), size);
    std::vector<Problem> problems;
    try {
        for (MessageReader answer(bytes); !answer.at_end();) {
            const std::string inside = answer.text(most), what = answer.text(most);
            problems.push_back({path_.string() + inside, what});
        }
    } catch (const MalformedMessage&) {
        problems.clear();
    }
    if (problems.empty()) refuse(malformed_answer);
    throw DataError(std::move(problems));
}

void ReaderProcess::send_question(const Message& question) {
    looked_at_ = Clock::now();  // what passed since the last answer was no waiting
    const Message whole = Message().number(question.bytes().size()).message(question);
    send(whole.bytes().data(), whole.bytes().size());
}

// send() and receive() never block: a reader that does not read its questions is waited for like one that does
// not answer, with looks at the clock and at signals in between.
void ReaderProcess::send(const void* bytes, std::size_t size) {
    for (const char* next = static_cast<const char*>(bytes); size > 0;) {
        const ssize_t n = ::send(reader_.socket, next, size, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (n < 0 && (errno == EAGAIN || errno == EINTR)) {
            wait_for(POLLOUT);
            continue;
        }
        if (n < 0) throw_end();
        next += n;
        size -= n;
    }
}

void ReaderProcess::receive(void* out, std::size_t size) {
    for (char* next = static_cast<char*>(out); size > 0;) {
        count_waiting();
        const ssize_t n = ::recv(reader_.socket, next, size, MSG_DONTWAIT);
        if (n < 0 && (errno == EAGAIN || errno == EINTR)) {
            wait_for(POLLIN);
            continue;
        }
        if (n <= 0) throw_end();
        next += n;
        size -= n;
    }
}

// Waits until the socket is ready. Every 20 ms it looks whether the user wants to stop and whether the reader
// has used up its time.
void ReaderProcess::wait_for(short event) {
    for (;;) {
        pollfd waiting{reader_.socket, event, 0};
        const int ready = ::poll(&waiting, 1, look_ms);
        throw_if_stopped();
        count_waiting();
        if (ready > 0) return;
        require_within_allowance();
    }
}

// Adds the time since the last look, from a question to the end of its answer, and throws when it exceeds (1)
// of jail_state.hpp.
void ReaderProcess::count_waiting() {
    const Clock::time_point now = Clock::now();
    waited_ += std::min(longest_look, std::chrono::duration<double>(now - looked_at_).count());
    looked_at_ = now;
    const double most = patience() + static_cast<double>(file_bytes_ + asked_bytes_) / waited_bytes_per_second;
    if (waited_ <= most) return;
    end_of_process();
    throw DataError(path_.string(),
                    "took too long to read: its reader process had " + std::to_string(static_cast<long>(waited_)) +
                        " s in all; if the disk is slow or the machine busy, give " + option("patience") + " SECONDS");
}

// Reads the processor time of the other process from the kernel.
void ReaderProcess::require_within_allowance() {
    clockid_t clock{};
    timespec taken{};
    if (::clock_getcpuclockid(reader_.process, &clock) != 0 || ::clock_gettime(clock, &taken) != 0)
        return;  // it has ended
    const double seconds = static_cast<double>(taken.tv_sec) + 1e-9 * static_cast<double>(taken.tv_nsec);
    if (seconds <= slowdown * allowance_) return;
    end_of_process();
    throw DataError(path_.string(),
                    "could not be read in " + std::to_string(static_cast<int>(allowance_)) +
                        " s of processor time, enough for a file of its size: it is damaged or hostile, or "
                        "its arrays have too many small blocks; write it again with blocks of 64 KiB or more");
}

// Ends the process and throws DataError about the file. Called for everything that a correct reader never does.
void ReaderProcess::refuse(const std::string& reason) {
    end_of_process();
    throw DataError(path_.string(), "could not be read: damaged or hostile (" + reason + ")");
}

// The reader has closed its socket: finds out why and throws accordingly.
void ReaderProcess::throw_end() {
    const int status = status_at_end();
    throw_if_stopped();
    if (WIFEXITED(status))
        throw IoError(reader_.program.string(), "ended with exit code " + std::to_string(WEXITSTATUS(status)) +
                                                    " and no message; does it have too little memory?");
    if (is_short_of_memory_)
        throw IoError(path_.string(), "could not be read in the memory that is left (ulimit -v); is it damaged?");
    if (WTERMSIG(status) == SIGKILL)
        throw IoError(path_.string(),
                      "could not be read: its reader process was killed; is the machine short of memory?");
    refuse("reader ended by signal " + std::to_string(WTERMSIG(status)) +
           (WTERMSIG(status) == SIGSYS ? ", a forbidden system call" : ""));
}

// The exit status of a reader that has hung up. One that does not end within a second is killed.
int ReaderProcess::status_at_end() {
    int status = 0;
    for (const Clock::time_point begin = Clock::now(); Clock::now() - begin < time_to_end;) {
        const pid_t ended = reader_.process < 0 ? -1 : ::waitpid(reader_.process, &status, WNOHANG);
        if (ended == 0 || (ended < 0 && errno == EINTR)) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
            continue;
        }
        reader_.process = -1;
        return status;
    }
    refuse("the reader process closed its connection, but did not end");
}

// Closes the socket first, at which an honest reader ends by itself. What still runs is killed and waited for,
// so that no zombie is left.
void ReaderProcess::end_of_process() {
    reader_.socket = Descriptor();
    if (reader_.process < 0) return;
    const pid_t process = std::exchange(reader_.process, -1);
    int status = 0;
    // Until waitpid() succeeds, no other process can have this number.
    if (::waitpid(process, &status, WNOHANG) != 0) return;
    ::kill(process, SIGKILL);
    while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
    }
}

// Gathers over all reader processes of this program which parts of the jail were missing.
std::string refused_by_kernel() {
    const std::uint32_t refused = refused_bits;
    const std::string filter = refused & filtered_bit ? "the system call filter (seccomp)" : "";
    const std::string limits = refused & limited_bit ? "limits (setrlimit)" : "";
    return filter + (filter.empty() || limits.empty() ? "" : " and ") + limits;
}

std::string open_jail_warning() {
    const std::string refused = refused_by_kernel();
    if (refused.empty()) return "";
    return "files were read by a process without " + refused +
           ", which the kernel or the container does not allow: a malicious file that takes over this process has all "
           "your rights";
}

// Starts a reader of no file to learn whether the jail works on this machine, before any file is read.
void require_jail() {
    SourceFile nothing{"/dev/null", Descriptor(::open("/dev/null", O_RDONLY | O_CLOEXEC)), 0};
    const ReaderProcess reader(std::move(nothing), "nothing");
    const std::string refused = refused_by_kernel();
    if (refused.empty()) return;
    throw IoError("", "files of others would be read by a process without " + refused +
                          ", which the kernel or the "
                          "container does not allow; allow it, or give " +
                          option("no-require-jail") + " if the files are your own");
}

}  // namespace cchnn
