#include "elements/slide_gear.hpp"

#include <doctest/doctest.h>

#include "spec/broken_system.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

std::string complaint_about(const std::string& key, const Json& value) {
    Json document = forces_2d();
    document["constraints"][2][Json::json_pointer(key)] = value;
    return complaint(document);
}
const std::string here = "a.json#/constraints/2";

TEST_CASE("a SlideGear with bad keys, ratio or offset gets its message") {
    CHECK(complaint_about("/ration", 3).starts_with(here + "/ration: unknown key 'ration', did you mean 'ratio'?"));
    CHECK(complaint_about("/ratio", 0) ==
          here + "/ratio: must not be 0: the second slide would stand still, which a Weld does");
    CHECK(complaint_about("/offset", "far").starts_with(here + "/offset: must"));
    CHECK(complaint_about("/first/along", {0.6, 0.9}).starts_with(here + "/first/along: must be a unit vector"));
}

TEST_CASE("a SlideGear whose slides are attached to nothing, or are one, gets its message") {
    CHECK(complaint_about("/second/between", {"wall", "whel"}) ==
          here + "/second/between/1: unknown body 'whel', did you mean 'wheel'?");
    CHECK(complaint_about("/second/between", {"cart", "bar"}) ==
          here +
              "/second/along: 'cart' is an Obj0D and has no directions: the first body carries 'along', take an "
              "extended one or an Origin");
    const Json first = forces_2d()["constraints"][2]["first"];
    CHECK(complaint_about("/second", first) ==
          here + "/second: is the slide 'first': a SlideGear couples two different slides");
}

}  // namespace
