#include "integrate/ordered_blocks.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using namespace cchnn;

namespace {

DrawnBatch numbered(std::uint64_t block) {
    DrawnBatch batch;
    batch.batch.first = block;
    return batch;
}

void pause(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 300));
}

std::string what_is_thrown(const std::function<void()>& call) {
    try {
        call();
    } catch (const std::exception& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("ordered blocks: results arrive in order, each once, for any number of threads") {
    for (int threads : {1, 2, 3, 8}) {
        for (std::uint64_t count : {0U, 1U, 2U, 7U, 100U}) {
            CAPTURE(threads);
            CAPTURE(count);
            std::vector<std::uint64_t> seen;
            const auto caller = std::this_thread::get_id();
            bool on_caller = true;
            ordered_blocks(
                count, threads,
                [](std::uint64_t b) {
                    pause(b);
                    return numbered(b);
                },
                [&](DrawnBatch&& batch) {
                    on_caller = on_caller && std::this_thread::get_id() == caller;
                    seen.push_back(batch.batch.first);
                });
            CHECK(seen.size() == count);
            CHECK(std::is_sorted(seen.begin(), seen.end()));
            CHECK(std::adjacent_find(seen.begin(), seen.end()) == seen.end());
            CHECK(on_caller);
        }
    }
}

TEST_CASE("ordered blocks: an exception of make arrives after the blocks before it, the lowest block's first") {
    for (int threads : {1, 2, 4}) {
        CAPTURE(threads);
        std::vector<std::uint64_t> seen;
        const auto make = [](std::uint64_t b) {
            if (b == 5) std::this_thread::sleep_for(std::chrono::milliseconds(5));  // block 6 fails earlier
            if (b == 5 || b == 6) throw std::runtime_error("block " + std::to_string(b));
            return numbered(b);
        };
        const auto consume = [&](DrawnBatch&& batch) { seen.push_back(batch.batch.first); };
        CHECK(what_is_thrown([&] { ordered_blocks(1000, threads, make, consume); }) == "block 5");
        CHECK(seen == std::vector<std::uint64_t>{0, 1, 2, 3, 4});
    }
}

TEST_CASE("ordered blocks: an exception of consume arrives and stops the work") {
    for (int threads : {1, 2, 4}) {
        CAPTURE(threads);
        std::atomic<int> made{0};
        const auto make = [&](std::uint64_t b) {
            ++made;
            return numbered(b);
        };
        const auto consume = [](DrawnBatch&& batch) {
            if (batch.batch.first == 3) throw std::runtime_error("disk full");
        };
        CHECK(what_is_thrown([&] { ordered_blocks(100000, threads, make, consume); }) == "disk full");
        CHECK(made <= 4 + 2 * threads);
    }
}

TEST_CASE("ordered blocks: a slow consumer holds the makers back") {
    for (int threads : {1, 2, 4}) {
        CAPTURE(threads);
        std::atomic<int> made{0};
        int consumed = 0, most_ahead = 0;
        ordered_blocks(
            60, threads,
            [&](std::uint64_t b) {
                ++made;
                return numbered(b);
            },
            [&](DrawnBatch&&) {
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
                ++consumed;
                most_ahead = std::max(most_ahead, made - consumed);
            });
        CHECK(consumed == 60);
        CHECK(most_ahead <= 2 * threads);
        CHECK(most_ahead >= 1);  // it does work ahead
    }
}

TEST_CASE("ordered blocks: a slow first block holds the others back too") {
    std::atomic<int> made{0};
    int made_when_first_arrived = 0;
    ordered_blocks(
        50, 2,
        [&](std::uint64_t b) {
            if (b == 0) std::this_thread::sleep_for(std::chrono::milliseconds(50));
            ++made;
            return numbered(b);
        },
        [&](DrawnBatch&& batch) {
            if (batch.batch.first == 0) made_when_first_arrived = made;
        });
    CHECK(made_when_first_arrived <= 1 + 2 * 2);
}

TEST_CASE("block size: enough for the lanes, few enough for threads and memory") {
    CHECK(block_size(0, 1, 100, 6) == 8);
    CHECK(block_size(10, 4, 100, 6) == 8);
    CHECK(block_size(800, 2, 100, 6) == 100);
    CHECK(block_size(1000000, 2, 100, 6) == 512);
    // 2 * 8 bytes * 10,000 samples * 60 numbers = 9.6 MB a trajectory: no more than the lanes need.
    CHECK(block_size(1000000, 2, 10000, 60) == 8);
    // 2 * 8 * 1000 * 10 = 160 kB a trajectory: 104 of them are just below 16 MiB.
    CHECK(block_size(1000000, 2, 1000, 10) == 104);
}
