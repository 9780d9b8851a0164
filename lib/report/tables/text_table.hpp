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

// Broken at spaces to lines of at most `width` characters, those after the first indented; ends with a line break. A
// longer word stands alone.
std::string wrapped(const std::string& text, std::size_t indent, std::size_t width);

// 3 significant digits: "1.23e-05", "0", "inf".
std::string error_text(double value);
// Two decimals for times in seconds: "0.87".
std::string time_text(double value);

// Columns of the terminal that stdout writes to; 120 when it is none.
std::size_t output_width();

}  // namespace cchnn
