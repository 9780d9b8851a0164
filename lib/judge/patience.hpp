#pragma once
// When to stop: a time, or somebody's wish.

#include <atomic>
#include <chrono>

namespace cchnn::judge {

struct Patience {
    std::chrono::steady_clock::time_point end = std::chrono::steady_clock::time_point::max();
    const std::atomic<bool>* stop = nullptr;

    bool over() const { return (stop && *stop) || std::chrono::steady_clock::now() >= end; }
};

}  // namespace cchnn::judge
