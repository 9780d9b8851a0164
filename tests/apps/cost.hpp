#pragma once
// What runs of the programs cost, compared with each other: seconds say more of a machine and of what else it does.

#include <sys/resource.h>
#include <sys/time.h>

#include <algorithm>
#include <limits>

namespace cchnn_test {

inline double seconds_of(const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

// Processor time of all processes that this one has waited for [s].
inline double seconds_of_children() {
    rusage usage{};
    getrusage(RUSAGE_CHILDREN, &usage);
    return seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
}

// Of the largest process that this one has waited for [byte].
inline long most_memory_of_children() {
    rusage usage{};
    getrusage(RUSAGE_CHILDREN, &usage);
    return usage.ru_maxrss * 1024;
}

// Processor time of `run`, which starts programs, the least of three: what other programs do to caches only adds.
template <class Run>
double least_processor_seconds(const Run& run) {
    double least = std::numeric_limits<double>::infinity();
    for (int i = 0; i < 3; ++i) {
        const double begin = seconds_of_children();
        run();
        least = std::min(least, seconds_of_children() - begin);
    }
    return least;
}

// Of ten times the input: ten times where the work is in proportion to it, n log n and larger tables add a little, a
// hundred where each item looks at all others. What a program takes to start only lowers the ratio.
inline constexpr double most_for_ten_times = 15;

}  // namespace cchnn_test
