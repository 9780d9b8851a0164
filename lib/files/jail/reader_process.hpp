#pragma once
// A process without rights that reads one stranger's file and answers questions about it. If a damaged or
// hostile file crashes or takes over the libraries that read it, this happens there.
//
//   start   start_reader() creates a socket, two shared blocks and the process; it enters the jail (enter_jail.hpp),
//           sends a `ready` frame, opens the file by the descriptor that it was given, and sends an empty answer
//   ask     a question goes through the socket; frames come back and are checked (message.hpp)
//   end     the socket is closed and the process is killed if it has not ended
//
//   allowance of processor time [s] = 1 + sum over questions of (0.001 + bytes asked for and of the file / 32 MB),
//   the second term for questions about contents of the file alone
//
// Throws IoError (the reader cannot be started), DataError (what the reader says of the file; "could not be
// read: damaged or hostile (...)" if it dies, uses more processor time or memory than an honest file can need,
// or answers nonsense; "took too long to read" if it exceeds the time of jail_state.hpp), and Stopped.

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "files/jail/message.hpp"
#include "files/jail/shared_blocks.hpp"
#include "files/jail/start_reader.hpp"

namespace cchnn {

inline constexpr const char* malformed_answer = "the reader process sent a malformed answer";

// Owns the process, the socket and the blocks. Used by one thread at a time.
class ReaderProcess {
  public:
    // Starts a process (start_reader.hpp) and returns when it has opened the file.
    ReaderProcess(SourceFile file, const std::string& format);
    // Takes a process that was started elsewhere, or a test that plays one; its shared blocks are not used.
    ReaderProcess(const SourceFile& file, StartedReader reader);
    ~ReaderProcess();
    ReaderProcess(const ReaderProcess&) = delete;
    ReaderProcess& operator=(const ReaderProcess&) = delete;

    // Returns an answer of at most `most` bytes, or writes one of exactly `bytes` to `out`. `reads` says that
    // contents of the file are asked for, which grants more processor time.
    std::vector<char> ask(const Message& question, std::uint64_t most, bool reads = false);
    void ask(const Message& question, char* out, std::uint64_t bytes);
    // Asks for at most `most` bytes and lets `read` interpret all of them; rejects the reader if it cannot.
    template <class Read>
    void understand(const Message& question, std::uint64_t most, const Read& read) {
        const std::vector<char> bytes = ask(question, most);
        try {
            MessageReader answer(bytes);
            read(answer);
            answer.require_end();
        } catch (const MalformedMessage&) {
            refuse(malformed_answer);
        }
    }

    const std::filesystem::path& path() const { return path_; }
    std::uint64_t file_bytes() const { return file_bytes_; }
    // Ends the process and throws "could not be read: damaged or hostile (...)".
    [[noreturn]] void refuse(const std::string& reason);

  private:
    using Place = std::function<char*(std::uint64_t)>;  // of the next bytes of an answer

    void take_ready();
    void send_question(const Message& question);
    void send(const void* bytes, std::size_t size);
    void receive(void* out, std::size_t size);
    void wait_for(short event);
    void count_waiting();
    bool take(const AnswerFrame& frame, const Place& place);
    void take_answer(const Place& place);
    void require_within_allowance();
    [[noreturn]] void throw_problems(std::uint64_t size);
    [[noreturn]] void throw_end();
    int status_at_end();
    void end_of_process();

    std::filesystem::path path_;
    std::uint64_t file_bytes_;
    SharedBlocks blocks_;
    StartedReader reader_{};
    double allowance_ = 1;                             // of processor time [s]
    double waited_ = 0;                                // for answers, of the whole file [s]
    std::chrono::steady_clock::time_point looked_at_;  // when waiting was counted last
    std::uint64_t asked_bytes_ = 0;                    // contents of the file that were asked for
    std::uint64_t frames_ = 0, answered_bytes_ = 0;    // of the answer that is being taken
    bool is_short_of_memory_ = false;
};

}  // namespace cchnn
