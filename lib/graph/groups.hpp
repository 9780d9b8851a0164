#pragma once
// Disjoint sets (union-find): which of `count` things are connected, directly or through others. The trees are neither
// balanced nor compressed, as the graphs of bodies and constraints are small.

#include <cstddef>
#include <numeric>
#include <vector>

namespace cchnn {

class Groups {
  public:
    explicit Groups(std::size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0); }
    // The representative of a set: equal for two things if and only if they are connected.
    std::size_t root(std::size_t i) const {
        while (parent_[i] != i) i = parent_[i];
        return i;
    }
    // Connects a and b. False if they were connected before: an edge of a graph then closes a loop.
    bool join(std::size_t a, std::size_t b) {
        const std::size_t from = root(a), to = root(b);
        parent_[from] = to;
        return from != to;
    }

  private:
    std::vector<std::size_t> parent_;
};

}  // namespace cchnn
