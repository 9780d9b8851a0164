#include "core/printable.hpp"

#include <array>
#include <cstdint>
#include <cstdio>

namespace cchnn {
namespace {

std::uint8_t byte_at(std::string_view text, std::size_t position) { return static_cast<std::uint8_t>(text[position]); }

bool is_between(std::uint32_t code, std::uint32_t first, std::uint32_t last) { return first <= code && code <= last; }

// Those of the general categories Cc, Zl and Zp, and Bidi_Control.
bool is_obeyed(std::uint32_t code) {
    return code < 0x20 || is_between(code, 0x7F, 0x9F) || code == 0x61C || is_between(code, 0x200E, 0x200F) ||
           is_between(code, 0x2028, 0x202E) || is_between(code, 0x2066, 0x2069);
}

std::string spelled(Utf8Character letter) {
    if (letter.code == '\n') return "\\n";
    if (letter.code == '\t') return "\\t";
    if (letter.code == '\r') return "\\r";
    char text[16];
    const bool byte = letter.bytes < 2;
    std::snprintf(text, sizeof text, byte ? "\\x%02x" : "\\u%04x", static_cast<unsigned>(letter.code));
    return text;
}

}  // namespace

Utf8Character utf8_character(std::string_view text, std::size_t position) {
    const std::uint32_t first = byte_at(text, position);
    if (first < 0x80) return {first, 1};
    const std::size_t bytes = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || text.size() - position < bytes) return {first, 0};
    std::uint32_t code = first & (0xFFU >> (bytes + 1));
    for (std::size_t i = 1; i < bytes; ++i) {
        if ((byte_at(text, position + i) & 0xC0) != 0x80) return {first, 0};
        code = code << 6 | (byte_at(text, position + i) & 0x3FU);
    }
    constexpr std::array<std::uint32_t, 5> least{0, 0, 0x80, 0x800, 0x10000};
    const bool surrogate = code >= 0xD800 && code < 0xE000;
    if (code < least[bytes] || surrogate || code > 0x10FFFF) return {first, 0};
    return {code, bytes};
}

std::string printable(std::string_view text) {
    std::string safe;
    safe.reserve(text.size());
    for (std::size_t position = 0; position < text.size();) {
        const Utf8Character letter = utf8_character(text, position);
        const std::size_t bytes = letter.bytes == 0 ? 1 : letter.bytes;
        if (letter.bytes == 0 || is_obeyed(letter.code)) safe += spelled(letter);
        else safe += text.substr(position, bytes);
        position += bytes;
    }
    return safe;
}

std::string shortened(std::string text, std::size_t most) {
    if (text.size() <= most) return text;
    const std::string bytes = std::to_string(text.size());
    const auto continues_a_letter = [&](std::size_t position) {
        return (static_cast<unsigned char>(text[position]) & 0xC0U) == 0x80;
    };
    while (most > 0 && continues_a_letter(most)) --most;
    text.resize(most);
    return text + "... (" + bytes + " bytes)";
}

}  // namespace cchnn
