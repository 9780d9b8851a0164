#pragma once
// Wall seconds of work by one thread: of the shortest of up to three runs, since the first of a program waits for memory
// and clocks; one alone where it takes half a second, which those are no part of.

#include <algorithm>
#include <chrono>
#include <limits>

namespace cchnn {

constexpr int most_timed_runs = 3;
constexpr double enough_seconds = 0.5;

template <class Work>
double shortest_run(Work&& work) {
    double shortest = std::numeric_limits<double>::infinity(), spent = 0;
    for (int run = 0; run < most_timed_runs && spent < enough_seconds; ++run) {
        const auto begin = std::chrono::steady_clock::now();
        work();
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        shortest = std::min(shortest, seconds), spent += seconds;
    }
    return shortest;
}

}  // namespace cchnn
