#include "report/tables/text_table.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace cchnn {
namespace {

constexpr std::size_t indent = 2, gap = 2;

// Letters, not bytes: continuation bytes of UTF-8 do not count.
std::size_t width_of(const std::string& text) {
    return std::count_if(text.begin(), text.end(),
                         [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; });
}

std::size_t column_width(const TextTable& table, std::size_t column) {
    std::size_t most = width_of(table.headings[column]);
    for (const std::vector<std::string>& row : table.rows) most = std::max(most, width_of(row[column]));
    return most;
}

// The first column to the left, the others to the right.
std::string line(const std::vector<std::string>& cells, const std::vector<std::size_t>& widths, std::size_t first,
                 std::size_t last) {
    std::string text(indent, ' ');
    text += cells[0] + std::string(widths[0] - width_of(cells[0]), ' ');
    for (std::size_t c = first; c < last; ++c)
        text += std::string(gap + widths[c] - width_of(cells[c]), ' ') + cells[c];
    text.erase(text.find_last_not_of(' ') + 1);
    return text + '\n';
}

// The first space after a word; a number and its "%" are one word.
std::size_t end_of_word(const std::string& text, std::size_t begin) {
    std::size_t end = text.find(' ', begin);
    while (end < text.size() && text.compare(end + 1, 1, "%") == 0) end = text.find(' ', end + 1);
    return std::min(end, text.size());
}

std::string format(const char* pattern, int digits, double value) {
    char text[400];
    std::snprintf(text, sizeof text, pattern, digits, value);
    return text;
}

}  // namespace

// A table that is too wide is cut into several below each other, each of which begins with the first column.
std::string TextTable::text(std::size_t width) const {
    std::vector<std::size_t> widths;
    for (std::size_t c = 0; c < headings.size(); ++c) widths.push_back(column_width(*this, c));
    std::string text;
    for (std::size_t first = 1, last = 1; first < headings.size(); first = last) {
        std::size_t used = indent + widths[0];
        // At least one column, however narrow the terminal.
        while (last < headings.size() && (last == first || used + gap + widths[last] <= width))
            used += gap + widths[last++];
        text += line(headings, widths, first, last);
        for (const std::vector<std::string>& row : rows) text += line(row, widths, first, last);
    }
    return text;
}

// Breaks a text at spaces. Lines after the first are indented; a word that is longer than a line stays whole.
std::string wrapped(const std::string& text, std::size_t indent_by, std::size_t width) {
    std::string done, current;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t word = text.find_first_not_of(' ', begin), end = end_of_word(text, word);
        const std::string piece = text.substr(begin, end - begin);  // with the spaces before it
        const std::size_t wide = width_of(piece) - (std::min(word, end) - begin);
        if (!current.empty() && width_of(current) + width_of(piece) > width && wide <= width) {
            done += current + '\n';
            const std::size_t less = std::min(indent_by / 2, width - wide);
            current = std::string(indent_by + wide <= width ? indent_by : less, ' ') +
                      piece.substr(std::min(word, end) - begin);
        } else {
            current += piece;
        }
        begin = end;
    }
    return done + current + '\n';
}

std::string error_text(double value) {
    if (value == 0) return "0";
    return std::isfinite(value) ? format("%.*e", 2, value) : "inf";
}

std::string time_text(double value) { return format("%.*f", 2, value); }

// Wraps each line of a text that is too long, indented by four more than the line itself.
std::string folded(const std::string& text, std::size_t width) {
    if (width == 0) return text;
    std::string lines;
    for (std::size_t next = 0; next < text.size();) {
        const std::size_t end = std::min(text.find('\n', next), text.size());
        const std::string line = text.substr(next, end - next);
        const std::size_t margin = std::min(line.find_first_not_of(' '), line.size());
        lines += width_of(line) > width ? wrapped(line, margin + 4, width) : line + '\n';
        next = end + 1;
    }
    if (!text.empty() && text.back() != '\n') lines.pop_back();
    return lines;
}

std::size_t terminal_width(int descriptor) {
    winsize size{};
    return isatty(descriptor) == 1 && ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

// 120 where the output is no terminal, so that files are the same on every machine.
std::size_t output_width() {
    const std::size_t terminal = terminal_width(STDOUT_FILENO);
    return terminal > 0 ? terminal : 120;
}

}  // namespace cchnn
