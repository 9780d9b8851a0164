#include "corpus/graph_id.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "core/sha256.hpp"

using namespace cchnn;
using Json = nlohmann::ordered_json;

namespace {

std::string system_of(const std::string& bodies, const std::string& constraints, const std::string& rest = "") {
    return R"({"dimension": 2, "bodies": [)" + bodies + R"(], "constraints": [)" + constraints + "]" + rest + "}";
}
Json link_of(const std::string& a, const std::string& b) {
    return {{"type", "Link"}, {"between", {a, b}}, {"length", 1}};
}

// `count` points in closed rings of `size` links each.
std::string rings(int count, int size) {
    Json system{{"dimension", 2}, {"bodies", Json::array()}, {"constraints", Json::array()}};
    for (int i = 0; i < count; ++i)
        system["bodies"].push_back({{"id", "b" + std::to_string(i)}, {"type", "Obj0D"}, {"mass", 1}});
    for (int i = 0; i < count; ++i) {
        const int next = i / size * size + (i + 1) % size;
        system["constraints"].push_back(link_of("b" + std::to_string(i), "b" + std::to_string(next)));
    }
    return system.dump();
}

const std::string pendulum_bodies = R"({"id": "o", "type": "Origin"}, {"id": "b", "type": "Obj0D", "mass": 1})";

}  // namespace

TEST_CASE("the id of a pendulum is that of the texts written out by hand") {
    const std::string pendulum = system_of(pendulum_bodies, link_of("o", "b").dump());
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
                                                 link_of("o", "b").dump() + "," + link_of("b", "c").dump()));
    CHECK(chain ==
          graph_id(system_of(R"({"id": "x", "type": "Obj0D", "mass": 5}, {"id": "y", "type": "Obj0D", "mass": 1},
                                         {"id": "z", "type": "Origin"})",
                             link_of("x", "y").dump() + "," + link_of("x", "z").dump())));
    std::set<std::string> others{chain};
    others.insert(graph_id(system_of(pendulum_bodies + R"(, {"id": "c", "type": "Obj0D", "mass": 2})",
                                     link_of("o", "b").dump() + "," + link_of("o", "c").dump())));
    others.insert(graph_id(system_of(pendulum_bodies + R"(, {"id": "c", "type": "Obj1D", "mass": 2})",
                                     link_of("o", "b").dump() + "," + link_of("b", "c").dump())));
    others.insert(graph_id(system_of(pendulum_bodies + R"(, {"id": "c", "type": "Obj0D", "mass": 2})",
                                     link_of("o", "b").dump() + "," + link_of("b", "c").dump(),
                                     R"(, "potentials": [{"type": "Gravity"}])")));
    CHECK(others.size() == 4);
}

TEST_CASE(
    "rings of three and of six have one id, as colour refinement cannot tell them apart, and other sizes do not") {
    CHECK(graph_id(rings(6, 3)) == graph_id(rings(6, 6)));
    CHECK(graph_id(rings(6, 3)) != graph_id(rings(3, 3)));
}

TEST_CASE("bodies that only an Origin joins are parts, each with the id that it has alone") {
    const std::string b = R"({"id": "b", "type": "Obj0D", "mass": 1})",
                      c = R"({"id": "c", "type": "Obj1D", "mass": 2})",
                      d = R"({"id": "d", "type": "Obj0D", "mass": 2})", o = R"({"id": "o", "type": "Origin"})",
                      gravity = R"(, "potentials": [{"type": "Gravity"}])", all = o + "," + b + "," + c + "," + d;
    const auto links = [](const std::vector<std::pair<std::string, std::string>>& pairs) {
        std::string text;
        for (const auto& [from, to] : pairs) text += (text.empty() ? "" : ",") + link_of(from, to).dump();
        return text;
    };
    const SystemParts parts = parts_of(system_of(all, links({{"o", "b"}, {"o", "c"}, {"c", "d"}}), gravity));
    std::vector<std::string> alone{
        graph_id(system_of(o + "," + b, links({{"o", "b"}}), gravity)),
        graph_id(system_of(o + "," + c + "," + d, links({{"o", "c"}, {"c", "d"}}), gravity))};
    std::sort(alone.begin(), alone.end());
    CHECK(parts.ids == alone);
    CHECK_FALSE(parts.free_fall);
    const std::string joined = system_of(all, links({{"o", "b"}, {"b", "c"}, {"c", "d"}}), gravity);
    CHECK(parts_of(joined).ids == std::vector<std::string>{graph_id(joined)});
    const std::string loose = links({{"o", "b"}, {"c", "d"}});
    CHECK(parts_of(system_of(all, loose, gravity)).free_fall);
    CHECK_FALSE(parts_of(system_of(all, loose)).free_fall);
    const std::string ball = R"({"type": "Rolling", "body": "c", "radius": 1})";
    CHECK_FALSE(parts_of(system_of(b + "," + c, ball + "," + link_of("b", "c").dump(), gravity)).free_fall);
}

TEST_CASE("an Origin that no item names leaves the id as it is") {
    const std::string pendulum = link_of("o", "b").dump();
    CHECK(graph_id(system_of(pendulum_bodies + R"(, {"id": "p", "type": "Origin"})", pendulum)) ==
          graph_id(system_of(pendulum_bodies, pendulum)));
}

TEST_CASE("sides follow from the first 52 bits of a digest") {
    CHECK(unit_fraction("8000000000000" + std::string(51, 'f')) == 0.5);
    CHECK(side_of("cccccccccccccc") == 0);  // 0.79999...
    CHECK(side_of("ccccccccccccd0") == 1);  // 0.8
    CHECK(side_of("e6666666666670") == 2);  // 0.9
    CHECK(side_of("ffffffffffffff") == 2);
    CHECK(side_of_parts({"0000000000000", "cccccccccccccc"}) == 0);
    CHECK(side_of_parts({"0000000000000", "ffffffffffffff"}) == 3);
}
