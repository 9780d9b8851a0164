#pragma once
// The reader's end of the socket: questions come in, answers go out, small ones through the socket, long ones through the
// two shared blocks.

#include <cstdint>
#include <vector>

#include "core/errors.hpp"
#include "files/jail/message.hpp"
#include "files/jail/shared_blocks.hpp"

namespace cchnn {

class Answering {
  public:
    Answering(int socket, const SharedBlocks& blocks) : socket_(socket), blocks_(blocks) {}

    // The next question; false when nobody asks any more.
    bool next(std::vector<char>& question);

    // An answer is any number of these, in order, ...
    void send(const char* bytes, std::size_t size);
    void send(const std::vector<char>& bytes) { send(bytes.data(), bytes.size()); }
    // Through a block without a copy: its place and size, and then how much of it is filled.
    std::size_t block_bytes() const { return blocks_.block_bytes(); }
    char* free_block();
    void send_block(std::size_t size);
    // ... and one of these.
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

// The file is open: says so, then answers until nobody asks any more.
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
