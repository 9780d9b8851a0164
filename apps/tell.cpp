#include "tell.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <iostream>
#include <string_view>

#include "colours.hpp"
#include "core/printable.hpp"
#include "quiet.hpp"
#include "report/tables/text_table.hpp"

namespace cchnn {

namespace {

// Names of files and texts in them come from strangers: no terminal obeys them, wherever they stand. Lines stay lines.
std::string safe(const std::string& text) {
    std::string lines;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        lines += printable(std::string_view(text).substr(at, end - at));
        if (end < text.size()) lines += '\n';
        at = end + 1;
    }
    return lines;
}

std::string laid_out(const std::string& text, int descriptor) {
    const std::string lines = folded(safe(text), terminal_width(descriptor));
    return has_colours(descriptor) ? coloured_lines(lines) : lines;
}

}  // namespace

void tell(const std::string& text) { std::cout << laid_out(text, STDOUT_FILENO); }

void tell_of(const char* pattern, ...) {
    va_list values, again;
    va_start(values, pattern);
    va_copy(again, values);
    const int size = std::vsnprintf(nullptr, 0, pattern, again);
    va_end(again);
    std::string text(size < 0 ? 0 : static_cast<std::size_t>(size), ' ');
    std::vsnprintf(text.data(), text.size() + 1, pattern, values);
    va_end(values);
    tell(text);
}

void tell_written(const std::vector<ReportFile>& files) {
    std::string names;
    for (const ReportFile& file : files) {
        if (is_standard_output(file.path)) return;
        if (!file.path.empty()) names += (names.empty() ? "" : ", ") + file.path;
    }
    if (!quiet && !names.empty()) tell("wrote " + names + "\n");
}

void complain(const std::string& text) { std::cerr << laid_out(text, STDERR_FILENO); }

}  // namespace cchnn
