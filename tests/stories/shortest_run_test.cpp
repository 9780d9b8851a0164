#include "stories/shortest_run.hpp"

#include <doctest/doctest.h>
#include <chrono>
#include <thread>
#include <vector>

namespace cchnn {
namespace {

using namespace std::chrono_literals;

// Runs of work that takes so long each, in turn; sleeping takes at least as long.
struct Work {
    std::vector<std::chrono::milliseconds> lengths;
    std::size_t runs = 0;

    void operator()() { std::this_thread::sleep_for(lengths.at(runs++)); }
};

}  // namespace

TEST_CASE("short work is timed three times, and the shortest counts") {
    Work work{{300ms, 5ms, 100ms, 1ms}};
    const double seconds = shortest_run(work);
    CHECK(work.runs == 3);
    CHECK(seconds >= 0.005);
    CHECK(seconds < 0.1);  // not the first, not the last, on a machine that is not stopped for as long
}

TEST_CASE("work of half a second is timed once") {
    Work work{{520ms, 1ms}};
    CHECK(shortest_run(work) >= 0.52);
    CHECK(work.runs == 1);
}

}  // namespace cchnn
