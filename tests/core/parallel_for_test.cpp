#include "core/parallel_for.hpp"

#include <doctest/doctest.h>

#include <stdexcept>
#include <string>

namespace cchnn {
namespace {

std::atomic<int> living{0};

struct Counted {
    Counted() { ++living; }
    ~Counted() { --living; }
    Counted(const Counted&) = delete;
    Counted& operator=(const Counted&) = delete;
    int uses = 0;
};

TEST_CASE("each thread owns one object, until it ends") {
    static const PerThread<Counted> owned;
    owned.here().uses = 7;
    CHECK(living == 1);
    int uses_elsewhere = 0, living_meanwhile = 0;
    std::jthread([&] {
        uses_elsewhere = ++owned.here().uses;
        uses_elsewhere = ++owned.here().uses;
        living_meanwhile = living;
    }).join();
    CHECK(uses_elsewhere == 2);
    CHECK(living_meanwhile == 2);
    CHECK(living == 1);
    CHECK(owned.here().uses == 7);
}

TEST_CASE("what the construction of a thread's object throws reaches the caller, and the next use tries again") {
    static bool is_ready = false;
    struct Late {
        Late() {
            if (!is_ready) throw std::runtime_error("not yet");
        }
        int value = 3;
    };
    static const PerThread<Late> owned;
    CHECK_THROWS_WITH_AS(owned.here(), "not yet", std::runtime_error);
    is_ready = true;
    CHECK(owned.here().value == 3);
}

TEST_CASE("every index is worked on once, and an exception of the body is thrown again") {
    std::vector<int> counts(1000, 0);
    parallel_for(counts.size(), 3, [&](std::size_t i) { ++counts[i]; });
    CHECK(counts == std::vector<int>(1000, 1));
    const auto fails = [](std::size_t i) {
        if (i == 5) throw std::out_of_range("five");
    };
    CHECK_THROWS_WITH_AS(parallel_for(10, 3, fails), "five", std::out_of_range);
    CHECK_NOTHROW(parallel_for(0, 3, fails));
}

}  // namespace
}  // namespace cchnn
