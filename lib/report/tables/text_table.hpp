#pragma once
// A table for a terminal, and the words and numbers in it. The first column is aligned left, the others right.
// Columns that do not fit the width continue below, with the first column repeated. Width is counted in
// characters of UTF-8, not in bytes.

#include <optional>
#include <string>
#include <vector>

#include "core/printable.hpp"
#include "score/statistics/summary.hpp"

namespace cchnn {

struct TextTable {
    std::vector<std::string> headings;           // the first may be empty
    std::vector<std::vector<std::string>> rows;  // as many cells as headings

    std::string text(std::size_t width) const;
};

// Breaks a text at spaces into lines of at most `width` characters; ends with a line break. Lines after the
// first are indented by `indent`, or by half of it or less if a word would not fit otherwise. A word that is
// wider than a line stays where it is.
std::string wrapped(const std::string& text, std::size_t indent, std::size_t width);

// 3 significant digits: "1.23e-05", "0", "inf".
std::string error_text(double value);
// "1.23e-05 [1.10e-05, 1.40e-05]", or the error alone where it has no interval.
std::string error_text(double error, const std::optional<Interval>& interval);
// " [1.1, 1.4]" behind a ratio; "" where it has no interval.
std::string ratio_ends(const std::optional<Interval>& interval);
// Two decimals for times in seconds: "0.87".
std::string time_text(double value);

// Each line of a text as wrapped(), indented by 4 more than its beginning. With width 0 the text is unchanged.
std::string folded(const std::string& text, std::size_t width);

// The columns of the terminal behind a descriptor; 0 if there is none, or if it does not say.
std::size_t terminal_width(int descriptor);
// The columns of standard output; 120 if it is no terminal.
std::size_t output_width();

}  // namespace cchnn
