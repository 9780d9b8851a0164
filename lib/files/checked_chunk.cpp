#include "files/checked_chunk.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace cchnn {
namespace {

static_assert(std::endian::native == std::endian::little);

// Words of 16 bits and sums of them, several side by side.
using Words [[gnu::vector_size(8)]] = std::uint16_t;
using Columns [[gnu::vector_size(16)]] = std::uint32_t;
constexpr std::size_t columns = 16, side_by_side = 4;
constexpr std::size_t most_rows = 256;  // sums of columns stay below 2^32

// Reduces modulo 65535 to 1 .. 65535, as HDF5 does; only 0 stays 0.
std::uint64_t reduced(std::uint64_t sum) { return sum == 0 ? 0 : (sum - 1) % 65535 + 1; }

// Both sums over words whose lower byte comes first, as the processor loads them. Swapping the bytes of a word
// multiplies it by 256 modulo 65535, so that the caller corrects the result once at the end.
struct Sums {
    std::uint64_t one = 0, two = 0;

    // Adds words in rows of `columns`, several columns at once. With s_j = sum over r of w_rj and t_j = sum
    // over r of (rows - r) w_rj, and since word (r, j) is rows columns - (r columns + j) words before the end:
    // sum2 = sum over j of (columns t_j - j s_j).
    void add_rows(const char* bytes, std::size_t rows) {
        constexpr std::size_t count = columns / side_by_side;
        Columns s[count] = {}, t[count] = {};
        for (std::size_t r = 0; r < rows; ++r)
            for (std::size_t k = 0; k < count; ++k, bytes += sizeof(Words)) {
                Words words;
                std::memcpy(&words, bytes, sizeof words);
                s[k] += __builtin_convertvector(words, Columns);
                t[k] += s[k];
            }
        std::uint64_t first = 0, second = 0;
        for (std::size_t j = 0; j < columns; ++j) {
            const std::uint64_t sum = s[j / side_by_side][j % side_by_side];
            first += sum;
            second += columns * std::uint64_t{t[j / side_by_side][j % side_by_side]} - j * sum;
        }
        two = reduced(two + rows * columns * one + second);
        one = reduced(one + first);
    }
    void add_word(const char* bytes) {
        std::uint16_t word;
        std::memcpy(&word, bytes, sizeof word);
        one = reduced(one + word);
        two = reduced(two + one);
    }
};

}  // namespace

std::uint32_t fletcher32(const char* bytes, std::size_t size) {
    Sums sums;
    constexpr std::size_t row = 2 * columns;
    const char* const end = bytes + size;
    for (std::size_t rows = size / row; rows > 0; rows = (end - bytes) / row) {
        rows = std::min(rows, most_rows);
        sums.add_rows(bytes, rows);
        bytes += rows * row;
    }
    for (; end - bytes >= 2; bytes += 2) sums.add_word(bytes);
    if (const char last[2] = {bytes < end ? *bytes : '\0', '\0'}; bytes < end) sums.add_word(last);
    return static_cast<std::uint32_t>(reduced(256 * sums.two) << 16 | reduced(256 * sums.one));
}

std::vector<char> checked_chunk(std::vector<char> values, std::size_t chunk_bytes) {
    values.reserve(chunk_bytes + checksum_bytes);
    values.resize(chunk_bytes);
    const std::uint32_t sum = fletcher32(values.data(), values.size());
    static_assert(sizeof sum == checksum_bytes);
    const char* bytes = reinterpret_cast<const char*>(&sum);
    values.insert(values.end(), bytes, bytes + sizeof sum);
    return values;
}

}  // namespace cchnn
