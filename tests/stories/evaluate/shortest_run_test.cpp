#include "stories/evaluate/rollout_source.hpp"

#include <doctest/doctest.h>
#include <vector>

namespace cchnn {
namespace {

// Runs that take so long each, by a clock of their own: halves and quarters, which doubles add exactly.
struct Runs {
    std::vector<double> lengths;
    std::size_t done = 0;
    double time = 100;

    double shortest() {
        return shortest_run([&] { time += lengths.at(done++); }, [&] { return time; });
    }
};

}  // namespace

TEST_CASE("short work is timed three times, and the shortest counts") {
    Runs runs{{0.25, 0.0625, 0.125, 0.03125}};
    CHECK(runs.shortest() == 0.0625);
    CHECK(runs.done == 3);
}

TEST_CASE("work is timed no more once it took half a second in all") {
    Runs once{{0.5, 0.25}}, twice{{0.375, 0.25, 0.125}};
    CHECK(once.shortest() == 0.5);
    CHECK(once.done == 1);
    CHECK(twice.shortest() == 0.25);
    CHECK(twice.done == 2);
}

TEST_CASE("the clock that times work goes on") {
    const double begin = wall_seconds();
    CHECK(shortest_run([] {}) >= 0);
    CHECK(wall_seconds() >= begin);
}

}  // namespace cchnn
