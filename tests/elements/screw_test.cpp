#include "elements/screw.hpp"

#include <doctest/doctest.h>

#include "contains_text.hpp"
#include "spec/broken_system.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

std::string complaint_about(const std::string& key, const Json& value) {
    return complaint_with(drawer_3d(), "/constraints/3" + key, value);
}
const std::string here = "a.json#/constraints/3";

TEST_CASE("a screw with bad keys, lead, phase or axes gets its message") {
    CHECK(complaint_about("/leed", 3).starts_with(here + "/leed: unknown key 'leed', did you mean 'lead'?"));
    CHECK(complaint_about("/turn", true).starts_with(here + "/turn: unknown key 'turn'"));
    CHECK(complaint_about("/lead", 0) == here + "/lead: must not be 0: for a hinge use a Joint+Axis");
    CHECK(complaint_about("/lead", "big").starts_with(here + "/lead: must"));
    CHECK(complaint_about("/phase", "now").starts_with(here + "/phase: must"));
    CHECK(complaint_about("/axis/1", {0, 0.6, 0.9}).starts_with(here + "/axis/1: must be a unit vector"));
    CHECK(contains_text(complaint_about("/axis", {{0, 0, 1}}), "must be two unit vectors"));
}

TEST_CASE("a screw joins two bodies that turn, in space, and nothing else joins these") {
    CHECK(complaint_about("/between/1", "nutt") == here + "/between/1: unknown body 'nutt', did you mean 'nut'?");
    CHECK(complaint_about("/between/1", "chest") ==
          here + "/between: a Screw joins two different bodies, got 'chest' twice");
    CHECK(complaint_about("/between", {"chest", "drawer"}) ==
          here + "/between: 'chest' and 'drawer' are already joined by /constraints/0");
    Json beads = drawer_3d();
    beads["bodies"].push_back({{"id", "bead"}, {"type", "Obj0D"}, {"mass", 1}});
    beads["bodies"].push_back({{"id", "needle"}, {"type", "Obj1D"}, {"mass", 1}, {"second_moments", {1}}});
    for (const char* id : {"bead", "needle"}) beads["initial_conditions"]["bodies"][id] = {{"position", {0, 0, 0}}};
    beads["initial_conditions"]["bodies"]["needle"] = {{"azimuth", 0}, {"polar", 0}, {"position", {0, 0, 0}}};
    CHECK(complaint_with(beads, "/constraints/3/between", {"chest", "bead"})
              .find("'bead' is an Obj0D, a single point, and does not turn: take an extended body") !=
          std::string::npos);
    beads["constraints"][3]["axis"] = Json::parse("[[0, 0, 1], [1]]");
    CHECK(complaint_with(beads, "/constraints/3/between", {"chest", "needle"})
              .find("'needle' is an Obj1D, a thin rod, whose rotation about its own axis is undefined") !=
          std::string::npos);
    Json flat = machine_2d();
    flat["constraints"].push_back(
        Json::parse(R"({"type": "Screw", "between": ["pin", "plate"], "axis": [[1, 0], [1, 0]], "lead": 1})"));
    CHECK(complaint(flat) == "a.json#/constraints/1/type: a Screw needs dimension 3, got 2");
}

}  // namespace
