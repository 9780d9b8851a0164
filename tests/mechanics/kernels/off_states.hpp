#pragma once
// States off the manifold by a little; whether numbers are the same in every bit.

#include <cstring>
#include <random>
#include <vector>

#include "mechanics/example_systems.hpp"
#include "mechanics/vector_sizes.hpp"

namespace cchnn_test {
using namespace cchnn;

using Vector = std::vector<double>;

inline void move_off(Vector& z, double by, std::mt19937_64& random) {
    std::uniform_real_distribution<double> uniform(-by, by);
    for (double& c : z) c += uniform(random);
}

// A state whose entries of x and v are off by up to `by`.
inline Vector off_state(const ExampleSystem& s, std::uint64_t i, double by, std::mt19937_64& random) {
    InitialState state = s.state(i);
    move_off(state.x, by, random);
    move_off(state.v, by, random);
    return s.z(state);
}

inline bool same_bits(double a, double b) { return std::memcmp(&a, &b, sizeof a) == 0; }

}  // namespace cchnn_test
