#include "colours.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <utility>

namespace cchnn {
namespace {

constexpr const char *bold = "1", *cyan = "36", *green = "32", *red = "31", *yellow = "33";

std::string painted(const std::string& text, const char* colour) {
    return std::string("\x1b[") + colour + "m" + text + "\x1b[0m";
}

// Each line of a text, changed; its last one may lack a line break.
template <class Change>
std::string each_line(const std::string& text, Change change) {
    std::string changed;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        changed += change(text.substr(at, end - at));
        if (end < text.size()) changed += '\n';
        at = end + 1;
    }
    return changed;
}

// "  -o,--output DIR   where it goes": the name ends before its value, "  generate   write ..." before a gap.
std::string help_name(const std::string& line) {
    const std::size_t end = line.find(' ', 2);
    return "  " + painted(line.substr(2, end - 2), cyan) + (end == std::string::npos ? "" : line.substr(end));
}

}  // namespace

bool has_colours(int descriptor) {
    const char *none = std::getenv("NO_COLOR"), *terminal = std::getenv("TERM");
    if (none && *none) return false;
    return isatty(descriptor) == 1 && terminal && *terminal && std::string_view(terminal) != "dumb";
}

std::string coloured_help(const std::string& text) {
    bool names = false;  // the lines are names and what they mean
    return each_line(text, [&](const std::string& line) {
        const bool is_heading = !line.empty() && line.front() >= 'A' && line.front() <= 'Z' && line.back() == ':';
        if (is_heading) names = !line.starts_with("Example");
        if (is_heading) return painted(line, bold);
        if (line.starts_with("Usage:")) return painted("Usage:", bold) + line.substr(6);
        const bool is_name = names && line.size() > 2 && line.starts_with("  ") && line[2] != ' ';
        return is_name ? help_name(line) : line;
    });
}

std::string coloured_lines(const std::string& text) {
    return each_line(text, [](const std::string& line) {
        const std::size_t begin = std::min(line.find_first_not_of(' '), line.size());
        for (const auto& [word, colour] : {std::pair{"passed  ", green},
                                           {"FAILED  ", red},
                                           {"Warning: ", yellow},
                                           {"cchnn-gen: ", red},
                                           {"cchnn-eval: ", red}})
            if (const std::size_t size = std::string_view(word).size(); line.compare(begin, size, word) == 0)
                return line.substr(0, begin) + painted(line.substr(begin, size - 1), colour) +
                       line.substr(begin + size - 1);
        return line;
    });
}

}  // namespace cchnn
