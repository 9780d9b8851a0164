#pragma once
// How help looks: as wide as the terminal, up to the 100 columns that are still easy to read, and 80 columns in a pipe,
// so that pages made from it are the same everywhere. Prose is laid out anew; commands among the examples are broken
// before an option, with a backslash, so that they can be pasted.

#include <unistd.h>

#include <algorithm>
#include <sstream>
#include <string>

#include "report/tables/text_table.hpp"

namespace cchnn {

inline std::size_t help_width() {
    const std::size_t terminal = terminal_width(STDOUT_FILENO);
    return terminal == 0 ? 80 : std::clamp(terminal, std::size_t{40}, std::size_t{100});
}
// Where texts begin beside the names of options; below them where the terminal is narrow.
inline std::size_t help_column() { return help_width() < 60 ? 6 : 30; }

// Words of `text` in lines of at most help_width(), all of which begin at column `indent`; the first is there already.
inline std::string words_in_lines(const std::string& text, std::size_t indent) {
    std::istringstream words(text);
    std::string lines;
    std::size_t column = indent;
    for (std::string word; words >> word; column += word.size()) {
        const bool fits = column == indent || column + 1 + word.size() <= help_width();
        if (!fits) lines += "\n" + std::string(indent, ' ');
        else if (column > indent) lines += " ";
        column = !fits ? indent : column > indent ? column + 1 : column;
        lines += word;
    }
    return lines;
}

// The last place to break a command, before an option or a ">" if there is one, outside quoted arguments; npos: none.
inline std::size_t break_in(const std::string& command, std::size_t most) {
    std::size_t option = std::string::npos, space = option;
    char quote = 0;
    for (std::size_t i = 8; i + 1 < command.size() && i <= most; ++i) {
        const char c = command[i];
        if (c == '"' || c == '\'') quote = quote == 0 ? c : quote == c ? char{0} : quote;
        if (quote != 0 || c != ' ') continue;
        space = i;
        if (command[i + 1] == '-' || command[i + 1] == '>') option = i;
    }
    return option == std::string::npos ? space : option;
}

inline std::string broken_command(std::string command) {
    std::string lines;
    while (command.size() > help_width()) {
        const std::size_t at = break_in(command, help_width() - 2);
        if (at == std::string::npos) break;
        lines += command.substr(0, at) + " \\\n";
        command = "     " + command.substr(at);
    }
    return lines + command + "\n";
}

// "  command      what it does", which become lines of their own where they do not fit beside each other.
inline std::string example_lines(const std::string& line) {
    const std::size_t begin = line.find_first_not_of(' '), gap = line.find("   ", begin);
    if (begin > 8) return std::string(6, ' ') + words_in_lines(line, 6) + "\n";
    if (line.size() <= help_width()) return line + "\n";
    if (gap == std::string::npos) return broken_command(line);
    const std::string what = words_in_lines(line.substr(gap), 6);
    if (gap + 3 + what.size() <= help_width()) return line.substr(0, gap) + "   " + what + "\n";
    return broken_command(line.substr(0, gap)) + std::string(6, ' ') + what + "\n";
}

// A line of more than 100 letters is one that its author filled: the paragraph goes on in the next.
inline std::string footer_lines(const std::string& footer) {
    std::istringstream in(footer.substr(std::min(footer.size(), footer.find_first_not_of('\n'))));
    std::string lines, paragraph;
    const auto finish = [&] {
        if (!paragraph.empty()) lines += words_in_lines(paragraph, 0) + "\n";
        paragraph.clear();
    };
    for (std::string line; std::getline(in, line);) {
        if (line.empty() || line.front() == ' ') {
            finish();
            lines += line.empty() ? "\n" : example_lines(line);
            continue;
        }
        if (line.starts_with("Example")) finish();
        paragraph += line + " ";
        if (line.size() <= 100) finish();
    }
    finish();
    return lines;
}

// "  --name NAME   what it is", all of which begins at `column`, below a name that is too long.
inline std::string help_entry(const std::string& name, const std::string& what, std::size_t column) {
    std::string line = "  " + name;
    line += line.size() < column ? std::string(column - line.size(), ' ') : "\n" + std::string(column, ' ');
    return line + words_in_lines(what, column) + "\n";
}

}  // namespace cchnn
