#pragma once
// body(i) for i = 0 .. count-1 on several threads. Each i writes to its own place, so that the result does not depend
// on who did what; whoever sums, sums afterwards in order. Where the system starts fewer threads, these do the work.

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "core/stop.hpp"

namespace cchnn {

// An exception of the body stops the loop and is thrown again here, as is Stopped.
template <class Body>
void parallel_for(std::size_t count, int threads, const Body& body) {
    std::atomic<std::size_t> next{0};
    std::exception_ptr failure;
    std::mutex failure_mutex;
    const auto work = [&] {
        try {
            for (std::size_t i = next++; i < count; i = next++) {
                throw_if_stopped();
                body(i);
            }
        } catch (...) {
            const std::lock_guard lock(failure_mutex);
            failure = std::current_exception();
            next = count;
        }
    };
    std::vector<std::jthread> others;
    try {
        for (std::size_t t = 1; t < std::min(count, static_cast<std::size_t>(std::max(threads, 1))); ++t)
            others.emplace_back(work);
    } catch (const std::system_error&) {  // no more threads are to be had: those that run do the work
    }
    work();
    others.clear();  // joins
    if (failure) std::rethrow_exception(failure);
}

}  // namespace cchnn
