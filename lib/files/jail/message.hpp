#pragma once
// The messages between the program and its reader process: sequences of 64-bit numbers, texts and shapes.
// Neither side trusts the other: every length is compared with what is there before it is used.

#include <cstdint>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "files/hdf5_values.hpp"

namespace cchnn {

// The first number of a question. Beside each: what follows it, and what the answer holds.
enum class Question : std::uint64_t {
    describe,         //                           -> what serve_hdf5.cpp says of every object, in one answer
    entries,          // most                      -> for each: kind, path
    has,              // path                      -> 0 or 1
    array,            // path                      -> ArrayInfo
    attributes,       // path                      -> their number; for each: name, kind, bytes, shape
    has_attribute,    // path, name                -> 0 or 1
    attribute_bytes,  // path, name, kind, bytes, shape -> bytes
    read_bytes,       // path, start, count        -> bytes
    read_doubles,     // path, start, count        -> float64
    text_bytes,       // path                      -> number
    names,            // (archives)                -> for each: text
    open_entry,       // name, text wanted         -> header
    next_bytes,       // elements                  -> bytes
};

// An answer consists of frames: any number of `bytes` (which follow the frame) and `block` (which are in the
// shared block of that number until the asker returns the number), none of them empty, then one frame of
// another kind.
struct AnswerFrame {
    enum Kind : std::uint32_t { bytes, block, end, problems, no_memory, ready };
    std::uint32_t kind = end;
    std::uint32_t number = 0;  // of the block; of ready and no_memory: the bits below that apply
    std::uint64_t size = 0;    // of bytes, block and problems
};
// Bits of a `ready` frame: the kernel accepted the list of system calls; an older limit grants less memory than
// was asked for; the kernel accepted the limits.
inline constexpr std::uint32_t filtered_bit = 1, short_of_memory_bit = 2, limited_bit = 4;

// Builds a message; each function appends one item.
class Message {
  public:
    Message() = default;
    explicit Message(Question question) { number(static_cast<std::uint64_t>(question)); }
    Message& number(std::uint64_t value);
    Message& text(std::string_view value);
    Message& shape(const Shape& value);
    Message& element(const Element& value);
    Message& message(const Message& value);
    const std::vector<char>& bytes() const { return bytes_; }

  private:
    std::vector<char> bytes_;
};

struct MalformedMessage : std::exception {
    const char* what() const noexcept override { return "a message of the reader process is malformed"; }
};

// Reads the items of a message in order. Throws MalformedMessage if one is longer than allowed or than what is
// there. Refers to `bytes`.
class MessageReader {
  public:
    explicit MessageReader(const std::vector<char>& bytes) : bytes_(bytes) {}
    bool at_end() const { return at_ == bytes_.size(); }
    std::uint64_t number(std::uint64_t most = ~std::uint64_t{0});
    std::string text(std::size_t most);
    Shape shape();
    Element element();
    void require_end() const;

  private:
    const std::vector<char>& bytes_;
    std::size_t at_ = 0;
};

}  // namespace cchnn
