#include "sample/random_subset.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <map>

using cchnn::random_subset;

TEST_CASE("a random subset has as many numbers as asked for, all below the count, and depends on the seed") {
    const std::set<std::uint64_t> some = random_subset(1000, 10, 0);
    CHECK(some.size() == 10);
    CHECK(*some.rbegin() < 1000);
    CHECK(random_subset(1000, 10, 0) == some);
    CHECK(random_subset(1000, 10, 1) != some);
    CHECK(random_subset(3, 10, 0) == std::set<std::uint64_t>{0, 1, 2});
    CHECK(random_subset(0, 10, 0).empty());
}

TEST_CASE("every number is drawn as often as another") {
    std::map<std::uint64_t, int> times;
    constexpr int draws = 4000;  // 2 of 5 each: 1600 times a number, standard deviation 31
    for (std::uint64_t seed = 0; seed < draws; ++seed)
        for (std::uint64_t number : random_subset(5, 2, seed)) ++times[number];
    CHECK(times.size() == 5);
    for (const auto& [number, count] : times) CHECK(std::abs(count - 1600) < 5 * 31);
}
