#include "elements/rack.hpp"

#include <doctest/doctest.h>

#include "spec/broken_system.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

std::string complaint_about(const std::string& key, const Json& value) {
    Json document = forces_2d();
    document["constraints"][1][Json::json_pointer(key)] = value;
    return complaint(document);
}
const std::string here = "a.json#/constraints/1";

TEST_CASE("a rack with bad keys, radius or phase gets its message") {
    CHECK(complaint_about("/radus", 3).starts_with(here + "/radus: unknown key 'radus', did you mean 'radius'?"));
    CHECK(complaint_about("/slide/along_", 3).starts_with(here + "/slide/along_: unknown key 'along_', did you mean"));
    CHECK(complaint_about("/radius", 0) ==
          here + "/radius: must not be 0: the wheel would turn without moving the rack");
    CHECK(complaint_about("/radius", "big").starts_with(here + "/radius: must"));
    CHECK(complaint_about("/phase", "now").starts_with(here + "/phase: must"));
    CHECK(complaint_about("/slide/along", {0.6, 0.9}).starts_with(here + "/slide/along: must be a unit vector"));
    CHECK(complaint_about("/slide/along", {1}).starts_with(here + "/slide/along: must have 2 entries"));
}

TEST_CASE("a rack whose wheel or slide is attached to nothing gets its message") {
    CHECK(complaint_about("/wheel/bodies", {"wall", "bat"}) ==
          here + "/wheel/bodies/1: unknown body 'bat', did you mean 'bar'?");
    CHECK(complaint_about("/wheel/bodies", {"wall", "cart"}) ==
          here + "/wheel/bodies/1: 'cart' is an Obj0D, a single point, and does not turn: take an extended body");
    CHECK(complaint_about("/slide/between", {"wall", "whel"}) ==
          here + "/slide/between/1: unknown body 'whel', did you mean 'wheel'?");
    CHECK(complaint_about("/slide/between", {"bar", "bar"}) ==
          here + "/slide/between: a Rack joins two different bodies, got 'bar' twice\n" + here +
              "/slide/along: must have 1 entry, one per principal axis of an Obj1D, got 2");
    CHECK(complaint_about("/slide/between", {"cart", "bar"}) ==
          here +
              "/slide/along: 'cart' is an Obj0D and has no directions: the first body carries 'along', take an "
              "extended one or an Origin");
}

}  // namespace
