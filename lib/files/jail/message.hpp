#pragma once
// What passes through the socket between the program and its reader process:
//
//   reader: Word `ready`, then an answer: every object of the file
//   asker:  Request                              reader: an answer: the bytes of that part
//
// An answer is any number of `part` words, each with its bytes behind it, then a word of another kind. Neither side
// trusts the other: every length is compared with what is there before it is used.

#include <array>
#include <cstdint>
#include <exception>
#include <string>
#include <vector>

#include "core/errors.hpp"
#include "files/array_reading.hpp"

namespace cchnn {

struct Word {
    enum Kind : std::uint64_t { part, end, problems, no_memory, ready };
    std::uint64_t kind = end;
    std::uint64_t size = 0;  // of the bytes that follow; of `ready` the bits below that apply
};
// The kernel accepted the list of system calls; an older limit grants less memory than was asked for; the kernel
// accepted the limits.
inline constexpr std::uint64_t filtered_bit = 1, short_of_memory_bit = 2, limited_bit = 4;

inline constexpr std::uint64_t most_axes = 32;  // of HDF5 and NumPy

// A Part (array_reading.hpp) by its numbers in the description.
struct Request {
    static constexpr std::uint32_t none = ~0U;
    std::uint32_t object = 0, attribute = none, form = 0, axes = 0;
    std::array<std::uint64_t, most_axes> start{}, count{};
};

struct MalformedMessage : std::exception {
    const char* what() const noexcept override { return "a message of the reader process is malformed"; }
};

// A sequence of items that is written, or read in the same order, so that one function for each structure does both. To
// read throws MalformedMessage if an item is longer than allowed or than what is there.
class Message {
  public:
    Message() = default;
    explicit Message(std::vector<char> received) : bytes_(std::move(received)), is_read_(true) {}
    const std::vector<char>& bytes() const { return bytes_; }

    template <class Number>
    void number(Number& value, std::uint64_t most = ~std::uint64_t{0}) {
        value = static_cast<Number>(next(static_cast<std::uint64_t>(value), most));
    }
    void text(std::string& value);
    // Reserves no memory, since the length may be any number; each item takes at least 8 bytes of the message.
    template <class Item, class Pass>
    void list(std::vector<Item>& items, std::uint64_t most, const Pass& pass) {
        const std::uint64_t size = next(items.size(), most);
        for (std::uint64_t i = 0; i < size; ++i) pass(i < items.size() ? items[i] : items.emplace_back());
    }
    // What is read has to be so.
    void require(bool sound) const;
    bool at_end() const { return at_ == bytes_.size(); }

  private:
    std::uint64_t next(std::uint64_t value, std::uint64_t most);

    std::vector<char> bytes_;
    bool is_read_ = false;
    std::size_t at_ = 0;
};

void pass(Message& message, std::vector<Object>& objects);
void pass(Message& message, std::vector<Problem>& problems);

}  // namespace cchnn
