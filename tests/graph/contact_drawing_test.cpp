#include "graph/contact_drawing.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "graph/body_surfaces.hpp"
#include "spec/read_system.hpp"

using namespace cchnn;

namespace {

using Place = std::vector<double>;

struct Drawn {
    explicit Drawn(const std::string& contacts, const std::vector<double>& motion, int dimension = 2)
        : spec(parse_system(system(contacts, dimension), "test")), graph(spec), drawing(drawing_of(graph)), x(motion) {
        draw_contacts(spec, graph, x, drawing);
    }
    static std::string system(const std::string& contacts, int dimension) {
        const std::string place = dimension == 2 ? "[0.5, 0.5]" : "[0.5, 0.5, 0.5]";
        return R"({"name": "s", "dimension": )" + std::to_string(dimension) +
               R"(, "bodies": [{"id": "post", "type": "Origin"}, {"id": "a", "type": "Obj0D", "mass": 1},
               {"id": "b", "type": "Obj0D", "mass": 1}], "contacts": [)" +
               contacts + R"(], "initial_conditions": {"states": [{"position": {"a": )" + place + R"(, "b": )" + place +
               "}}]}}";
    }
    std::vector<Drawing::Line> lines(Drawing::Line::Kind kind) const {
        std::vector<Drawing::Line> found;
        std::copy_if(drawing.lines.begin(), drawing.lines.end(), std::back_inserter(found),
                     [&](const Drawing::Line& line) { return line.kind == kind; });
        return found;
    }

    SystemSpec spec;
    BodyGraph graph;
    Drawing drawing;
    std::vector<double> x;
};

std::string wall(const std::string& on, const std::string& point, const std::string& normal) {
    return R"({"type": "Contact", "shape": "plane", "on": ")" + on + R"(", "radius": 0.1, "point": )" + point +
           R"(, "normal": )" + normal + R"(, "restitution": 1})";
}

constexpr double rounding = 1e-12;  // of places of size 1, m
const std::vector<double> across_a_box{0.1, 0.1, 0.9, 0.9, 0.9, 0.9, 0.1, 0.1};

}  // namespace

TEST_CASE("the walls of a box are drawn once, end at its corners, and have their hatches behind them") {
    std::string contacts;
    for (const char* body : {"a", "b"})
        contacts += (contacts.empty() ? "" : ", ") + wall(body, "[0, 0]", "[0, 1]") + ", " +
                    wall(body, "[0, 0]", "[1, 0]") + ", " + wall(body, "[1, 1]", "[-1, 0]") + ", " +
                    wall(body, "[1, 1]", "[0, -1]");
    const Drawn box(contacts, across_a_box);
    double along_floor = 0;
    int hatches = 0;
    for (const auto& curve : box.drawing.curves) {
        REQUIRE(is_wall(curve));
        const Place &from = curve[0], &to = curve[1];
        if (std::abs(from[1]) < rounding && std::abs(to[1]) < rounding) {
            along_floor += std::abs(to[0] - from[0]);
            CHECK(std::min(from[0], to[0]) > -rounding);
            CHECK(std::max(from[0], to[0]) < 1 + rounding);
        }
        const bool behind = std::min({to[0], to[1], 1 - to[0], 1 - to[1]}) < -0.01;
        hatches += behind;
    }
    CHECK(along_floor == doctest::Approx(1));
    CHECK(hatches * 2 == static_cast<int>(box.drawing.curves.size()));
}

TEST_CASE("a plane that is further away than the motion is large is left out") {
    CHECK(!Drawn(wall("a", "[0, -1]", "[0, 1]"), across_a_box).drawing.curves.empty());
    CHECK(Drawn(wall("a", "[0, -3]", "[0, 1]"), across_a_box).drawing.curves.empty());
}

TEST_CASE("balls have their radius, and one that several contacts share is drawn once") {
    const std::string balls =
        R"({"type": "Contact", "shape": "balls", "between": ["a", "BODY"], "radii": [0.1, 0.2], "restitution": 1})";
    const auto with = [&](const std::string& body) { return std::string(balls).replace(balls.find("BODY"), 4, body); };
    const Drawn three(with("b") + ", " + with("post"), across_a_box);
    const auto edges = three.lines(Drawing::Line::Kind::outline);
    CHECK(edges.size() == 3 * 12);
    for (const Drawing::Line& edge : edges) {
        const double away = std::hypot(double(edge.a.offset[0]), double(edge.a.offset[1]));
        CHECK(away == doctest::Approx(edge.label == "a" ? 0.1 : 0.2));
        CHECK(edge.a.weights.size() == (edge.label == "post" ? 0u : 1u));
    }
    const Drawn solid(with("post"), {0, 0, 0, 1, 1, 1}, 3);
    CHECK(solid.lines(Drawing::Line::Kind::outline).size() == 2 * 3 * 12);  // three great circles of each
}

TEST_CASE("within a fixed point is a circle, between two bodies a rope") {
    const auto within = [](const std::string& body) {
        return R"({"type": "Contact", "shape": "within", "between": ["a", ")" + body +
               R"("], "distance": 2, "restitution": 1})";
    };
    const Drawn circle(within("post"), across_a_box);
    CHECK(circle.drawing.curves.size() == 48);
    for (const auto& curve : circle.drawing.curves) CHECK(std::hypot(curve[0][0], curve[0][1]) == doctest::Approx(2));
    CHECK(circle.lines(Drawing::Line::Kind::rope).empty());
    const Drawn rope(within("b"), across_a_box);
    CHECK(rope.drawing.curves.empty());
    CHECK(rope.lines(Drawing::Line::Kind::rope).size() == 1);
}

TEST_CASE("a slide is drawn from one limit to the other, and its impacts at the second body") {
    const auto slide = [](const std::string& limits) {
        return R"({"type": "Stop", "shape": "slide", "between": ["post", "a"], "along": [0.6, 0.8], )" + limits +
               R"(, "restitution": 1})";
    };
    const Drawn rail(slide(R"("low": -1, "high": 2)"), across_a_box);
    const auto lines = rail.lines(Drawing::Line::Kind::arm);
    REQUIRE(lines.size() == 1);
    CHECK(double(lines[0].a.offset[0]) == doctest::Approx(-0.6));
    CHECK(double(lines[0].b.offset[1]) == doctest::Approx(1.6));
    CHECK(Drawn(slide(R"("low": -1)"), across_a_box).lines(Drawing::Line::Kind::arm).empty());
    const auto impacts = drawn_impacts(rail.spec, rail.graph, rail.x, 0.5, {0.25}, {0});
    REQUIRE(impacts.size() == 1);
    CHECK(impacts[0].place[0] == doctest::Approx(0.5));
}

// Two samples 0.5 s apart, of which the impact is a fifth of the way.
TEST_CASE("impacts are drawn where surfaces touch") {
    const Drawn box(wall("a", "[0, 0]", "[0, 1]") + R"(, {"type": "Contact", "shape": "balls", "between": ["a", "b"],
                     "radii": [0.1, 0.3], "restitution": 1})",
                    {0, 0.1, 4, 0.1, 1, 0.1, 4, 0.1});
    const auto impacts = drawn_impacts(box.spec, box.graph, box.x, 0.5, {0.1, 0.1, NAN, 0.2}, {0, 1, NAN, 0});
    REQUIRE(impacts.size() == 2);
    CHECK(impacts[0].time == 0.1);
    CHECK(impacts[0].place[0] == doctest::Approx(0.2));
    CHECK(impacts[0].place[1] == doctest::Approx(0));
    CHECK(impacts[1].place[0] == doctest::Approx(0.2 + 0.25 * 3.8));
    CHECK(
        drawn_impacts(box.spec, box.graph, box.x, 0.5, {0.7, 0.1}, {0, 7}).empty());  // behind the end; no such contact
    CHECK(drawn_impacts(box.spec, box.graph, box.x, 0.5, {}, {}).empty());
}
