#include "sample/random_subset.hpp"

#include <algorithm>

#include "sample/random_stream.hpp"

namespace cchnn {
namespace {

constexpr std::uint32_t subset_stream = 0x200;

}  // namespace

// Floyd's algorithm: `wanted` draws suffice, and each subset has the same probability.
std::set<std::uint64_t> random_subset(std::uint64_t count, std::uint64_t wanted, std::uint64_t seed) {
    RandomStream random(seed, subset_stream, 0, 0);
    std::set<std::uint64_t> numbers;
    for (std::uint64_t top = count - std::min(wanted, count); top < count; ++top)
        if (!numbers.insert(random.below(top + 1)).second) numbers.insert(top);
    return numbers;
}

}  // namespace cchnn
