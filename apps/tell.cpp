#include "tell.hpp"

#include <unistd.h>

#include <cstdarg>
#include <cstdio>
#include <iostream>

#include "report/tables/text_table.hpp"

namespace cchnn {

void tell(const std::string& text) { std::cout << folded(text, terminal_width(STDOUT_FILENO)); }

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

void complain(const std::string& text) { std::cerr << folded(text, terminal_width(STDERR_FILENO)); }

}  // namespace cchnn
