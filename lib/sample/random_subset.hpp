#pragma once
// Some of 0 .. count-1, each as likely: which trajectories an audit or a verification looks at.

#include <cstdint>
#include <set>

namespace cchnn {

// `wanted` different numbers below `count`, all of them when there are fewer; depends on (count, wanted, seed) alone,
// and uses random numbers that no initial state and no chunk has seen.
std::set<std::uint64_t> random_subset(std::uint64_t count, std::uint64_t wanted, std::uint64_t seed);

}  // namespace cchnn
