#pragma once
// Measures the wall time [s] of work by one thread: the shortest of up to three runs. The first run of a
// program is slower, because it waits for memory and for the processor's clock to rise. Work that takes half a
// second or more runs once: such delays are then negligible.

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
