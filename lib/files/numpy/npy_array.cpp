#include "files/numpy/npy_array.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <stdexcept>

namespace cchnn {
namespace {

constexpr std::size_t header_multiple = 64;  // bytes, so that numbers can be mapped into memory

// Decodes one code point of UTF-8 at `at` and moves `at` behind it. A byte that is no valid UTF-8 stands for
// itself.
std::uint32_t next_code_point(const std::string& text, std::size_t& position) {
    const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i])); };
    const std::uint32_t first = byte(position);
    const std::size_t more = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : first >= 0xC0 ? 1 : 0;
    if (more == 0 || position + more >= text.size()) return byte(position++);
    std::uint32_t code = first & (0x3F >> more);
    for (std::size_t i = 1; i <= more; ++i) code = code << 6 | (byte(position + i) & 0x3F);
    position += more + 1;
    return code;
}

std::vector<std::uint32_t> utf32(const std::string& text) {
    std::vector<std::uint32_t> codes;
    for (std::size_t position = 0; position < text.size();) codes.push_back(next_code_point(text, position));
    return codes;
}

}  // namespace

std::string npy_type(Element element) {
    const bool is_signed = element.kind == Element::Kind::integer;
    if (element.kind == Element::Kind::floating) return "<f" + std::to_string(element.bytes);
    if (is_signed || element.kind == Element::Kind::unsigned_integer)
        return (element.bytes == 1 ? "|" : "<") + std::string(is_signed ? "i" : "u") + std::to_string(element.bytes);
    throw std::invalid_argument("npy: no type for " + to_text(element));
}

std::string npy_header_text(const std::string& type, const Shape& shape) {
    std::string text = "{'descr': '" + type + "', 'fortran_order': False, 'shape': (";
    for (std::size_t i = 0; i < shape.size(); ++i) text += (i ? ", " : "") + std::to_string(shape[i]);
    text += shape.size() == 1 ? ",), }" : "), }";
    constexpr std::size_t before = 10;  // magic, version 1.0, length of the text
    text.append((2 * header_multiple - (before + text.size() + 1) % header_multiple) % header_multiple, ' ');
    text += '\n';
    std::string header("\x93NUMPY\x01\x00", 8);
    header += static_cast<char>(text.size() & 0xff);
    header += static_cast<char>(text.size() >> 8);
    return header + text;
}

NpyTexts npy_texts(const std::vector<std::string>& texts) {
    std::size_t longest = 1;  // NumPy has no text of no letters
    std::vector<std::vector<std::uint32_t>> codes;
    for (const std::string& text : texts) {
        codes.push_back(utf32(text));
        longest = std::max(longest, codes.back().size());
    }
    std::vector<char> bytes(codes.size() * longest * 4);
    for (std::size_t i = 0; i < codes.size(); ++i)
        if (!codes[i].empty()) std::memcpy(&bytes[i * longest * 4], codes[i].data(), codes[i].size() * 4);
    return {"<U" + std::to_string(longest), std::move(bytes), longest * 4};
}

}  // namespace cchnn
