#pragma once
// One column of a table in a file, a list of integers, flags, numbers or texts.

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace cchnn {

using Column =
    std::variant<std::vector<std::int64_t>, std::vector<std::uint8_t>, std::vector<double>, std::vector<std::string>>;

// 0, 1, ..., n-1.
inline std::vector<std::int64_t> count_up(std::uint64_t n) {
    std::vector<std::int64_t> numbers(n);
    for (std::uint64_t i = 0; i < n; ++i) numbers[i] = i;
    return numbers;
}

}  // namespace cchnn
