#pragma once
// The rule of options that are whole numbers: command->add_option(...)->check(whole).

#include <string>

namespace cchnn {

// CLI11 reads -5 as 2^64 - 5.
inline const auto whole = [](const std::string& text) {
    return text.starts_with('-') ? "must be a whole number >= 0, got " + text : std::string();
};

}  // namespace cchnn
