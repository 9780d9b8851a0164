#include "graph/large_lengths.hpp"

#include <doctest/doctest.h>

#include "graph/body_graph.hpp"
#include "spec/read_system.hpp"

using namespace cchnn;

namespace {

// A body of `type` on an Origin at (`place`, 0), held at `point`.
std::string remark(const std::string& type, const std::string& place, const std::string& point) {
    const bool has_axes = type != "Obj0D";
    return large_lengths_remark(
        BodyGraph(parse_system(R"({"name": "one", "dimension": 2, "bodies": [
      {"id": "pin", "type": "Origin", "position": [)" +
                                   place + R"(, 0]}, {"id": "body", "type": ")" + type + R"(", "mass": 1)" +
                                   (has_axes ? R"(, "second_moments": [1, 1])" : "") +
                                   R"(}],
      "constraints": [{"type": "Link", "between": ["pin", )" +
                                   (has_axes ? R"({"body": "body", "point": [)" + point + "]}" : R"("body")") +
                                   R"(], "length": 1}],
      "initial_conditions": {"bodies": {"body": {"position": [0, 0])" +
                                   (has_axes ? R"(, "angle": 0)" : "") + "}}}}",
                               "one.json")));
}

}  // namespace

TEST_CASE("lengths that are large beside the axes of a body are remarked on, and those of point masses are not") {
    CHECK(remark("Obj2D", "2", "3, -4") == "");
    CHECK(remark("Obj2D", "100", "-100, 50") == "");
    const std::string far =
        "attachments are up to 2000 units of length from the centre of their body or from the origin, but the axes of "
        "a "
        "body are 1 unit long: rounding turns bodies and shortens steps; choose a larger unit of length";
    CHECK(remark("Obj2D", "2", "-2000, 1") == far);
    CHECK(remark("Obj2D", "-2000", "3, 4") == far);
    CHECK(remark("Obj0D", "-2000", "") == "");
}
