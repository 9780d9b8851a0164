#include "core/ordered_tasks.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>

using namespace cchnn;

namespace {

void pause(int microseconds) { std::this_thread::sleep_for(std::chrono::microseconds(microseconds)); }

}  // namespace

TEST_CASE("ordered tasks: results come in the order of the tasks, whoever ends first, for any number of threads") {
    for (int threads : {1, 2, 5}) {
        CAPTURE(threads);
        OrderedTasks<int> tasks(threads);
        for (int i = 0; i < 40; ++i)
            tasks.add([i] {
                pause(i % 3 == 0 ? 2000 : 0);
                return i * i;
            });
        CHECK(tasks.waiting() == 40);
        for (int i = 0; i < 40; ++i) CHECK(tasks.next() == i * i);
        CHECK(tasks.waiting() == 0);
    }
}

TEST_CASE("ordered tasks: they run on other threads, as many at once as there are") {
    OrderedTasks<std::thread::id> tasks(3);
    std::atomic<int> begun{0};
    for (int i = 0; i < 3; ++i)
        tasks.add([&] {
            ++begun;
            while (begun < 3) std::this_thread::yield();  // each waits for the others
            return std::this_thread::get_id();
        });
    const std::thread::id a = tasks.next(), b = tasks.next(), c = tasks.next();
    CHECK((a != b && b != c && a != c && a != std::this_thread::get_id()));
}

TEST_CASE("ordered tasks: what a task throws comes in its place, and the others are done") {
    OrderedTasks<std::unique_ptr<int>> tasks(2);
    for (int i = 0; i < 6; ++i)
        tasks.add([i]() -> std::unique_ptr<int> {
            if (i == 2 || i == 3) throw std::runtime_error("task " + std::to_string(i));
            return std::make_unique<int>(i);
        });
    for (int i = 0; i < 6; ++i) {
        std::string thrown;
        try {
            const std::unique_ptr<int> result = tasks.next();
            CHECK(*result == i);
        } catch (const std::runtime_error& error) {
            thrown = error.what();
        }
        CHECK(thrown == (i == 2 || i == 3 ? "task " + std::to_string(i) : ""));
    }
}

TEST_CASE("ordered tasks: the end waits for tasks that are begun and drops the others") {
    std::atomic<int> begun{0}, ended{0};
    {
        OrderedTasks<int> tasks(2);
        for (int i = 0; i < 1000; ++i)
            tasks.add([&] {
                ++begun;
                pause(3000);
                return ++ended;
            });
        while (begun < 2) std::this_thread::yield();
    }
    CHECK(begun == ended);
    CHECK(begun >= 2);
    CHECK(begun < 100);
    { const OrderedTasks<int> idle(4); }  // and does not hang where there were none
}
