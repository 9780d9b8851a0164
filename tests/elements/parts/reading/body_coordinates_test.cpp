#include "elements/parts/reading/body_coordinates.hpp"

#include <doctest/doctest.h>

#include "elements/joint.hpp"
#include "graph/body_graph.hpp"
#include "spec/read_system.hpp"

using namespace cchnn;

TEST_CASE("a point of a body has the coordinates that the file gives it, one of an Origin is a vector") {
    const SystemSpec spec = parse_system(R"({
      "name": "plate", "dimension": 2,
      "bodies": [{"id": "pin", "type": "Origin", "position": [3, 4]},
                 {"id": "plate", "type": "Obj2D", "mass": 1, "second_moments": [0.03, 0.0075]}],
      "constraints": [{"type": "Joint", "between": ["pin", {"body": "plate", "point": [-0.5, 0.25]}]}],
      "initial_conditions": {"bodies": {"plate": {"from": "pin", "angle": 0}}}})",
                                         "plate.json");
    const BodyGraph graph(spec);
    const Joint& joint = graph.joints().front();
    CHECK(body_coordinates(joint.b, graph.body("plate")) == std::vector<double>{-0.5, 0.25});
    CHECK(body_coordinates(joint.a, graph.body("pin")) == std::vector<double>{3, 4});
}
