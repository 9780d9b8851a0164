#include "files/numpy/npy_array.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <stdexcept>

#include "core/printable.hpp"

namespace cchnn {
namespace {

constexpr std::size_t header_multiple = 64;  // bytes, so that numbers can be mapped into memory

// A byte that is not UTF-8 stands for itself.
std::vector<std::uint32_t> utf32(const std::string& text) {
    std::vector<std::uint32_t> codes;
    for (std::size_t position = 0; position < text.size();) {
        const Utf8Character character = utf8_character(text, position);
        codes.push_back(character.code);
        position += std::max<std::size_t>(character.bytes, 1);
    }
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
