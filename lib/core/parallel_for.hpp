#pragma once
// Work on several threads, and what each of them owns.
// parallel_for calls body(i) for i = 0 .. count-1 on several threads. Each i writes to its own place, so that the
// result does not depend on which thread did what; a caller that sums does so afterwards, in order. Where the system
// starts fewer threads, these do the work.

#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <memory>
#include <mutex>
#include <new>
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

// One T for each thread, made at its first use and destroyed when the thread ends. A `thread_local` variable with a
// destructor does the same, but the C library aborts the program where no memory is left to register that destructor;
// here the caller gets std::bad_alloc, as from any other allocation. Objects of this type live as long as the program.
template <class T>
class PerThread {
  public:
    PerThread() {
        if (pthread_key_create(&key_, [](void* owned) { delete static_cast<T*>(owned); }) != 0) throw std::bad_alloc();
    }
    PerThread(const PerThread&) = delete;
    PerThread& operator=(const PerThread&) = delete;

    T& here() const {
        if (void* const owned = pthread_getspecific(key_)) return *static_cast<T*>(owned);
        auto made = std::make_unique<T>();
        if (pthread_setspecific(key_, made.get()) != 0) throw std::bad_alloc();
        return *made.release();
    }

  private:
    pthread_key_t key_ = {};
};

}  // namespace cchnn
