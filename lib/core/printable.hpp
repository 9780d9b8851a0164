#pragma once
// Text of strangers is data: what stands in files that others made goes to terminals, pages and tables through here.

#include <cstddef>
#include <string>
#include <string_view>

namespace cchnn {

// What a terminal or an editor would obey or hide is spelled out as in C: control characters ("\x1b", "\n"), bytes that
// are not UTF-8 ("\xff"), line separators and marks that turn the direction of text ("\u202e"). All else stays.
std::string printable(std::string_view text);

// The text, or its beginning and how long it is, as in "0.0000... (10000000 bytes)": a stranger's number may have ten
// million digits. Letters of UTF-8 are not cut.
std::string shortened(std::string text, std::size_t most = 60);

}  // namespace cchnn
