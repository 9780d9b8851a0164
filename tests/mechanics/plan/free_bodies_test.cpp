#include "mechanics/plan/free_bodies.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "mechanics/example_systems.hpp"
#include "mechanics/jointed_systems.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

using Json = nlohmann::json;
using namespace nlohmann::literals;

std::vector<FreeBodyOf<double>> bodies_of(const SystemSpec& spec) {
    return ExampleSystem(spec).system.constants().free_bodies;
}

// A top beside a free body, with one change.
SystemSpec changed(const std::string& key, const std::string& item) {
    Json json = Json::parse(R"({"name": "top", "dimension": 3,
      "bodies": [{"id": "o", "type": "Origin", "position": [1, 2, 3]},
                 {"id": "top", "type": "Obj3D", "mass": 2, "second_moments": [0.1, 0.2, 0.4]},
                 {"id": "plate", "type": "Obj2D", "mass": 3, "second_moments": [0.5, 0.7]}],
      "constraints": [{"type": "Joint", "between": ["o", {"body": "top", "point": [0.3, -0.1, 0.5]}]}],
      "potentials": [{"type": "Gravity", "g": 10, "up": [0, 0, 1]}],
      "initial_conditions": {"bodies": {"top": {"from": "o", "euler_zxz": [0.1, 0.2, 0.3]},
                                        "plate": {"position": [0, 0, 0], "euler_zxz": [0.4, 0.5, 0.6]}}},
      "sampling": {"dt": 0.1, "steps": 11}})");
    if (!key.empty()) json[key].push_back(Json::parse(item));
    json["initial_conditions"]["bodies"].update(
        R"({"bob": {"position": [0, 1, 0]}, "rod": {"position": [1, 0, 0], "azimuth": 1, "polar": 1}})"_json);
    for (const char* id : {"bob", "rod"})
        if (item.find("\"id\": \"" + std::string(id)) == std::string::npos)
            json["initial_conditions"]["bodies"].erase(id);
    return parse_system(json.dump(), "top.json");
}

TEST_CASE("a top has its inertia about its fixed point, a free plate about its centre of mass") {
    const auto bodies = bodies_of(changed("", ""));
    REQUIRE(bodies.size() == 2);
    const FreeBodyOf<double>&top = bodies[0], &plate = bodies[1];
    CHECK(top.first == 0);
    CHECK(top.held);
    CHECK_FALSE(top.pushed_tips);
    CHECK(top.point[2] == 0.5);
    CHECK(top.place[1] == 2);
    CHECK(top.force[2] == -20);
    CHECK(top.moment[1] == doctest::Approx(0.4));
    // m (lambda_2 + lambda_3 + r_2^2 + r_3^2) = 2 (0.2 + 0.4 + 0.01 + 0.25), and -m r_1 r_2 = 2 0.3 0.1.
    CHECK(top.inertia[0][0] == doctest::Approx(1.72));
    CHECK(top.inertia[0][1] == doctest::Approx(0.06));
    CHECK(top.inertia[1][2] == doctest::Approx(0.1));
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            double sum = 0;
            for (int k = 0; k < 3; ++k) sum += top.inertia[i][k] * top.inverse[k][j];
            CHECK(sum == doctest::Approx(i == j).epsilon(1e-14));
        }
    CHECK(plate.first == 4);
    CHECK(plate.tips == 2);
    CHECK_FALSE(plate.held);
    CHECK(plate.acceleration[2] == -10);
    CHECK(plate.inertia[0][0] == doctest::Approx(2.1));  // 3 (0.7), 3 (0.5), 3 (0.5 + 0.7)
    CHECK(plate.inertia[1][1] == doctest::Approx(1.5));
    CHECK(plate.inertia[2][2] == doctest::Approx(3.6));
    CHECK(plate.inertia[0][1] == 0);
}

TEST_CASE("a force on a point pushes tips, one on the centre of mass does not") {
    const auto at_point = bodies_of(changed(
        "potentials", R"({"type": "Force", "on": {"body": "plate", "point": [0.1, 0.4]}, "force": [1, 0, 2]})"));
    REQUIRE(at_point.size() == 2);
    CHECK(at_point[1].pushed_tips);
    CHECK(at_point[1].force[0] == doctest::Approx(1));
    const auto at_centre = bodies_of(changed("potentials", R"({"type": "Force", "on": "plate", "force": [1, 0, 2]})"));
    REQUIRE(at_centre.size() == 2);
    CHECK_FALSE(at_centre[1].pushed_tips);
    CHECK(at_centre[1].acceleration[0] == doctest::Approx(1. / 3));
}

TEST_CASE("tops and free bodies of systems/ have small states, joined bodies, points, rods and what rolls have not") {
    for (const char* name : {"gyroscope", "rigid_rotor", "mesh_top", "lagrange_top", "kovalevskaya_top"})
        CHECK_MESSAGE(bodies_of(load_system(name)).size() == 1, name);
    for (const char* name : {"satellite", "hinged_arm_3", "rolling_disk", "chain_pendulum_3", "coupled_pendulum_3",
                             "beam_chain_3", "four_bar_linkage", "gear_train", "a04_bricard"})
        CHECK_MESSAGE(bodies_of(load_system(name)).empty(), name);
    CHECK(bodies_of(parse_system(mixed_tree, "mixed_tree.json")).empty());
}

TEST_CASE("any other constraint, force or body leaves the nodes as the state") {
    for (const auto& more : std::vector<std::pair<std::string, std::string>>{
             {"constraints", R"({"type": "Joint", "between": [{"body": "top", "point": [0, 0, 1]}, "plate"]})"},
             {"constraints",
              R"({"type": "Link", "between": ["plate", {"body": "top", "point": [0, 0, 1]}], "length": 4})"},
             {"potentials", R"({"type": "Spring", "between": ["o", "plate"], "stiffness": 2, "rest_length": 0})"},
             {"potentials", R"({"type": "Spring", "between": ["o", "plate"], "stiffness": 2, "rest_length": 1})"},
             {"bodies", R"({"id": "bob", "type": "Obj0D", "mass": 1})"},
             {"bodies", R"({"id": "rod", "type": "Obj1D", "mass": 1, "second_moments": [0.1]})"}}) {
        CAPTURE(more.second);
        CHECK(bodies_of(changed(more.first, more.second)).empty());
    }
}

}  // namespace
