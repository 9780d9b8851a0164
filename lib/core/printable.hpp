#pragma once
// Makes untrusted text safe for terminals, pages and tables.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace cchnn {

// One character of a text and the number of its bytes; of a byte that is not UTF-8 its value, and 0.
struct Utf8Character {
    std::uint32_t code;
    std::size_t bytes;
};
Utf8Character utf8_character(std::string_view text, std::size_t position);

// Escapes as in C what a terminal or an editor would interpret or hide: control characters ("\x1b", "\n"), bytes that
// are not UTF-8 ("\xff"), line separators and marks that change the direction of text ("\u202e").
std::string printable(std::string_view text);

// The text, or its beginning and its length, as in "0.0000... (10000000 bytes)": an untrusted number may have ten
// million digits. Characters of UTF-8 are not cut.
std::string shortened(std::string text, std::size_t most = 60);

}  // namespace cchnn
