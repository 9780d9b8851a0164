#pragma once
// Whether a text holds a part. A CHECK of it that fails prints both.

#include <ostream>
#include <string>

namespace cchnn_test {

struct TextAndPart {
    std::string text, part;

    operator bool() const { return text.find(part) != std::string::npos; }
    friend std::ostream& operator<<(std::ostream& out, const TextAndPart& both) {
        return out << "\"" << both.part << "\" in \"" << both.text << "\"";
    }
};

inline TextAndPart contains_text(const std::string& text, const std::string& part) { return {text, part}; }

}  // namespace cchnn_test
