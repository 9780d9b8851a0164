#pragma once
// A uniformly random subset of 0 .. count-1: the trajectories, intervals or systems that an audit or a verification
// checks.

#include <cstdint>
#include <set>

namespace cchnn {

// `wanted` different numbers below `count`, or all if there are fewer; a function of (count, wanted, seed). Its random
// stream is none of those of initial states and training windows; Sampler::perturb() of trajectory 0 has the same one.
std::set<std::uint64_t> random_subset(std::uint64_t count, std::uint64_t wanted, std::uint64_t seed);

}  // namespace cchnn
