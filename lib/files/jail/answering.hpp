#pragma once
// The reader process' end of the socket: receives questions and sends answers (message.hpp). Short answers go
// through the socket, long ones through the two shared blocks.

#include <cstdint>
#include <vector>

#include "core/errors.hpp"
#include "files/jail/message.hpp"
#include "files/jail/shared_blocks.hpp"

namespace cchnn {

// One answer is any number of send(), send_block() in order, followed by end() or send_problems(). If the
// connection breaks, the process exits at once, since its answers have no reader.
class Answering {
  public:
    Answering(int socket, const SharedBlocks& blocks) : socket_(socket), blocks_(blocks) {}

    // Waits for the next question; false if it is too long. Ends the process when the asker has hung up.
    bool next(std::vector<char>& question);

    // Adds bytes to the answer.
    void send(const char* bytes, std::size_t size);
    void send(const std::vector<char>& bytes) { send(bytes.data(), bytes.size()); }
    // Shared blocks avoid a copy: fill free_block(), at most block_bytes(), then call send_block() with the
    // number of bytes.
    std::size_t block_bytes() const { return blocks_.block_bytes(); }
    char* free_block();
    void send_block(std::size_t size);
    // Ends the answer.
    void end();
    void send_problems(const std::vector<Problem>& problems);
    void send_frame(const AnswerFrame& frame);

  private:
    void read_all(void* out, std::size_t size);
    void put(const void* bytes, std::size_t size);
    void flush();

    int socket_;
    const SharedBlocks& blocks_;
    std::uint32_t filling_ = 0;  // the block that comes next
    std::uint32_t away_ = 0;     // blocks that the asker has not given back
    std::vector<char> waiting_;  // to be written, together
};

// Reports that the file is open, then answers questions. Returns only after a question that is too long: the process
// ends when the asker hangs up. DataError becomes an answer with problems.
template <class Server>
void answer_all(Answering& answering, Server& server) {
    answering.end();
    for (std::vector<char> question; answering.next(question);) {
        try {
            server.answer(question);
            answering.end();
        } catch (const DataError& error) {
            answering.send_problems(error.problems());
        }
    }
}

}  // namespace cchnn
