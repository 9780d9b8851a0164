#include "files/checked_chunk.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace cchnn {
namespace {

static_assert(std::endian::native == std::endian::little);
constexpr std::uint32_t block = 256;  // words: sum2 of one stays below 2^32

std::uint32_t reduced(std::uint64_t sum) { return sum == 0 ? 0 : static_cast<std::uint32_t>((sum - 1) % 65535 + 1); }

struct Sums {
    std::uint64_t one = 0, two = 0;

    // The words of a block together: without a chain of sums the compiler takes many at once.
    void add(const char* bytes, std::uint32_t words) {
        std::array<std::uint16_t, block> word;
        std::memcpy(word.data(), bytes, 2 * words);
        std::uint32_t first = 0, second = 0;
        for (std::uint32_t i = 0; i < words; ++i) {
            const std::uint32_t w = static_cast<std::uint16_t>(word[i] << 8 | word[i] >> 8);
            first += w, second += (words - i) * w;
        }
        two = reduced(two + words * one + second);
        one = reduced(one + first);
    }
};

}  // namespace

std::uint32_t fletcher32(const char* bytes, std::size_t size) {
    Sums sums;
    const std::size_t even = size / 2 * 2;
    for (std::size_t at = 0; at < even; at += 2 * block)
        sums.add(bytes + at, static_cast<std::uint32_t>(std::min<std::size_t>(block, (even - at) / 2)));
    if (const char last[2] = {even < size ? bytes[even] : '\0', '\0'}; even < size) sums.add(last, 1);
    return reduced(sums.two) << 16 | reduced(sums.one);
}

std::vector<char> checked_chunk(const char* values, std::size_t size, std::size_t chunk_bytes) {
    std::vector<char> out;
    out.reserve(chunk_bytes + sizeof(std::uint32_t));
    out.insert(out.end(), values, values + size);
    out.resize(chunk_bytes);
    const std::uint32_t sum = fletcher32(out.data(), out.size());
    const char* bytes = reinterpret_cast<const char*>(&sum);
    out.insert(out.end(), bytes, bytes + sizeof sum);
    return out;
}

}  // namespace cchnn
