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
#include <ctime>
#include <new>
#include <thread>
#include <utility>

#include "core/errors.hpp"
#include "core/option.hpp"
#include "core/sanitized.hpp"
#include "core/stop.hpp"
#include "files/jail/enter_jail.hpp"
#include "files/jail/jail_state.hpp"
#include "files/jail/message.hpp"

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
constexpr std::uint64_t most_of_a_description = 64 << 20, most_of_an_attribute = 64 << 20, most_of_problems = 1 << 20;
constexpr std::uint64_t least_of_a_part = 16 << 10, parts_beside = 16;
constexpr const char* malformed_answer = "the reader process sent a malformed answer";

std::atomic<double> patience_of_readers{usual_patience};
std::atomic<std::uint64_t> refused_bits{0};

}  // namespace

double patience() { return patience_of_readers; }
void set_patience(double seconds) { patience_of_readers = seconds; }

ReaderProcess::ReaderProcess(const SourceFile& file, const std::string& format)
    : ReaderProcess(file, start_reader(file, format)) {}

// If anything fails, the process is ended before the exception passes, because no destructor runs for an object that
// is half made.
ReaderProcess::ReaderProcess(const SourceFile& file, StartedReader reader)
    : path_(file.path), file_bytes_(file.bytes), reader_(std::move(reader)), looked_at_(Clock::now()) {
    try {
        take_description();
    } catch (...) {
        end_of_process();
        throw;
    }
}

ReaderProcess::~ReaderProcess() { end_of_process(); }

// The first word tells which parts of the jail the kernel denied.
void ReaderProcess::take_description() {
    Word ready;
    receive(&ready, sizeof ready);
    if (ready.kind != Word::ready) refuse(malformed_answer);
    refused_bits |= ~ready.size & (filtered_bit | limited_bit);
    is_short_of_memory_ = ready.size & short_of_memory_bit;
    std::vector<char> bytes;
    take_answer(most_of_a_description, at_end_of(bytes));
    unpack(std::move(bytes), objects_);
}

// A message that holds these items and nothing else.
template <class Items>
void ReaderProcess::unpack(std::vector<char> bytes, Items& items) {
    try {
        Message message(std::move(bytes));
        pass(message, items);
        message.require(message.at_end());
    } catch (const MalformedMessage&) {
        refuse(malformed_answer);
    }
}

// The allowance of processor time grows with each request: for one of contents, by the time that it takes to go through
// the file and the answer once. Texts take what they refer to, and 8 bytes each.
void ReaderProcess::read(const Part& part, const Place& place) {
    throw_if_stopped();
    const bool is_length = part.form == Part::Form::text_bytes, texts = !is_length && is_text(part.element());
    const std::uint64_t numbers =
        is_length ? sizeof(std::uint64_t)
                  : byte_count(part.count, part.form == Part::Form::doubles ? sizeof(double) : part.element().bytes);
    const std::uint64_t most = !texts           ? numbers
                               : part.attribute ? most_of_an_attribute
                                                : std::max(numbers, file_bytes_ + byte_count(part.count, 16) + numbers);
    allowance_ += second_per_question;
    if (!part.attribute && !is_length) {
        const std::uint64_t asked = texts ? std::min(most, file_bytes_) : numbers;
        asked_bytes_ += asked;
        allowance_ += static_cast<double>(file_bytes_ + asked) / bytes_per_second;
    }
    Request request;
    request.object = static_cast<std::uint32_t>(&part.object - objects_.data());
    if (part.attribute) request.attribute = static_cast<std::uint32_t>(part.attribute - part.object.attributes.data());
    request.form = static_cast<std::uint32_t>(part.form);
    request.axes = static_cast<std::uint32_t>(part.count.size());
    std::ranges::copy(part.start, request.start.begin());
    std::ranges::copy(part.count, request.count.begin());
    looked_at_ = Clock::now();  // what passed since the last answer was no waiting
    // An honest reader has taken every request before it answers, so that the socket has room for the next.
    const ssize_t sent = ::send(reader_.socket, &request, sizeof request, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && errno != EAGAIN) throw_end();
    if (sent != sizeof request) refuse("the reader process does not take requests");
    if (take_answer(most, place) < numbers && !texts) refuse("the reader process sent fewer numbers than requested");
}

// Takes parts until one says that the answer ends. Nothing is taken from a part before it is known to fit. No part is
// empty, and honest ones are longer than this on average.
std::uint64_t ReaderProcess::take_answer(std::uint64_t most, const Place& place) {
    std::uint64_t taken = 0, parts = 0;
    for (Word word;;) {
        receive(&word, sizeof word);
        if (word.kind == Word::end) return taken;
        if (word.kind != Word::part) throw_instead(word);
        if (word.size == 0 || ++parts > parts_beside + taken / least_of_a_part) refuse(malformed_answer);
        if (word.size > most - taken) refuse("the reader process sent more than requested");
        receive(place(word.size), word.size);
        taken += word.size;
    }
}

// Throws the problems that the reader found in the file, with the path of the file before each place inside it.
void ReaderProcess::throw_instead(const Word& word) {
    if (word.kind == Word::no_memory) {
        if (is_short_of_memory_) throw std::bad_alloc();
        refuse("reader needed more than " + std::to_string(memory_of_reader(file_bytes_) >> 20) + " MiB of memory");
    }
    if (word.kind != Word::problems || word.size > most_of_problems) refuse(malformed_answer);
    std::vector<char> bytes(word.size);
    receive(bytes.data(), bytes.size());
    std::vector<Problem> problems;
    unpack(std::move(bytes), problems);
    if (problems.empty()) refuse(malformed_answer);
    for (Problem& problem : problems) problem.where.insert(0, path_.string());
    throw DataError(std::move(problems));
}

// Never blocks: every 20 ms it looks whether the user wants to stop and whether the reader has used up its time.
void ReaderProcess::receive(void* out, std::size_t size) {
    for (char* next = static_cast<char*>(out); size > 0;) {
        const ssize_t n = ::recv(reader_.socket, next, size, MSG_DONTWAIT);
        if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR)) throw_end();
        pollfd waiting{reader_.socket, POLLIN, 0};
        require_in_time(n > 0 || ::poll(&waiting, 1, look_ms) > 0);
        if (n < 0) continue;
        next += n;
        size -= n;
    }
}

// Adds the time since the last look to what was waited, which (1) of jail_state.hpp limits. If nothing came meanwhile,
// reads the processor time of the other process from the kernel.
void ReaderProcess::require_in_time(bool came) {
    throw_if_stopped();
    const Clock::time_point now = Clock::now();
    waited_ += std::min(longest_look, std::chrono::duration<double>(now - looked_at_).count());
    looked_at_ = now;
    if (waited_ > patience() + static_cast<double>(file_bytes_ + asked_bytes_) / waited_bytes_per_second) {
        end_of_process();
        throw DataError(path_.string(), "took too long to read: its reader process had " +
                                            std::to_string(static_cast<long>(waited_)) +
                                            " s in all; if the disk is slow or the machine busy, give " +
                                            option("patience") + " SECONDS");
    }
    clockid_t clock{};
    timespec taken{};
    if (came || ::clock_getcpuclockid(reader_.process, &clock) != 0 || ::clock_gettime(clock, &taken) != 0) return;
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
    const std::uint64_t refused = refused_bits;
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
    const SourceFile nothing{"/dev/null", Descriptor(::open("/dev/null", O_RDONLY | O_CLOEXEC)), 0};
    const ReaderProcess reader(nothing, "nothing");
    const std::string refused = refused_by_kernel();
    if (refused.empty()) return;
    throw IoError("", "files of others would be read by a process without " + refused +
                          ", which the kernel or the "
                          "container does not allow; allow it, or give " +
                          option("no-require-jail") + " if the files are your own");
}

}  // namespace cchnn
