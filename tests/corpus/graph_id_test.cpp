#include "corpus/graph_id.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "core/sha256.hpp"

using namespace cchnn;
using Json = nlohmann::ordered_json;

namespace {

std::string system_of(const std::string& bodies, const std::string& constraints, const std::string& rest = "") {
    return R"({"dimension": 2, "bodies": [)" + bodies + R"(], "constraints": [)" + constraints + "]" + rest + "}";
}
Json link(const std::string& a, const std::string& b) { return {{"type", "Link"}, {"between", {a, b}}, {"length", 1}}; }

// `count` points in closed rings of `size` links each.
std::string rings(int count, int size) {
    Json system{{"dimension", 2}, {"bodies", Json::array()}, {"constraints", Json::array()}};
    for (int i = 0; i < count; ++i)
        system["bodies"].push_back({{"id", "b" + std::to_string(i)}, {"type", "Obj0D"}, {"mass", 1}});
    for (int i = 0; i < count; ++i) {
        const int next = i / size * size + (i + 1) % size;
        system["constraints"].push_back(link("b" + std::to_string(i), "b" + std::to_string(next)));
    }
    return system.dump();
}

const std::string pendulum_bodies = R"({"id": "o", "type": "Origin"}, {"id": "b", "type": "Obj0D", "mass": 1})";

}  // namespace

TEST_CASE("the id of a pendulum is that of the texts written out by hand") {
    const std::string pendulum = system_of(pendulum_bodies, link("o", "b").dump());
    // Three colours of three nodes at once: one round of refinement shows no more of them.
    const std::string o = sha256_of_text("body Origin\nconstraints Link"),
                      b = sha256_of_text("body Obj0D\nconstraints Link"),
                      l = sha256_of_text("constraints Link\nbody Obj0D\nbody Origin");
    std::string text = "dimension 2";
    for (const std::string& colour : std::set<std::string>{o, b, l}) text += "\n" + colour;
    CHECK(graph_id(pendulum) == sha256_of_text(text));
}

TEST_CASE("colours are refined once where there is only one of them") {
    const std::string points =
        system_of(R"({"id": "a", "type": "Obj0D", "mass": 1}, {"id": "b", "type": "Obj0D", "mass": 2})", "");
    const std::string point = sha256_of_text("body Obj0D");
    CHECK(graph_id(points) == sha256_of_text("dimension 2\n" + point + "\n" + point));
}

TEST_CASE("names, numbers and orders leave the id as it is, a kind or a place of an item changes it") {
    const std::string chain = graph_id(system_of(pendulum_bodies + R"(, {"id": "c", "type": "Obj0D", "mass": 2})",
                                                 link("o", "b").dump() + "," + link("b", "c").dump()));
    CHECK(chain ==
          graph_id(system_of(R"({"id": "x", "type": "Obj0D", "mass": 5}, {"id": "y", "type": "Obj0D", "mass": 1},
                                         {"id": "z", "type": "Origin"})",
                             link("x", "y").dump() + "," + link("x", "z").dump())));
    std::set<std::string> others{chain};
    others.insert(graph_id(system_of(pendulum_bodies + R"(, {"id": "c", "type": "Obj0D", "mass": 2})",
                                     link("o", "b").dump() + "," + link("o", "c").dump())));
    others.insert(graph_id(system_of(pendulum_bodies + R"(, {"id": "c", "type": "Obj1D", "mass": 2})",
                                     link("o", "b").dump() + "," + link("b", "c").dump())));
    others.insert(graph_id(system_of(pendulum_bodies + R"(, {"id": "c", "type": "Obj0D", "mass": 2})",
                                     link("o", "b").dump() + "," + link("b", "c").dump(),
                                     R"(, "potentials": [{"type": "Gravity"}])")));
    CHECK(others.size() == 4);
}

TEST_CASE(
    "rings of three and of six have one id, as colour refinement cannot tell them apart, and other sizes do not") {
    CHECK(graph_id(rings(6, 3)) == graph_id(rings(6, 6)));
    CHECK(graph_id(rings(6, 3)) != graph_id(rings(3, 3)));
}

TEST_CASE("sides follow from the first 52 bits of a digest") {
    CHECK(unit_fraction("8000000000000" + std::string(51, 'f')) == 0.5);
    CHECK(split_of("cccccccccccccc") == std::string("train"));  // 0.79999...
    CHECK(split_of("ccccccccccccd0") == std::string("valid"));  // 0.8
    CHECK(split_of("e6666666666670") == std::string("test"));   // 0.9
    CHECK(split_of("ffffffffffffff") == std::string("test"));
}
