#include "elements/rope.hpp"

#include <doctest/doctest.h>

#include "spec/broken_system.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

std::string complaint_about(const std::string& constraint) {
    return complaint_about_machine("/constraints/-", constraint.c_str());
}
const std::string here = "a.json#/constraints/4";

TEST_CASE("a rope with bad keys, points or length gets its message") {
    CHECK(complaint_about(R"({"type": "Rope", "points": ["bob", "base", "hub"], "lenght": 3})") ==
          here + "/lenght: unknown key 'lenght', did you mean 'length'?\n" + here + ": key 'length' is missing");
    CHECK(complaint_about(R"({"type": "Rope", "points": ["bob", "base", "hub"], "length": 0})")
              .starts_with(here + "/length: must be > 0"));
    CHECK(complaint_about(R"({"type": "Rope", "points": ["bob", "hub"], "length": 3})")
              .starts_with(here + "/points: must"));
    CHECK(complaint_about(R"({"type": "Rope", "points": ["bob", "bace", "hub"], "length": 3})") ==
          here + "/points/1: unknown body 'bace', did you mean 'base'?");
    CHECK(complaint_about(R"({"type": "Rope", "points": ["bob", "base", "base"], "length": 3})") ==
          here + "/points/2: is the point before it, 'base': a segment of rope without length has no direction");
    CHECK(complaint_about(
              R"({"type": "Rope", "points": ["bob", {"body": "base", "point": [1, 0, 0]}, "hub"], "length": 3})") ==
          here + "/points/1/point: 'base' is an Origin, a single point: give its id alone, and its own 'position'");
    Json document = machine_3d();
    for (const char* id : {"p", "q"}) document["bodies"].push_back({{"id", id}, {"type", "Origin"}});
    document["constraints"].push_back({{"type", "Rope"}, {"points", {"base", "p", "q"}}, {"length", 1}});
    CHECK(complaint(document) == here + "/points: all of them are Origins, which never move: the rope does nothing");
}

}  // namespace
