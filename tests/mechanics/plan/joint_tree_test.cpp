#include "mechanics/plan/joint_tree.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "mechanics/example_systems.hpp"
#include "mechanics/jointed_systems.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

using Json = nlohmann::json;

std::vector<JointBodyOf<double>> joints_of(const SystemSpec& spec) {
    return ExampleSystem(spec).system.constants().joint_tree;
}

// A door on a wall, and a lid that slides along it and turns, with one change.
Json door() {
    return Json::parse(R"({"name": "door", "dimension": 3,
      "bodies": [{"id": "wall", "type": "Origin", "position": [1, 2, 3]},
                 {"id": "door", "type": "Obj3D", "mass": 2, "second_moments": [0.1, 0.2, 0.4]},
                 {"id": "lid", "type": "Obj2D", "mass": 3, "second_moments": [0.5, 0.7]}],
      "constraints": [{"type": "Joint+Axis", "between": [{"body": "door", "point": [0.3, -0.1, 0.5]}, "wall"],
                       "axis": [[0, 0, 1], [0, 0.6, 0.8]]},
                      {"type": "Slider", "between": [{"body": "door", "point": [0, 0.2, 0]}, {"body": "lid", "point": [0.1, 0]}],
                       "axis": [[1, 0, 0], [0, 1]], "turn": true}],
      "potentials": [{"type": "Gravity", "g": 10, "up": [0, 0, 1]}],
      "initial_conditions": {"bodies": {"door": {"from": "wall", "hinge_angle": 0.1},
                                        "lid": {"from": "door", "slide": 0.4, "hinge_angle": 2}}},
      "sampling": {"dt": 0.1, "steps": 11}})");
}
std::vector<JointBodyOf<double>> door_with(const std::string& list, const std::string& item) {
    Json json = door();
    json[list].push_back(Json::parse(item));
    if (list == "bodies") json["initial_conditions"]["bodies"]["more"] = {{"position", {0, 1, 0}}};
    if (item.find("Obj1D") != std::string::npos)
        json["initial_conditions"]["bodies"]["more"].update({{"azimuth", 1}, {"polar", 1}});
    return joints_of(parse_system(json.dump(), "door.json"));
}

TEST_CASE("joints have the points and axes of both bodies, and a slide that turns is two of them") {
    const auto tree = joints_of(parse_system(door().dump(), "door.json"));
    REQUIRE(tree.size() == 3);
    CHECK(tree[0].move == JointType::revolute);
    CHECK(tree[0].parent == -1);
    CHECK(tree[0].first == 0);
    CHECK(tree[0].only_weight);
    CHECK(tree[0].own[2] == 0.5);
    CHECK(tree[0].at_parent[1] == 2);
    CHECK(tree[0].axis[2] == 1);
    CHECK(tree[0].axis_at_parent[1] == 0.6);
    CHECK(tree[0].moment[1] == doctest::Approx(0.4));
    CHECK(tree[1].move == JointType::prismatic);
    CHECK(tree[1].parent == 0);
    CHECK(tree[1].first == -1);
    CHECK(tree[1].at_parent[1] == 0.2);
    CHECK(tree[1].axis_at_parent[0] == 1);
    CHECK(tree[2].move == JointType::revolute);
    CHECK(tree[2].parent == 1);
    CHECK(tree[2].first == 4);
    CHECK(tree[2].tips == 2);
    CHECK(tree[2].own[0] == 0.1);
    CHECK(tree[2].axis[1] == 1);
}

TEST_CASE("a force on a point, or one that varies, is not weight alone") {
    const auto pushed =
        door_with("potentials", R"({"type": "Force", "on": {"body": "lid", "point": [0.1, 0.4]}, "force": [1, 0, 2]})");
    REQUIRE(pushed.size() == 3);
    CHECK(pushed[0].only_weight);
    CHECK_FALSE(pushed[2].only_weight);
    const auto sprung = door_with("potentials", R"({"type": "Spring", "between": ["wall", "lid"], "stiffness": 2})");
    REQUIRE(sprung.size() == 3);
    CHECK_FALSE(sprung[0].only_weight);
}

TEST_CASE("arms and satellites of systems/ have joints as states, loops, points, rods and what rolls have not") {
    for (const char* name : {"hinged_arm_3", "satellite"})
        CHECK_MESSAGE(joints_of(load_system(name)).size() == 3, name);
    for (const char* name : {"gyroscope", "rolling_disk", "chain_pendulum_3", "coupled_pendulum_3", "beam_chain_3",
                             "four_bar_linkage", "gear_train", "a04_bricard", "a05_flyball"})
        CHECK_MESSAGE(joints_of(load_system(name)).empty(), name);
    CHECK(joints_of(parse_system(mixed_tree, "mixed_tree.json")).empty());
}

TEST_CASE("any other constraint or body, and forces of angles or with losses, leave the nodes as the state") {
    for (const auto& more : std::vector<std::pair<std::string, std::string>>{
             {"constraints", R"({"type": "Link", "between": ["lid", "wall"], "length": 4})"},
             {"potentials", R"({"type": "TorsionSpring", "bodies": ["wall", "door"], "axis": [[0, 0.6, 0.8], [0, 0, 1]],
                                "stiffness": 2})"},
             {"damping", R"({"type": "Damping", "body": "lid", "coefficient": 0.3})"},
             {"bodies", R"({"id": "more", "type": "Obj0D", "mass": 1})"},
             {"bodies", R"({"id": "more", "type": "Obj1D", "mass": 1, "second_moments": [0.1]})"}}) {
        CAPTURE(more.second);
        CHECK(door_with(more.first, more.second).empty());
    }
}

// A chain of hinges about axes in turn.
std::size_t joints_of_chain(int links) {
    Json json = door();
    json["bodies"] = {json["bodies"][0]};
    json["constraints"] = Json::array();
    json["initial_conditions"]["bodies"] = Json::object();
    std::string before = "wall";
    for (int i = 0; i < links; ++i) {
        const std::string id = "link" + std::to_string(i);
        json["bodies"].push_back(
            {{"id", id}, {"type", "Obj3D"}, {"mass", 1}, {"second_moments", {0.02, 0.001, 0.002}}});
        const std::vector<double> axis{i % 2 ? 1. : 0., 0, i % 2 ? 0. : 1.};
        json["constraints"].push_back({{"type", "Joint+Axis"},
                                       {"between", {Json(before), {{"body", id}, {"point", {-0.2, 0, 0}}}}},
                                       {"axis", {axis, axis}}});
        json["initial_conditions"]["bodies"][id] = {{"from", before}, {"hinge_angle", 0.3}};
        before = id;
    }
    return joints_of(parse_system(json.dump(), "chain.json")).size();
}

TEST_CASE("long chains keep nodes: their joints would have worse roundings") {
    CHECK(joints_of_chain(6) == 6);
    CHECK(joints_of_chain(7) == 0);
}

}  // namespace
