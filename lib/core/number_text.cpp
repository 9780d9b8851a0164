#include "core/number_text.hpp"

#include <charconv>

namespace cchnn {

std::string number_text(double number) {
    char text[32];
    return {text, std::to_chars(text, text + sizeof text, number).ptr};
}

}  // namespace cchnn
