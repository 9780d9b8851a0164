#pragma once
// A table for a terminal: the first column left-aligned, the others right-aligned. Columns that do not fit the width
// go on below, with the first column repeated. Width is counted in characters of UTF-8.

#include <string>
#include <vector>

#include "core/printable.hpp"

namespace cchnn {

struct TextTable {
    std::vector<std::string> headings;           // the first may be empty
    std::vector<std::vector<std::string>> rows;  // as many cells as headings

    std::string text(std::size_t width) const;
};

// Broken at spaces to lines of at most `width` characters, those after the first indented, by half of it or less where
// a word would not fit otherwise; ends with a line break. A word that is wider than a line by itself stays where it is.
std::string wrapped(const std::string& text, std::size_t indent, std::size_t width);

// 3 significant digits: "1.23e-05", "0", "inf".
std::string error_text(double value);
// Two decimals for times in seconds: "0.87".
std::string time_text(double value);

// Each line of a text as wrapped(), indented by 4 more than its beginning; all as they are where the width is 0.
std::string folded(const std::string& text, std::size_t width);

// Columns of the terminal behind a descriptor; 0 where there is none, or none that says them.
std::size_t terminal_width(int descriptor);
// That of standard output; 120 when it is none.
std::size_t output_width();

}  // namespace cchnn
