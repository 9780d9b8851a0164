#include "files/jail/message.hpp"

#include <cstring>

namespace cchnn {
namespace {

constexpr std::uint64_t most_lengths = 32;  // of HDF5

}  // namespace

Message& Message::number(std::uint64_t value) {
    const char* bytes = reinterpret_cast<const char*>(&value);
    bytes_.insert(bytes_.end(), bytes, bytes + sizeof value);
    return *this;
}

// The length, then the bytes without a zero at the end.
Message& Message::text(std::string_view value) {
    number(value.size());
    bytes_.insert(bytes_.end(), value.begin(), value.end());
    return *this;
}

Message& Message::shape(const Shape& value) {
    number(value.size());
    for (const std::uint64_t length : value) number(length);
    return *this;
}

Message& Message::element(const Element& value) {
    return number(static_cast<std::uint64_t>(value.kind)).number(value.bytes);
}

Message& Message::message(const Message& value) {
    bytes_.insert(bytes_.end(), value.bytes_.begin(), value.bytes_.end());
    return *this;
}

// Numbers have 8 bytes in the order of this machine: both processes run on it. Throws MalformedMessage beyond
// the end, or for a number above `most`.
std::uint64_t MessageReader::number(std::uint64_t most) {
    std::uint64_t value = 0;
    if (bytes_.size() - at_ < sizeof value) throw MalformedMessage();
    std::memcpy(&value, bytes_.data() + at_, sizeof value);
    at_ += sizeof value;
    if (value > most) throw MalformedMessage();
    return value;
}

// The length is compared with what is left of the message before memory is taken for it.
std::string MessageReader::text(std::size_t most) {
    const std::uint64_t length = number(most);
    if (length > bytes_.size() - at_) throw MalformedMessage();
    std::string value(bytes_.data() + at_, length);
    at_ += length;
    return value;
}

Shape MessageReader::shape() {
    Shape value(number(most_lengths));
    for (std::uint64_t& length : value) length = number();
    return value;
}

// Rejects numbers of lengths that do not exist, since byte counts and type conversions rely on them.
Element MessageReader::element() {
    Element value;
    value.kind = static_cast<Element::Kind>(number(static_cast<std::uint64_t>(Element::Kind::other)));
    value.bytes = number();
    const bool one_to_eight = value.bytes == 1 || value.bytes == 2 || value.bytes == 4 || value.bytes == 8;
    const bool is_integer = value.kind == Element::Kind::integer || value.kind == Element::Kind::unsigned_integer;
    if (is_integer && !one_to_eight) throw MalformedMessage();
    if (value.kind == Element::Kind::floating && value.bytes != 4 && value.bytes != 8) throw MalformedMessage();
    return value;
}

void MessageReader::require_end() const {
    if (!at_end()) throw MalformedMessage();
}

}  // namespace cchnn
