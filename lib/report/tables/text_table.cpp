#include "report/tables/text_table.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <sstream>

#include "core/number_text.hpp"

namespace cchnn {
namespace {

constexpr std::size_t indent = 2, gap = 2;

// Letters, not bytes: continuation bytes of UTF-8 do not count.
std::size_t width_of(const std::string& text) {
    return std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; });
}

// The first space after a word; a number and its "%" are one word.
std::size_t end_of_word(const std::string& text, std::size_t begin) {
    std::size_t end = text.find(' ', begin);
    while (end < text.size() && text.compare(end + 1, 1, "%") == 0) end = text.find(' ', end + 1);
    return std::min(end, text.size());
}

// A text broken at spaces.
std::vector<std::string> lines_of(const std::string& text, std::size_t width) {
    std::vector<std::string> lines;
    std::istringstream in(wrapped(text, 0, width));
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

// Of the cells, and of the heading or the longest word in it.
std::vector<std::size_t> column_widths(const TextTable& table, bool whole_headings) {
    std::vector<std::size_t> widths;
    for (std::size_t c = 0; c < table.headings.size(); ++c) {
        const std::string& heading = table.headings[c];
        std::size_t most = whole_headings ? width_of(heading) : 0;
        for (std::size_t begin = 0; begin < heading.size();) {
            const std::size_t word = heading.find_first_not_of(' ', begin), end = end_of_word(heading, word);
            most = std::max(most, width_of(heading.substr(word, end - word)));
            begin = end;
        }
        for (const std::vector<std::string>& row : table.rows) most = std::max(most, width_of(row[c]));
        widths.push_back(most);
    }
    return widths;
}

// The first column of each table into which one is cut, and the end: at least one column, however narrow the terminal.
std::vector<std::size_t> cuts_of(const std::vector<std::size_t>& widths, std::size_t width) {
    std::vector<std::size_t> cuts{1};
    for (std::size_t c = 1, used = indent + widths[0]; c < widths.size(); ++c) {
        if (c > cuts.back() && used + gap + widths[c] > width) {
            cuts.push_back(c);
            used = indent + widths[0];
        }
        used += gap + widths[c];
    }
    cuts.push_back(widths.size());
    return cuts;
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

std::string format(const char* pattern, int digits, double value) {
    char text[400];
    std::snprintf(text, sizeof text, pattern, digits, value);
    return text;
}

}  // namespace

// A table that is too wide is cut into several below each other, each of which begins with the first column. Headings
// are broken into lines where this saves a cut.
std::string TextTable::text(std::size_t width) const {
    std::vector<std::size_t> widths = column_widths(*this, true), cuts = cuts_of(widths, width);
    std::vector<std::size_t> narrow = column_widths(*this, false);
    if (cuts_of(narrow, width).size() < cuts.size()) {
        cuts = cuts_of(narrow, width);
        for (std::size_t c = 0; c < narrow.size(); ++c) {  // as wide as before where this adds no cut
            const std::size_t least = narrow[c];
            for (narrow[c] = widths[c]; cuts_of(narrow, width) != cuts && narrow[c] > least;) --narrow[c];
        }
        widths = narrow;
    }
    std::vector<std::vector<std::string>> heads;  // lines from the last one up
    for (std::size_t c = 0; c < headings.size(); ++c) {
        const std::vector<std::string> lines = lines_of(headings[c], widths[c]);
        for (std::size_t up = 0; up < lines.size(); ++up) {
            if (up == heads.size()) heads.emplace_back(headings.size());
            heads[up][c] = lines[lines.size() - 1 - up];
        }
    }
    std::string text;
    for (std::size_t k = 0; k + 1 < cuts.size(); ++k) {
        for (auto head = heads.rbegin(); head != heads.rend(); ++head)
            text += line(*head, widths, cuts[k], cuts[k + 1]);
        for (const std::vector<std::string>& row : rows) text += line(row, widths, cuts[k], cuts[k + 1]);
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

std::string error_text(double error, const std::optional<Interval>& interval) {
    if (!interval) return error_text(error);
    return error_text(error) + " [" + error_text(interval->low) + ", " + error_text(interval->high) + "]";
}

std::string ratio_ends(const std::optional<Interval>& interval) {
    return interval ? " [" + short_number(interval->low, 3) + ", " + short_number(interval->high, 3) + "]" : "";
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
