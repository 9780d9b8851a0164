#pragma once
// Counter-based random numbers: Philox 4x32-10 (Salmon, Moraes, Dror, Shaw 2011; Random123). A stream is a pure
// function of its key and name, so that trajectories, threads and shards share no state and need no order.
//
//   key     = (seed low, seed high)
//   counter = (block, a, b, c): block counts up as numbers are drawn, (a, b, c) names the stream
//
// Distributions are implemented here, because those of <random> differ between standard libraries.

#include <array>
#include <cstdint>

#include "numbers/exact_functions.hpp"

namespace cchnn {

// One stream: owns its counter and the block of four words that it has generated last.
class RandomStream {
  public:
    RandomStream(std::uint64_t seed, std::uint32_t a, std::uint32_t b, std::uint32_t c);

    std::uint64_t bits();                  // 64 random bits
    double uniform();                      // (k + 1/2) 2^-52, k = 0 .. 2^52-1: inside (0, 1), never 0 or 1
    double normal();                       // N(0, 1) by inversion of uniform(): one number in, one out
    std::uint64_t below(std::uint64_t n);  // 0 .. n-1, unbiased (Lemire 2019)
    bool is_untouched() const { return counter_[0] == 0; }  // no number has been drawn

  private:
    std::array<std::uint32_t, 2> key_;
    std::array<std::uint32_t, 4> counter_;
    std::array<std::uint32_t, 4> block_{};
    int used_ = 4;  // words of block_ given out
};

// Inverse of the standard normal distribution function, Wichura 1988 (AS 241, PPND16), relative accuracy 1e-16.
// Only + - * / sqrt and, in the tails, a correctly rounded log: the same bits on every machine.
double normal_quantile(double probability);

}  // namespace cchnn
