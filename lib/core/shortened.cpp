#include "core/shortened.hpp"

namespace cchnn {

std::string shortened(std::string text, std::size_t most) {
    if (text.size() <= most) return text;
    const std::string bytes = std::to_string(text.size());
    const auto continues_a_letter = [&](std::size_t at) {
        return (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80;
    };
    while (most > 0 && continues_a_letter(most)) --most;
    text.resize(most);
    return text + "... (" + bytes + " bytes)";
}

}  // namespace cchnn
