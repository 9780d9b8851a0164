#include "core/text_pattern.hpp"

#include <regex>

namespace cchnn {

struct TextPattern::Compiled {
    std::regex regex;
};

TextPattern::TextPattern(const char* expression) : compiled_(new Compiled{std::regex(expression)}) {}
TextPattern::~TextPattern() = default;

bool TextPattern::matches(const std::string& text) const {
    return text.size() <= 5000 && std::regex_match(text, compiled_->regex);
}

bool TextPattern::begins(const std::string& text) const {
    return std::regex_search(text, compiled_->regex, std::regex_constants::match_continuous);
}

std::string TextPattern::replaced(const std::string& text, const char* with) const {
    return std::regex_replace(text, compiled_->regex, with);
}

}  // namespace cchnn
