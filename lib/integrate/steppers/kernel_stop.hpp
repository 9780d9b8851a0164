#pragma once
// The stop signal as kernels see it. Kernels may be one of several sets, with variables of its own, so they look
// at a pointer: to the stop_signal that they are linked with, until KernelDoor::use_stop_signal names another
// one.

#include "core/stop.hpp"

namespace cchnn {

inline constinit const std::atomic<int>* heard_signal = &stop_signal;

// Throws Stopped.
inline void end_if_stopped() {
    if (const int signal = heard_signal->load(std::memory_order_relaxed)) [[unlikely]]
        throw Stopped(signal);
}

}  // namespace cchnn
