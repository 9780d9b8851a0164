#include "files/jail/message.hpp"

#include <algorithm>
#include <cstring>

namespace cchnn {
namespace {

constexpr std::uint64_t any = ~std::uint64_t{0};

void pass(Message& message, Shape& shape) {
    message.list(shape, most_axes, [&](std::uint64_t& length) { message.number(length); });
}

// Numbers have lengths that exist, since byte counts and conversions of types rely on them.
void pass(Message& message, Element& element) {
    message.number(element.kind, static_cast<std::uint64_t>(Element::Kind::other));
    message.number(element.bytes);
    const bool is_integer = element.kind == Element::Kind::integer || element.kind == Element::Kind::unsigned_integer;
    const bool long_number = element.bytes == 4 || element.bytes == 8;
    message.require(long_number || element.kind != Element::Kind::floating);
    message.require(long_number || element.bytes == 1 || element.bytes == 2 || !is_integer);
}

// A chunk with other axes than the array, or with a length of 0, would read beyond a shape or divide by zero later.
void pass(Message& message, ArrayInfo& array) {
    pass(message, array.element);
    pass(message, array.shape);
    pass(message, array.chunk);
    message.number(array.stored_bytes);
    message.number(array.stored_chunks);
    message.number(array.is_virtual, 1);
    message.number(array.is_external, 1);
    message.list(array.filters, any, [&](std::string& filter) { message.text(filter); });
    message.require(array.chunk.empty() || array.chunk.size() == array.shape.size());
    message.require(std::ranges::count(array.chunk, 0U) == 0);
}

// Paths are absolute, and a zero would end them early where they are taken as C texts.
void pass(Message& message, Object& object) {
    message.number(object.entry.kind, static_cast<std::uint64_t>(Entry::Kind::repeated_group));
    message.text(object.entry.path);
    message.text(object.problem);
    pass(message, object.array);
    message.list(object.attributes, any, [&](AttributeInfo& attribute) {
        message.text(attribute.name);
        pass(message, attribute.element);
        pass(message, attribute.shape);
    });
    message.require(object.entry.path.starts_with('/') && object.entry.path.find('\0') == std::string::npos);
}

}  // namespace

// Numbers have 8 bytes in the order of this machine: both processes run on it.
std::uint64_t Message::next(std::uint64_t value, std::uint64_t most) {
    if (is_read_) {
        require(bytes_.size() - at_ >= sizeof value);
        std::memcpy(&value, bytes_.data() + at_, sizeof value);
        at_ += sizeof value;
        require(value <= most);
    } else {
        const char* const raw = reinterpret_cast<const char*>(&value);
        bytes_.insert(bytes_.end(), raw, raw + sizeof value);
    }
    return value;
}

// The length is compared with what is left of the message before memory is taken for it.
void Message::text(std::string& value) {
    const std::uint64_t length = next(value.size(), any);
    if (!is_read_) return void(bytes_.insert(bytes_.end(), value.begin(), value.end()));
    require(length <= bytes_.size() - at_);
    value.assign(bytes_.data() + at_, length);
    at_ += length;
}

void Message::require(bool sound) const {
    if (is_read_ && !sound) throw MalformedMessage();
}

void pass(Message& message, std::vector<Object>& objects) {
    message.list(objects, any, [&](Object& object) { pass(message, object); });
}

void pass(Message& message, std::vector<Problem>& problems) {
    message.list(problems, any, [&](Problem& problem) {
        message.text(problem.where);
        message.text(problem.what);
    });
}

}  // namespace cchnn
