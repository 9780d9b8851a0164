#pragma once
// What passes between the program and its reader process:
//
//   reader: Word `ready`, then an answer: every object of the file (describe())
//   asker:  Request                                    reader: an answer: the bytes of that part
//
// An answer fills the two shared blocks in turn, and a Word follows each. A block that is not full ends the answer. For
// each full one the asker returns one byte when it has copied it; then the reader may fill that block again. In the place
// of any block the reader may send the problems of the file, which end the answer, or say that memory was short.
// Neither side trusts the other: every length is compared with what is there before it is used.

#include <array>
#include <cstdint>
#include <cstring>
#include <exception>
#include <string>
#include <vector>

#include "core/errors.hpp"
#include "files/array_reading.hpp"

namespace cchnn {

struct Word {
    enum Kind : std::uint32_t { block, problems, no_memory, ready };
    std::uint32_t kind = block;
    std::uint32_t size = 0;  // bytes in the block; of `ready` the bits below that apply
};
// The kernel accepted the list of system calls; an older limit grants less memory than was asked for; the kernel
// accepted the limits.
inline constexpr std::uint32_t filtered_bit = 1, short_of_memory_bit = 2, limited_bit = 4;

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

// Appends items to a message. Packing and Unpacking have the same members, so that one function per structure says
// what both do. Numbers have 8 bytes in the order of this machine: both processes run on it.
class Packing {
  public:
    template <class Number>
    void number(Number value, std::uint64_t = 0) {
        append(static_cast<std::uint64_t>(value));
    }
    void text(const std::string& value) {
        append(value.size());
        bytes_.insert(bytes_.end(), value.begin(), value.end());
    }
    template <class Item, class Pack>
    void list(std::vector<Item>& items, std::uint64_t, const Pack& pack) {
        append(items.size());
        for (Item& item : items) pack(item);
    }
    const std::vector<char>& bytes() const { return bytes_; }

  private:
    void append(std::uint64_t value) {
        const char* const bytes = reinterpret_cast<const char*>(&value);
        bytes_.insert(bytes_.end(), bytes, bytes + sizeof value);
    }
    std::vector<char> bytes_;
};

// Takes the items of a message in order. Throws MalformedMessage if one is longer than allowed or than what is there. A
// list reserves no memory, since its length may be any number; each of its items takes at least 8 bytes of the message.
class Unpacking {
  public:
    static constexpr std::uint64_t any = ~std::uint64_t{0};
    explicit Unpacking(const std::vector<char>& bytes) : bytes_(bytes) {}
    bool at_end() const { return at_ == bytes_.size(); }

    template <class Number>
    void number(Number& value, std::uint64_t most = any) {
        std::uint64_t taken = 0;
        if (bytes_.size() - at_ < sizeof taken) throw MalformedMessage();
        std::memcpy(&taken, bytes_.data() + at_, sizeof taken);
        at_ += sizeof taken;
        if (taken > most) throw MalformedMessage();
        value = static_cast<Number>(taken);
    }
    void text(std::string& value) {
        std::uint64_t length = 0;
        number(length);
        if (length > bytes_.size() - at_) throw MalformedMessage();
        value.assign(bytes_.data() + at_, length);
        at_ += length;
    }
    template <class Item, class Unpack>
    void list(std::vector<Item>& items, std::uint64_t most, const Unpack& unpack) {
        std::uint64_t count = 0;
        for (number(count, most); count > 0; --count) unpack(items.emplace_back());
    }

  private:
    const std::vector<char>& bytes_;
    std::size_t at_ = 0;
};

template <class Way>
void pass(Way& way, Shape& shape) {
    way.list(shape, most_axes, [&](std::uint64_t& length) { way.number(length); });
}
template <class Way>
void pass(Way& way, Element& element) {
    way.number(element.kind, static_cast<std::uint64_t>(Element::Kind::other));
    way.number(element.bytes);
}
template <class Way>
void pass(Way& way, ArrayInfo& array) {
    pass(way, array.element);
    pass(way, array.shape);
    pass(way, array.chunk);
    way.number(array.stored_bytes);
    way.number(array.stored_chunks);
    way.number(array.is_virtual, 1);
    way.number(array.is_external, 1);
    way.list(array.filters, Unpacking::any, [&](std::string& filter) { way.text(filter); });
}
template <class Way>
void pass(Way& way, Object& object) {
    way.number(object.entry.kind, static_cast<std::uint64_t>(Entry::Kind::repeated_group));
    way.text(object.entry.path);
    way.text(object.problem);
    pass(way, object.array);
    way.list(object.attributes, Unpacking::any, [&](AttributeInfo& attribute) {
        way.text(attribute.name);
        pass(way, attribute.element);
        pass(way, attribute.shape);
    });
}
template <class Way>
void pass(Way& way, std::vector<Object>& objects) {
    way.list(objects, Unpacking::any, [&](Object& object) { pass(way, object); });
}
template <class Way>
void pass(Way& way, std::vector<Problem>& problems) {
    way.list(problems, Unpacking::any, [&](Problem& problem) {
        way.text(problem.where);
        way.text(problem.what);
    });
}

}  // namespace cchnn
