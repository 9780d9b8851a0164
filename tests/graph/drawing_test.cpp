#include "graph/body_surfaces.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "elements/link.hpp"
#include "elements/parts/curve/curve.hpp"
#include "elements/rolling.hpp"
#include "elements/track.hpp"
#include "mechanics/constrained_system.hpp"
#include "sample/sampler.hpp"
#include "spec/read_system.hpp"

using namespace cchnn;

namespace {

struct Drawn {
    explicit Drawn(const std::string& name)
        : spec(load_system(name)), graph(spec), system(spec, graph), drawing(drawing_of(graph)) {
        const Sampler sampler(spec, graph, system);
        SampleKey key{3, Split::test, 0, 0};
        x = sampler.draw(key).x;
    }
    std::vector<double> place(const Point& point) const {
        std::vector<double> p = converted<double>(point.offset);
        for (const NodeWeight& w : point.weights)
            for (std::size_t axis = 0; axis < p.size(); ++axis)
                p[axis] += double(w.weight) * x[static_cast<std::size_t>(index(w.node)) * p.size() + axis];
        return p;
    }
    double length(const Drawing::Line& line) const {
        const std::vector<double> a = place(line.a), b = place(line.b);
        double sum = 0;
        for (std::size_t axis = 0; axis < a.size(); ++axis) sum += (a[axis] - b[axis]) * (a[axis] - b[axis]);
        return std::sqrt(sum);
    }
    std::vector<Drawing::Line> lines(Drawing::Line::Kind kind) const {
        std::vector<Drawing::Line> found;
        for (const Drawing::Line& line : drawing.lines)
            if (line.kind == kind) found.push_back(line);
        return found;
    }
    long spots(Drawing::Spot::Kind kind) const {
        return std::count_if(drawing.spots.begin(), drawing.spots.end(),
                             [&](const Drawing::Spot& s) { return s.kind == kind; });
    }

    SystemSpec spec;
    BodyGraph graph;
    ConstrainedSystem system;
    Drawing drawing;
    std::vector<double> x;
};

using Kind = Drawing::Line::Kind;
constexpr double rounding = 1e-9;  // of a state on its constraints, m

}  // namespace

TEST_CASE("a chain is drawn as rods of its links' lengths, from what is fixed to the last mass") {
    const Drawn chain("chain_pendulum_3");
    const auto rods = chain.lines(Kind::rod);
    REQUIRE(rods.size() == 3);
    for (std::size_t i = 0; i < 3; ++i)
        CHECK(std::abs(chain.length(rods[i]) - chain.graph.links()[i].length) < rounding);
    CHECK(chain.spots(Drawing::Spot::Kind::fixed) == 1);
    CHECK(chain.spots(Drawing::Spot::Kind::mass) == 3);
    CHECK(chain.drawing.up == 1);
}

TEST_CASE("a rigid body is drawn as the uniform box of its moments") {
    const Drawn top("rigid_rotor");
    const auto edges = top.lines(Kind::outline);
    REQUIRE(edges.size() == 12);
    // A uniform box of half-length a has E[y^2] = a^2 / 3: four edges of length 2 sqrt(3 lambda) along each axis.
    const std::vector<double>& moments = top.spec.bodies.back().second_moments;
    for (const double moment : moments) {
        const auto along = std::count_if(edges.begin(), edges.end(), [&](const Drawing::Line& edge) {
            return std::abs(top.length(edge) - 2 * std::sqrt(3 * moment)) < rounding;
        });
        CHECK(along >= 4);
    }
}

TEST_CASE(
    "a body that is round about an axis is drawn as the uniform cylinder of its moments, with an arm to its joint") {
    const Drawn top("gyroscope");
    const std::vector<double>& moments = top.spec.bodies.back().second_moments;
    // A uniform cylinder of radius R and half length a has E[y^2] = R^2 / 4 across and a^2 / 3 along its axis.
    const double radius = 2 * std::sqrt(moments[0]), half = std::sqrt(3 * moments[2]);
    const auto edges = top.lines(Kind::outline);
    REQUIRE(edges.size() == 2 * 24 + 4);
    const std::vector<double> centre = top.place(node_point(0, 3));
    for (const Drawing::Line& edge : edges) {
        CHECK(edge.label == "top");
        double squared = 0;
        const std::vector<double> a = top.place(edge.a);
        for (std::size_t axis = 0; axis < 3; ++axis) squared += (a[axis] - centre[axis]) * (a[axis] - centre[axis]);
        CHECK(std::abs(std::sqrt(squared) - std::hypot(radius, half)) < rounding);
    }
    for (std::size_t side = 48; side < 52; ++side) CHECK(std::abs(top.length(edges[side]) - 2 * half) < rounding);
    REQUIRE(top.lines(Kind::arm).size() == 1);
    const std::vector<double> joint = top.place(top.lines(Kind::arm)[0].b);
    for (std::size_t axis = 0; axis < 3; ++axis)
        CHECK(std::abs(joint[axis] - top.graph.bodies()[0].position[axis]) < rounding);
    CHECK(top.drawing.up == 2);
}

TEST_CASE(
    "rods and springs carry the names of their constraints, and each body that moves has a tip that leaves a trail") {
    const Drawn chain("chain_pendulum_2");
    CHECK(chain.lines(Kind::rod)[1].label == "Link bob1-bob2");
    REQUIRE(chain.drawing.tips.size() == 2);
    CHECK(chain.place(chain.drawing.tips[1]) == chain.place(node_point(1, 2)));
    CHECK(Drawn("coupled_pendulum_3").lines(Kind::spring)[0].label.starts_with("Spring "));
    const Drawn top("gyroscope");
    REQUIRE(top.drawing.tips.size() == 1);
    const std::vector<double> tip = top.place(top.drawing.tips[0]), centre = top.place(node_point(0, 3));
    const double away = std::hypot(tip[0] - centre[0], tip[1] - centre[1], tip[2] - centre[2]);
    CHECK(std::abs(away - std::sqrt(3 * top.spec.bodies.back().second_moments[2])) < rounding);
}

TEST_CASE("what rolls is drawn with its radius, springs between their ends, a Track along its curve") {
    const Drawn disk("rolling_disk");
    const double radius = disk.graph.rollings()[0].radius;
    CHECK(disk.lines(Kind::outline).size() == 24);
    REQUIRE(disk.lines(Kind::arm).size() == 1);
    CHECK(std::abs(disk.length(disk.lines(Kind::arm)[0]) - radius) < rounding);
    CHECK(std::abs(disk.length(disk.lines(Kind::outline)[5]) - 2 * radius * std::sin(std::acos(-1.0) / 24)) < rounding);
    CHECK(Drawn("coupled_pendulum_3").lines(Kind::spring).size() == 2);
    const Drawn coaster("roller_coaster");
    REQUIRE(coaster.drawing.curves.size() == 1);
    const CurvePoint first(*coaster.graph.track_points()[0].curve, coaster.graph.track_points()[0].curve->low());
    CHECK(coaster.drawing.curves[0][0] ==
          std::vector<double>(first.position, first.position + coaster.graph.dimension()));
    CHECK(coaster.drawing.curves[0].size() == 161);
    CHECK(Drawn("magnet_pendulum").spots(Drawing::Spot::Kind::magnet) == 2);
}

TEST_CASE("without gravity the last axis points up, with gravity the one most along it, of equals the first") {
    const auto up = [](const std::string& place, const std::string& gravity) {
        const long dimension = 1 + std::count(place.begin(), place.end(), ',');
        std::string system = R"({"name": "s", "bodies": [{"id": "a", "type": "Obj0D", "mass": 1}], "dimension": )";
        system += std::to_string(dimension) + R"(, "potentials": [)" + gravity;
        system += R"(], "initial_conditions": {"states": [{"position": {"a": )" + place + "}}]}}";
        return drawing_of(BodyGraph(parse_system(system, "test"))).up;
    };
    CHECK(up("[0, 0]", "") == 1);
    CHECK(up("[0, 0, 0]", "") == 2);
    CHECK(up("[0, 0, 0]", R"({"type": "Gravity", "g": 9.81, "up": [0, -0.8, 0.6]})") == 1);
    CHECK(up("[0, 0]", R"({"type": "Gravity", "g": 1, "up": [0.7071067811865476, 0.7071067811865476]})") == 0);
}

// The cube root of the mass, of the heaviest 1.
TEST_CASE("masses of grams are drawn like masses of kilograms") {
    const SystemSpec spec = parse_system(R"({"name": "s", "dimension": 2,
        "bodies": [{"id": "a", "type": "Obj0D", "mass": 0.008}, {"id": "b", "type": "Obj0D", "mass": 0.001}],
        "initial_conditions": {"states": [{"position": {"a": [0, 0], "b": [1, 0]}}]}})",
                                         "test");
    const Drawing drawing = drawing_of(BodyGraph(spec));
    REQUIRE(drawing.spots.size() == 2);
    CHECK(drawing.spots[0].size == 1);
    CHECK(drawing.spots[1].size == doctest::Approx(0.5));
}

TEST_CASE("points know the body that they belong to: of arms, outlines and tips, and none of what joins two") {
    const Drawn chain("chain_pendulum_2");
    const auto rods = chain.lines(Kind::rod);
    CHECK(!chain.drawing.body_of(rods[0].a));  // the pivot
    CHECK(chain.drawing.body_of(rods[1].a) == 0u);
    CHECK(chain.drawing.body_of(rods[1].b) == 1u);
    const Drawn arm("hinged_arm_3");
    for (std::size_t body = 0; body < 3; ++body) CHECK(arm.drawing.body_of(arm.drawing.tips[body]) == body);
    for (const Drawing::Line& line : arm.lines(Kind::outline))
        CHECK(arm.drawing.body_of(line.a) == arm.drawing.body_of(line.b));
}

TEST_CASE("a hinge has a pin of unit length along its axis, a slider a sleeve, and a rope is no rod") {
    const Drawn arm("hinged_arm_3");
    REQUIRE(arm.lines(Kind::pin).size() == 3);
    for (const Drawing::Line& pin : arm.lines(Kind::pin)) CHECK(std::abs(arm.length(pin) - 1) < rounding);
    const Drawn atwood("dysts_swinging_atwood");
    REQUIRE(atwood.lines(Kind::sleeve).size() == 1);
    const Drawing::Line rail = atwood.lines(Kind::sleeve)[0];
    CHECK(std::abs(atwood.place(rail.b)[0] - atwood.place(rail.a)[0]) < rounding);  // upright
    CHECK(!atwood.lines(Kind::rope).empty());
    CHECK(atwood.lines(Kind::rod).empty());
}
