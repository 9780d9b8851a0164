#pragma once
// When the judge stops: after a time, when its caller says so, or at a signal. The integration asks over()
// within each step, since one step of a large system takes minutes.

#include <atomic>
#include <chrono>

#include "core/stop.hpp"

namespace cchnn::judge {

// Shared by the threads of an audit. `stop` belongs to the caller and may be null.
struct Patience {
    std::chrono::steady_clock::time_point end = std::chrono::steady_clock::time_point::max();
    const std::atomic<bool>* stop = nullptr;

    bool over() const { return is_stopped() || (stop && *stop) || std::chrono::steady_clock::now() >= end; }
    // Why work was not finished, for Verdict::why_not.
    static constexpr const char* time_is_up = "the time limit was reached";
    const char* why() const { return is_stopped() ? "stopped" : time_is_up; }
};

}  // namespace cchnn::judge
