#pragma once
// A process without rights that reads one file of a stranger, and is asked about it. What a damaged file does to the
// libraries that read it happens there.
//
//   allowance of processor time [s] = 1 + sum over questions of (0.001 + bytes asked for and of the file / 32 MB)
//
// Throws IoError (the reader cannot be started), DataError (what the reader says of the file; "could not be read: damaged
// or hostile (...)" where it dies, takes more time or memory than an honest file can need, or says what makes no sense),
// and Stopped.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "files/descriptor.hpp"
#include "files/jail/message.hpp"
#include "files/jail/shared_blocks.hpp"

namespace cchnn {

// A regular file, opened for reading.
struct SourceFile {
    std::filesystem::path path;
    Descriptor descriptor;
    std::uint64_t bytes = 0;
};
SourceFile open_source_file(const std::filesystem::path& path);

class ReaderProcess {
  public:
    // `format` is what cchnn-read calls it: "hdf5", "npz". Returns when the reader has opened the file.
    ReaderProcess(SourceFile file, const std::string& format);
    ~ReaderProcess();
    ReaderProcess(const ReaderProcess&) = delete;
    ReaderProcess& operator=(const ReaderProcess&) = delete;

    // An answer of at most `most` bytes, or of exactly `bytes` into `out`. `reads` says that contents of the file are
    // asked for.
    std::vector<char> ask(const Message& question, std::uint64_t most, bool reads = false);
    void ask(const Message& question, char* out, std::uint64_t bytes);
    // An answer of at most `most` bytes that `read` understands, all of it, or the reader is refused.
    template <class Read>
    void understand(const Message& question, std::uint64_t most, const Read& read) {
        const std::vector<char> bytes = ask(question, most);
        try {
            MessageReader told(bytes);
            read(told);
            told.require_end();
        } catch (const MalformedMessage&) {
            refuse("reader does not speak as it should");
        }
    }

    const std::filesystem::path& path() const { return path_; }
    std::uint64_t file_bytes() const { return file_bytes_; }
    bool is_filtered() const { return is_filtered_; }
    // "could not be read: damaged or hostile (...)", of this file.
    [[noreturn]] void refuse(const std::string& reason);

  private:
    using Place = std::function<char*(std::uint64_t)>;  // of the next bytes of an answer

    void spawn(const SourceFile& file, const std::string& format);
    void send_question(const Message& question);
    void send(const void* bytes, std::size_t size);
    void receive(void* out, std::size_t size);
    void wait_for_answer();
    bool take(const AnswerFrame& frame, const Place& place);
    void take_answer(const Place& place);
    void require_within_allowance();
    [[noreturn]] void tell_problems(std::uint64_t size);
    [[noreturn]] void tell_end();
    int end_of_process(bool kill);

    std::filesystem::path path_;
    std::uint64_t file_bytes_;
    SharedBlocks blocks_;
    Descriptor socket_;
    int process_ = -1;
    double allowance_ = 1;  // s
    bool is_filtered_ = false, is_short_of_memory_ = false;
};

}  // namespace cchnn
