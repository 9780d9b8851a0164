#pragma once
// Sets that grow together (union-find): of so many things, which hang together.

#include <cstddef>
#include <numeric>
#include <vector>

namespace cchnn {

class Groups {
  public:
    explicit Groups(std::size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0); }
    // The same for all that hang together.
    std::size_t root(std::size_t i) const {
        while (parent_[i] != i) i = parent_[i];
        return i;
    }
    // False when they hung together before.
    bool join(std::size_t a, std::size_t b) {
        const std::size_t from = root(a), to = root(b);
        parent_[from] = to;
        return from != to;
    }

  private:
    std::vector<std::size_t> parent_;
};

}  // namespace cchnn
