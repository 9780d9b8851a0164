#pragma once
// The number of values that a compressed array or archive may have if nothing else, such as a test set, limits
// it: 4 for each byte of the file, and 16 million more. Shuffle and deflate rarely shrink trajectories to a
// third, whereas a file that was made for it unpacks to a thousand times its size. Tables of a large system shrink as
// much: the pairs of 1,000 bodies that attract one another are 10 million numbers in 2 MB.

#include <cstdint>

namespace cchnn {

inline constexpr std::uint64_t any_number_of_values = ~std::uint64_t{0};

constexpr std::uint64_t plausible_values(std::uint64_t file_bytes) {
    constexpr std::uint64_t each = 4, spare = 16 << 20;
    return file_bytes > (any_number_of_values - spare) / each ? any_number_of_values : each * file_bytes + spare;
}

}  // namespace cchnn
