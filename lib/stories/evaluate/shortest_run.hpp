#pragma once
// Wall seconds of work by one thread: of the shortest of up to three runs, since the first of a program waits for memory
// and clocks; one alone where it takes half a second, which those are no part of.

#include <algorithm>
#include <chrono>
#include <limits>

namespace cchnn {

constexpr int most_timed_runs = 3;
constexpr double enough_seconds = 0.5;

inline double wall_seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

template <class Work, class Clock = double (*)()>
double shortest_run(Work&& work, Clock&& clock = wall_seconds) {
    double shortest = std::numeric_limits<double>::infinity(), spent = 0;
    for (int run = 0; run < most_timed_runs && spent < enough_seconds; ++run) {
        const double begin = clock();
        work();
        const double seconds = clock() - begin;
        shortest = std::min(shortest, seconds);
        spent += seconds;
    }
    return shortest;
}

}  // namespace cchnn
