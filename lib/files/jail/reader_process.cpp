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
constexpr std::uint64_t most_of_a_description = 64 << 20, most_of_an_attribute = 64 << 20;
constexpr const char* malformed_answer = "the reader process sent a malformed answer";

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

// Takes an item that is the whole of a message.
template <class Item>
Item unpacked(const std::vector<char>& bytes) {
    Item item;
    Unpacking message(bytes);
    pass(message, item);
    if (!message.at_end()) throw MalformedMessage();
    return item;
}

// Byte counts, conversions of types and divisions by chunks rely on these.
bool is_sound(const Element& element) {
    const std::size_t bytes = element.bytes;
    const bool four_or_eight = bytes == 4 || bytes == 8;
    switch (element.kind) {
        case Element::Kind::floating: return four_or_eight;
        case Element::Kind::integer:
        case Element::Kind::unsigned_integer: return four_or_eight || bytes == 1 || bytes == 2;
        default: return true;
    }
}

// Paths are absolute. A zero would end them early where they are taken as C texts.
bool is_sound(const Object& object) {
    const std::string& path = object.entry.path;
    const Shape &shape = object.array.shape, &chunk = object.array.chunk;
    return path.starts_with('/') && path.find('\0') == std::string::npos &&
           (chunk.empty() || chunk.size() == shape.size()) && std::count(chunk.begin(), chunk.end(), 0U) == 0 &&
           is_sound(object.array.element) &&
           std::all_of(object.attributes.begin(), object.attributes.end(),
                       [](const AttributeInfo& attribute) { return is_sound(attribute.element); });
}

}  // namespace

double patience() { return patience_of_readers; }
void set_patience(double seconds) { patience_of_readers = seconds; }

ReaderProcess::ReaderProcess(const SourceFile& file, const std::string& format)
    : ReaderProcess(file, start_reader(file, format, block_for(file.bytes), memory_for(file.bytes))) {}

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
    const Word ready = take_word();
    if (ready.kind != Word::ready) refuse(malformed_answer);
    refused_bits |= ~ready.size & (filtered_bit | limited_bit);
    is_short_of_memory_ = ready.size & short_of_memory_bit;
    std::vector<char> bytes;
    take_answer(most_of_a_description, at_end_of(bytes));
    try {
        objects_ = unpacked<std::vector<Object>>(bytes);
    } catch (const MalformedMessage&) {
        refuse(malformed_answer);
    }
    for (const Object& object : objects_)
        if (!is_sound(object)) refuse(malformed_answer);
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
    std::copy(part.start.begin(), part.start.end(), request.start.begin());
    std::copy(part.count.begin(), part.count.end(), request.count.begin());
    looked_at_ = Clock::now();  // what passed since the last answer was no waiting
    send(&request, sizeof request);
    if (take_answer(most, place) < numbers && !texts) refuse("the reader process sent fewer numbers than requested");
}

// Copies blocks until one is not full. What is copied is used afterwards, since the reader may write to the blocks at
// any time.
std::uint64_t ReaderProcess::take_answer(std::uint64_t most, const Place& place) {
    const std::size_t full = reader_.blocks->block_bytes();
    std::uint64_t taken = 0;
    for (std::uint32_t number = 0;; number = (number + 1) % SharedBlocks::count) {
        const Word word = take_word();
        if (word.size > full) refuse(malformed_answer);
        if (word.kind != Word::block) throw_instead(word, number);
        if (word.size > most - taken) refuse("the reader process sent more than requested");
        if (word.size > 0) std::memcpy(place(word.size), reader_.blocks->block(number), word.size);
        taken += word.size;
        if (word.size < full) return taken;
        send("", 1);
    }
}

// Throws the problems that the reader found in the file, with the path of the file before each place inside it.
void ReaderProcess::throw_instead(const Word& word, std::uint32_t number) {
    if (word.kind == Word::no_memory) {
        if (is_short_of_memory_) throw std::bad_alloc();
        refuse("reader needed more than " + std::to_string(memory_for(file_bytes_) >> 20) + " MiB of memory");
    }
    if (word.kind != Word::problems) refuse(malformed_answer);
    const char* const begin = reader_.blocks->block(number);
    std::vector<Problem> problems;
    try {
        problems = unpacked<std::vector<Problem>>(std::vector<char>(begin, begin + word.size));
    } catch (const MalformedMessage&) {
    }
    if (problems.empty()) refuse(malformed_answer);
    for (Problem& problem : problems) problem.where.insert(0, path_.string());
    throw DataError(std::move(problems));
}

// An honest reader has taken everything before it answers, so that the socket always has room.
void ReaderProcess::send(const void* bytes, std::size_t size) {
    const ssize_t sent = ::send(reader_.socket, bytes, size, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent == static_cast<ssize_t>(size)) return;
    if (sent < 0 && errno != EAGAIN && errno != EINTR) throw_end();
    refuse("the reader process does not take requests");
}

// Never blocks: every 20 ms it looks whether the user wants to stop and whether the reader has used up its time.
Word ReaderProcess::take_word() {
    Word word;
    for (std::size_t taken = 0; taken < sizeof word;) {
        const ssize_t n =
            ::recv(reader_.socket, reinterpret_cast<char*>(&word) + taken, sizeof word - taken, MSG_DONTWAIT);
        if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR)) throw_end();
        if (n > 0) taken += n;
        pollfd waiting{reader_.socket, POLLIN, 0};
        const bool came = n > 0 || ::poll(&waiting, 1, look_ms) > 0;
        throw_if_stopped();
        require_in_time(came);
    }
    return word;
}

// Adds the time since the last look to what was waited, which (1) of jail_state.hpp limits. If nothing came meanwhile,
// reads the processor time of the other process from the kernel.
void ReaderProcess::require_in_time(bool came) {
    const Clock::time_point now = Clock::now();
    waited_ += std::min(longest_look, std::chrono::duration<double>(now - looked_at_).count());
    looked_at_ = now;
    if (waited_ > patience() + static_cast<double>(file_bytes_ + asked_bytes_) / waited_bytes_per_second) {
        end_of_process();
        throw DataError(path_.string(),
                        "took too long to read: its reader process had " + std::to_string(static_cast<long>(waited_)) +
                            " s in all; if the disk is slow or the machine busy, give " + option("patience") +
                            " SECONDS");
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
