#include "core/at_work.hpp"

#include <doctest/doctest.h>

#include <set>
#include <string>
#include <thread>

using namespace cchnn;

TEST_CASE("what is told is what goes on now, in its order, with how much of it is done") {
    CHECK(work_going_on() == "");
    {
        const AtWork writing(Work::writing);
        CHECK(work_going_on() == "writing");
    }
    AtWork systems(Work::systems, 4);
    systems.add();
    AtWork scoring(Work::scoring, 200);
    CHECK(work_going_on() == "systems 1/4, scoring 0 %");
    scoring.add(90);
    CHECK(work_going_on() == "systems 1/4, scoring 45 %");
}

TEST_CASE("work within work of one thread is not told, that of other threads is") {
    const AtWork bounds(Work::bounding);
    const AtWork integrating(Work::integrating);
    CHECK(work_going_on() == "bounds");
    std::thread([] {
        const AtWork refining(Work::refining);
        CHECK(work_going_on() == "bounds, refining");
    }).join();
    CHECK(work_going_on() == "bounds");
}

TEST_CASE("work that is over leaves nothing behind, however much of it was done") {
    for (int round = 0; round < 2; ++round) {
        AtWork scoring(Work::scoring, 10);
        scoring.add(round == 0 ? 10 : 4);
        CHECK(work_going_on() == (round == 0 ? "scoring 100 %" : "scoring 40 %"));
    }
    CHECK(work_going_on() == "");
}

TEST_CASE("every kind of work has a name of its own, so that what is told of it never runs backwards") {
    std::set<std::string> names;
    const int kinds = static_cast<int>(Work::writing) + 1;
    for (int kind = 0; kind < kinds; ++kind) {
        const AtWork work(static_cast<Work>(kind), 2);
        const std::string told = work_going_on();
        names.insert(told.substr(0, told.find(" 0")));
    }
    CHECK(static_cast<int>(names.size()) == kinds);
    CHECK(names.contains("looking for copies"));
    CHECK(names.contains("comparing"));
}
