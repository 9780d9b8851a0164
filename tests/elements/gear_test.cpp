#include "elements/gear.hpp"

#include <doctest/doctest.h>

#include "spec/broken_system.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

std::string complaint_about(const std::string& key, const Json& value) {
    Json document = forces_2d();
    if (key.empty()) document["constraints"][0] = value;
    else document["constraints"][0][key] = value;
    return complaint(document);
}
const std::string here = "a.json#/constraints/0";

TEST_CASE("a gear with bad keys, teeth or phase gets its message") {
    CHECK(complaint_about("theeth", 3).starts_with(here + "/theeth: unknown key 'theeth', did you mean 'teeth'?"));
    CHECK(complaint_about("teeth", {20}).starts_with(here + "/teeth: must"));
    CHECK(complaint_about("teeth", {20, 2.5}).starts_with(here + "/teeth/1: must be a whole number"));
    CHECK(complaint_about("teeth", {20, 200000}).starts_with(here + "/teeth/1: must be -100000 to 100000"));
    CHECK(complaint_about("teeth", {20, 0}) == here + "/teeth/1: must not be 0: the wheel would not turn");
    CHECK(complaint_about("teeth", {4004, 2000}) ==
          here + "/teeth: must be a ratio of numbers up to 1000, got 1001:500 without common divisor");
    CHECK(complaint_about("phase", "now").starts_with(here + "/phase: must"));
}

TEST_CASE("a gear whose wheels are attached to nothing gets its message") {
    CHECK(complaint_about("first", {{"bodies", {"wall", "bat"}}}) ==
          here + "/first/bodies/1: unknown body 'bat', did you mean 'bar'?");
    CHECK(complaint_about("first", {{"bodies", {"wall", "bar"}}, {"ratio", 2}})
              .starts_with(here + "/first/ratio: unknown key 'ratio'"));
    CHECK(complaint_about("first", {{"bodies", {"wall", "cart"}}}) ==
          here + "/first/bodies/1: 'cart' is an Obj0D, a single point, and does not turn: take an extended body");
    CHECK(complaint_about("second", {{"bodies", {"bar", "wall"}}}) ==
          here +
              "/second: is the angle of 'first', between 'wall' and 'bar': a Gear couples two different angles, a Weld "
              "fixes one");
    CHECK(complaint_about("second", {{"bodies", {"wall", "wheel"}}, {"axis", {{1, 0}, {1, 0}}}})
              .starts_with(here + "/second/axis: does not exist in dimension 2"));
}

}  // namespace
