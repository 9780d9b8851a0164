#include "files/jail/answering.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace cchnn {
namespace {

constexpr std::size_t small_answer = 16 << 10, longest_question = 1 << 20;

// Ends the process without clean-up, once the asker is gone.
[[noreturn]] void leave() { ::_exit(0); }

}  // namespace

// Reads exactly `size` bytes of the socket. The end of the socket means that the asker is gone.
void Answering::read_all(void* out, std::size_t size) {
    for (char* next = static_cast<char*>(out); size > 0;) {
        const ssize_t n = ::read(socket_, next, size);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) leave();
        next += n;
        size -= n;
    }
}

// Collects bytes, which are sent together with the next frame other than `bytes`, so that a small answer is a single
// write().
void Answering::put(const void* bytes, std::size_t size) {
    const char* const begin = static_cast<const char*>(bytes);
    waiting_.insert(waiting_.end(), begin, begin + size);
}

// A frame of `bytes` is not sent yet: put() then appends its bytes, so that both leave in one write().
void Answering::send_frame(const AnswerFrame& frame) {
    put(&frame, sizeof frame);
    if (frame.kind != AnswerFrame::bytes && frame.kind != AnswerFrame::problems) flush();
}

void Answering::end() { send_frame({AnswerFrame::end, 0, 0}); }

void Answering::flush() {
    std::size_t size = waiting_.size();
    for (const char* next = waiting_.data(); size > 0;) {
        const ssize_t n = ::write(socket_, next, size);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) leave();
        next += n;
        size -= n;
    }
    waiting_.clear();
}

// First waits until all blocks of the answer before are back, then reads the question. Is false for a question
// that is too long, which an honest asker never sends.
bool Answering::next(std::vector<char>& question) {
    char number;
    for (; away_ > 0; --away_) read_all(&number, 1);
    std::uint64_t size = 0;
    read_all(&size, sizeof size);
    if (size > longest_question) return false;
    question.resize(size);
    read_all(question.data(), size);
    return true;
}

// Waits for the asker to return a block if both are in use. Blocks are returned in the order in which they were
// sent.
char* Answering::free_block() {
    if (away_ == SharedBlocks::count) {
        char number;
        read_all(&number, 1);
        --away_;
    }
    return blocks_.block(filling_);
}

void Answering::send_block(std::size_t size) {
    send_frame({AnswerFrame::block, filling_, size});
    filling_ = (filling_ + 1) % SharedBlocks::count;
    ++away_;
}

// Small answers go through the socket, long ones through shared memory, block by block.
void Answering::send(const char* bytes, std::size_t size) {
    if (size == 0) return;
    if (size <= small_answer) {
        send_frame({AnswerFrame::bytes, 0, size});
        return put(bytes, size);
    }
    for (std::size_t done = 0; done < size;) {
        const std::size_t part = std::min(size - done, block_bytes());
        std::memcpy(free_block(), bytes + done, part);
        send_block(part);
        done += part;
    }
}

// The number and length of problems are bounded, because the asker bounds what it takes. Two hundred are more
// than a user reads.
void Answering::send_problems(const std::vector<Problem>& problems) {
    Message message;
    constexpr std::size_t most = 200, longest = 2000;
    for (std::size_t i = 0; i < std::min(most, problems.size()); ++i)
        message.text(problems[i].where.substr(0, longest)).text(problems[i].what.substr(0, longest));
    send_frame({AnswerFrame::problems, 0, message.bytes().size()});
    put(message.bytes().data(), message.bytes().size());
    flush();
}

}  // namespace cchnn
