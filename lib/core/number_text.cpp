#include "core/number_text.hpp"

#include <charconv>
#include <cstdio>

namespace cchnn {

std::string number_text(double number) {
    char text[32];
    return {text, std::to_chars(text, text + sizeof text, number).ptr};
}

std::string short_number(double number, int digits) {
    char text[40];
    std::snprintf(text, sizeof text, "%.*g", digits, number);
    return text;
}

std::pair<std::string, std::string> different_texts(double one, double other) {
    int digits = 6;
    while (digits < 17 && short_number(one, digits) == short_number(other, digits)) ++digits;
    return {short_number(one, digits), short_number(other, digits)};
}

}  // namespace cchnn
