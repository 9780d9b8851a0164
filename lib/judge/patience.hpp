#pragma once
// When to stop: a time, somebody's wish, a signal.

#include <atomic>
#include <chrono>

#include "core/stop.hpp"

namespace cchnn::judge {

struct Patience {
    std::chrono::steady_clock::time_point end = std::chrono::steady_clock::time_point::max();
    const std::atomic<bool>* stop = nullptr;

    bool over() const { return is_stopped() || (stop && *stop) || std::chrono::steady_clock::now() >= end; }
    // What to say of work that was not finished.
    static constexpr const char* time_is_up = "the time limit was reached";
    const char* why() const { return is_stopped() ? "stopped" : time_is_up; }
};

}  // namespace cchnn::judge
