#pragma once
// The words of a mesh that is written as text, and the numbers among them. std::from_chars() rounds correctly: the same
// file gives the same bits everywhere.

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>

#include "core/errors.hpp"

namespace cchnn {

template <class Number>
std::optional<Number> number_of(std::string_view word) {
    Number number{};
    const char* begin = word.data() + (word.starts_with('+') ? 1 : 0);
    const char* end = word.data() + word.size();
    const auto read = std::from_chars(begin, end, number);
    if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
    return number;
}

// The words of a text, one after the other: a line may have millions.
class MeshWords {
  public:
    explicit MeshWords(std::string_view text) : rest_(text) { skip_blanks(); }
    bool at_end() const { return rest_.empty(); }
    // The next one; "" behind the last.
    std::string_view next() {
        const std::string_view word = rest_.substr(0, rest_.find_first_of(blanks));
        rest_.remove_prefix(word.size());
        skip_blanks();
        return word;
    }
    // Throws SpecError if the next one is no number. The text of a stranger's file is not quoted.
    double number(const std::string& file) {
        if (at_end()) throw SpecError(file, "ends before its last number");
        const std::optional<double> number = number_of<double>(next());
        if (!number) throw SpecError(file, "has a word where a number is expected");
        return *number;
    }

  private:
    static constexpr std::string_view blanks = " \t\v\f\r\n";
    void skip_blanks() { rest_.remove_prefix(std::min(rest_.find_first_not_of(blanks), rest_.size())); }
    std::string_view rest_;
};

}  // namespace cchnn
