#pragma once
// A process without rights that reads one stranger's file. If a damaged or hostile file crashes or takes over the
// libraries that read it, this happens there.
//
//   start   start_reader() creates a socket and the process; it enters the jail (enter_jail.hpp), sends a `ready`
//           word, opens the file by the descriptor that it was given, and describes it whole
//   read    a request for a part goes through the socket; its bytes come back and are counted (message.hpp)
//   end     the socket is closed and the process is killed if it has not ended
//
//   allowance of processor time [s] = 1 + sum over requests of (0.001 + bytes asked for and of the file / 32 MB),
//   the second term for requests of contents of arrays alone
//
// Throws IoError (the reader cannot be started), DataError (what the reader says of the file; "could not be
// read: damaged or hostile (...)" if it dies, uses more processor time or memory than an honest file can need,
// or answers nonsense; "took too long to read" if it exceeds the time of jail_state.hpp), and Stopped.

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "files/array_reading.hpp"
#include "files/jail/start_reader.hpp"

namespace cchnn {

struct Word;

// Owns the process. What it has said once stays valid, so that it cannot give one shape to a check and another one to a
// reader.
class ReaderProcess : public ArrayReading {
  public:
    // Starts a process (start_reader.hpp) and returns when it has described the file in that format.
    ReaderProcess(const SourceFile& file, const std::string& format);
    // Takes a process that was started elsewhere, or a test that plays one.
    ReaderProcess(const SourceFile& file, StartedReader reader);
    ~ReaderProcess() override;
    ReaderProcess(const ReaderProcess&) = delete;
    ReaderProcess& operator=(const ReaderProcess&) = delete;

    std::uint64_t file_bytes() const override { return file_bytes_; }
    const std::vector<Object>& objects() override { return objects_; }
    // Calls `place` with the bytes of a part: of numbers as many as it has.
    void read(const Part& part, const Place& place) override;

  private:
    void take_description();
    template <class Items>
    void unpack(std::vector<char> bytes, Items& items);
    std::uint64_t take_answer(std::uint64_t most, const Place& place);
    void receive(void* out, std::size_t size);
    void require_in_time(bool came);
    [[noreturn]] void throw_instead(const Word& word);
    [[noreturn]] void throw_end();
    [[noreturn]] void refuse(const std::string& reason);
    int status_at_end();
    void end_of_process();

    std::filesystem::path path_;
    std::uint64_t file_bytes_;
    StartedReader reader_;
    std::vector<Object> objects_;
    double allowance_ = 1;                             // of processor time [s]
    double waited_ = 0;                                // for answers, of the whole file [s]
    std::uint64_t asked_bytes_ = 0;                    // contents of the file that were asked for
    std::chrono::steady_clock::time_point looked_at_;  // when waiting was counted last
    bool is_short_of_memory_ = false;
};

}  // namespace cchnn
