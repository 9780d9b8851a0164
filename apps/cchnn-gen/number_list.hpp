#pragma once
// Lists of numbers on a command line: "1e-3,1e-2".

#include <charconv>
#include <optional>
#include <string>
#include <vector>

namespace cchnn {

inline std::vector<std::string> comma_parts(const std::string& list) {
    std::vector<std::string> parts;
    for (std::size_t at = 0; at <= list.size();) {
        const std::size_t comma = std::min(list.find(',', at), list.size());
        parts.push_back(list.substr(at, comma - at));
        at = comma + 1;
    }
    return parts;
}

// A value that occurs twice, though each value names an output of its own; "" if there is none.
inline std::string value_twice(const std::vector<std::string>& values) {
    for (std::size_t i = 0; i < values.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (values[i] == values[j]) return values[i];
    return "";
}

// Nothing unless the whole text is one number.
inline std::optional<double> listed_number(const std::string& text) {
    double value = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc() || stop != end) return std::nullopt;
    return value;
}

}  // namespace cchnn
