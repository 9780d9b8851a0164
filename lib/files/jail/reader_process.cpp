#include "files/jail/reader_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <new>

#include "core/errors.hpp"
#include "core/paths/nearest_file.hpp"
#include "core/stop.hpp"
#include "core/system_reason.hpp"
#include "files/jail/enter_jail.hpp"
#include "files/jail/reader_filter.hpp"
#include "files/jail/reader_place.hpp"

namespace cchnn {
namespace {

constexpr double bytes_per_second = 32e6, second_per_question = 1e-3;
constexpr int patience_ms = 30'000;        // without a word, of a reader that takes no processor time
constexpr int look_ms = 20;                // between looks at the clock and at signals
constexpr int first_free_descriptor = 10;  // above those that the reader is given

// An honest array takes a chunk three times while it is inflated, unshuffled and converted.
std::uint64_t memory_for(std::uint64_t file_bytes) {
    constexpr std::uint64_t least = 384 << 20, most = 1024 << 20;
    return least + std::min(most - least, 8 * std::min(file_bytes, most));
}

std::size_t block_for(std::uint64_t file_bytes) {
    constexpr std::uint64_t least = 64 << 10, most = 1 << 20;
    return std::clamp(file_bytes / 4 / least * least, least, most);
}

// Above the numbers that the reader's own get, or one would take the place of another.
Descriptor moved_up(int descriptor) {
    Descriptor moved(::fcntl(descriptor, F_DUPFD_CLOEXEC, first_free_descriptor));
    if (moved < 0 && errno == EINVAL) errno = EMFILE;  // no descriptor may have so high a number
    if (moved < 0) fail_with_errno("cchnn-read", "cannot be given its files");
    return moved;
}

std::vector<std::string> environment_of_reader() {
    std::vector<std::string> kept;
    for (const char* name : {"LD_LIBRARY_PATH", "ASAN_OPTIONS", "UBSAN_OPTIONS"})
        if (const char* value = std::getenv(name)) kept.push_back(std::string(name) + "=" + value);
    return kept;
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    for (std::string& text : texts) pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers;
}

// What posix_spawn does in the child before the program begins.
class SpawnPlan {
  public:
    SpawnPlan() {
        posix_spawn_file_actions_init(&actions_);
        posix_spawnattr_init(&attributes_);
        sigset_t none;
        sigemptyset(&none);
        posix_spawnattr_setsigmask(&attributes_, &none);
        posix_spawnattr_setpgroup(&attributes_, 0);  // a terminal's signals are for who asks
        posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
    }
    ~SpawnPlan() {
        posix_spawnattr_destroy(&attributes_);
        posix_spawn_file_actions_destroy(&actions_);
    }
    SpawnPlan(const SpawnPlan&) = delete;
    SpawnPlan& operator=(const SpawnPlan&) = delete;

    void give(int descriptor, int as) { posix_spawn_file_actions_adddup2(&actions_, descriptor, as); }
    int run(const std::string& program, std::vector<std::string> arguments, pid_t& process) {
        for (const int silent : {1, 2}) posix_spawn_file_actions_addopen(&actions_, silent, "/dev/null", O_WRONLY, 0);
        posix_spawn_file_actions_addclosefrom_np(&actions_, blocks_descriptor + 1);
        std::vector<std::string> environment = environment_of_reader();
        return posix_spawn(&process, program.c_str(), &actions_, &attributes_, pointers_to(arguments).data(),
                           pointers_to(environment).data());
    }

  private:
    posix_spawn_file_actions_t actions_;
    posix_spawnattr_t attributes_;
};

}  // namespace

SourceFile open_source_file(const std::filesystem::path& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) {
        const std::string why = system_reason(errno);
        throw IoError(path.string(), "cannot be opened: " + why + file_suggestion(path));
    }
    if (!S_ISREG(status.st_mode)) throw IoError(path.string(), "is not a regular file");
    SourceFile file{path, Descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)), 0};
    if (file.descriptor < 0 || ::fstat(file.descriptor, &status) != 0) fail_with_errno(path, "cannot be opened");
    if (!S_ISREG(status.st_mode)) throw IoError(path.string(), "is not a regular file");
    file.bytes = static_cast<std::uint64_t>(status.st_size);
    return file;
}

ReaderProcess::ReaderProcess(SourceFile file, const std::string& format)
    : path_(file.path), file_bytes_(file.bytes), blocks_(block_for(file.bytes)) {
    spawn(file, format);
    blocks_.close_descriptor();
    try {
        AnswerFrame ready;
        receive(&ready, sizeof ready);
        if (ready.kind != AnswerFrame::ready) refuse("reader does not speak as it should");
        is_filtered_ = ready.number & filtered_bit, is_short_of_memory_ = ready.number & short_of_memory_bit;
        take_answer([](std::uint64_t) { return nullptr; });
    } catch (...) {
        end_of_process(true);
        throw;
    }
}

ReaderProcess::~ReaderProcess() { end_of_process(true); }

void ReaderProcess::spawn(const SourceFile& file, const std::string& format) {
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        fail_with_errno("cchnn-read", "cannot be spoken to");
    socket_ = Descriptor(ends[0]);
    const Descriptor other(ends[1]);
    const Descriptor its_socket = moved_up(other), its_file = moved_up(file.descriptor),
                     its_blocks = moved_up(blocks_.descriptor());
    SpawnPlan plan;
    plan.give(its_socket, socket_descriptor);
    plan.give(its_file, file_descriptor);
    plan.give(its_blocks, blocks_descriptor);
    const std::string program = reader_program().string();
    const std::uint64_t seconds = 10 + file_bytes_ / 1'000'000;  // for when nobody is left who looks at a clock
    const int error =
        plan.run(program,
                 {"cchnn-read", format, std::to_string(file_bytes_), std::to_string(blocks_.block_bytes()),
                  std::to_string(memory_for(file_bytes_)), std::to_string(seconds)},
                 process_);
    if (error != 0) throw IoError(program, "cannot be started: " + system_reason(error));
}

std::vector<char> ReaderProcess::ask(const Message& question, std::uint64_t most, bool reads) {
    std::vector<char> answer;
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

void ReaderProcess::ask(const Message& question, char* out, std::uint64_t bytes) {
    std::uint64_t at = 0;
    allowance_ += second_per_question + static_cast<double>(file_bytes_ + bytes) / bytes_per_second;
    send_question(question);
    take_answer([&](std::uint64_t more) -> char* {
        if (more > bytes - at) return nullptr;
        at += more;
        return out + at - more;
    });
    if (at != bytes) refuse("reader gave fewer numbers than it was asked for");
}

void ReaderProcess::take_answer(const Place& place) {
    AnswerFrame frame;
    do receive(&frame, sizeof frame);
    while (take(frame, place));
}

// False at the end of an answer.
bool ReaderProcess::take(const AnswerFrame& frame, const Place& place) {
    if (frame.kind == AnswerFrame::end) return false;
    if (frame.kind == AnswerFrame::problems) tell_problems(frame.size);
    if (frame.kind == AnswerFrame::no_memory) {
        if (is_short_of_memory_) throw std::bad_alloc();
        refuse("reader needed more than " + std::to_string(memory_for(file_bytes_) >> 20) + " MiB of memory");
    }
    const bool is_block = frame.kind == AnswerFrame::block;
    if (!is_block && frame.kind != AnswerFrame::bytes) refuse("reader does not speak as it should");
    if (is_block && (frame.number >= SharedBlocks::count || frame.size > blocks_.block_bytes()))
        refuse("reader does not speak as it should");
    char* const out = frame.size > 0 ? place(frame.size) : nullptr;
    if (frame.size > 0 && !out) refuse("reader gave more than it was asked for");
    if (!is_block) {
        receive(out, frame.size);
    } else {
        if (out) std::memcpy(out, blocks_.block(frame.number), frame.size);
        const char number = static_cast<char>(frame.number);
        send(&number, 1);
    }
    return true;
}

void ReaderProcess::tell_problems(std::uint64_t size) {
    constexpr std::uint64_t most = 1 << 20;
    if (size > most) refuse("reader does not speak as it should");
    std::vector<char> bytes(size);
    receive(bytes.data(), size);
    std::vector<Problem> problems;
    try {
        for (MessageReader told(bytes); !told.at_end();) {
            const std::string inside = told.text(most), what = told.text(most);
            problems.push_back({path_.string() + inside, what});
        }
    } catch (const MalformedMessage&) {
        problems.clear();
    }
    if (problems.empty()) refuse("reader does not speak as it should");
    throw DataError(std::move(problems));
}

void ReaderProcess::send_question(const Message& question) {
    const Message whole = Message().number(question.bytes().size()).message(question);
    send(whole.bytes().data(), whole.bytes().size());
}

void ReaderProcess::send(const void* bytes, std::size_t size) {
    for (const char* at = static_cast<const char*>(bytes); size > 0;) {
        const ssize_t n = ::send(socket_, at, size, MSG_NOSIGNAL);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) tell_end();
        at += n, size -= static_cast<std::size_t>(n);
    }
}

void ReaderProcess::receive(void* out, std::size_t size) {
    for (char* at = static_cast<char*>(out); size > 0;) {
        const ssize_t n = ::recv(socket_, at, size, MSG_DONTWAIT);
        if (n < 0 && (errno == EAGAIN || errno == EINTR)) {
            wait_for_answer();
            continue;
        }
        if (n <= 0) tell_end();
        at += n, size -= static_cast<std::size_t>(n);
    }
}

// Until there is something to receive.
void ReaderProcess::wait_for_answer() {
    using Clock = std::chrono::steady_clock;
    const auto deadline = Clock::now() + std::chrono::milliseconds(patience_ms);
    for (;;) {
        pollfd waiting{socket_, POLLIN, 0};
        const int ready = ::poll(&waiting, 1, look_ms);
        throw_if_stopped();
        if (ready > 0) return;
        require_within_allowance();
        if (Clock::now() > deadline) refuse("reader says nothing for " + std::to_string(patience_ms / 1000) + " s");
    }
}

void ReaderProcess::require_within_allowance() {
    clockid_t clock{};
    timespec taken{};
    if (::clock_getcpuclockid(process_, &clock) != 0 || ::clock_gettime(clock, &taken) != 0) return;  // it has ended
    if (static_cast<double>(taken.tv_sec) + 1e-9 * static_cast<double>(taken.tv_nsec) <= allowance_) return;
    refuse("reader took more than " + std::to_string(static_cast<int>(allowance_)) + " s of processor time");
}

void ReaderProcess::refuse(const std::string& reason) {
    end_of_process(true);
    throw DataError(path_.string(), "could not be read: damaged or hostile (" + reason + ")");
}

// It is gone: why?
void ReaderProcess::tell_end() {
    const int status = end_of_process(false);
    throw_if_stopped();
    if (WIFEXITED(status))
        throw IoError(reader_program().string(), "ended with exit code " + std::to_string(WEXITSTATUS(status)) +
                                                     " and without a word; is there too little memory for it?");
    if (is_short_of_memory_)
        throw IoError(path_.string(), "could not be read in the memory that is left (ulimit -v); is it damaged?");
    if (WTERMSIG(status) == SIGKILL)
        throw IoError(path_.string(), "could not be read: its reader was killed; is the machine short of memory?");
    refuse("reader ended by signal " + std::to_string(WTERMSIG(status)) +
           (WTERMSIG(status) == SIGSYS ? ", a system call that it may not make" : ""));
}

int ReaderProcess::end_of_process(bool kill) {
    int status = 0;
    socket_ = Descriptor();
    if (process_ < 0) return status;
    const pid_t process = std::exchange(process_, -1);
    // While it has not been waited for its number is nobody else's.
    if (kill && ::waitpid(process, &status, WNOHANG) == 0) ::kill(process, SIGKILL);
    while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
}

bool reader_is_filtered() {
    try {
        SourceFile nothing{"/dev/null", Descriptor(::open("/dev/null", O_RDONLY | O_CLOEXEC)), 0};
        return ReaderProcess(std::move(nothing), "nothing").is_filtered();
    } catch (const std::exception&) {
        return false;
    }
}

}  // namespace cchnn
