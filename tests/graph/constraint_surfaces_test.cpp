#include "graph/constraint_surfaces.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "spec/read_system.hpp"

using namespace cchnn;

namespace {

std::vector<double> place_of(const Point& point) {
    std::vector<double> place;
    for (const Exact& at : point.offset) place.push_back(double(at));
    return place;
}

}  // namespace

// Newton's method from within a cell of a tenth of the surface leaves far less than a hundredth of a line's width.
constexpr double off_surface = 1e-4;  // m

TEST_CASE("a surface is a net of lines on it around the motion") {
    const SystemSpec spec = load_system("bead_on_paraboloid");
    const BodyGraph graph(spec);
    const std::vector<double> x{0.6, 0, 0.36, 0, -0.6, 0.36, -0.6, 0, 0.36, 0, 0.6, 0.36, 0.1, 0, 0.01};
    const auto surfaces = constraint_surfaces(graph, x);
    REQUIRE(surfaces.size() == 1);
    CHECK(surfaces[0].label == "Constraint bead");
    CHECK(surfaces[0].faces.empty());
    CHECK(surfaces[0].corners.size() > 60);
    CHECK(surfaces[0].creases.size() > surfaces[0].corners.size());
    const auto curvature = [&](const std::vector<double>& at) { return at[2] / (at[0] * at[0] + at[1] * at[1]); };
    const double k = curvature(place_of(surfaces[0].corners[0]));
    double widest = 0;
    for (const Point& corner : surfaces[0].corners) {
        const std::vector<double> at = place_of(corner);
        widest = std::max(widest, std::hypot(at[0], at[1]));
        CHECK(std::abs(at[2] - k * (at[0] * at[0] + at[1] * at[1])) < off_surface);
    }
    CHECK(widest > 0.6);  // beyond the motion
    for (const DrawnSurface::Crease& line : surfaces[0].creases) {
        const auto a = place_of(surfaces[0].corners[static_cast<std::size_t>(line.a)]),
                   b = place_of(surfaces[0].corners[static_cast<std::size_t>(line.b)]);
        CHECK(std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) < 0.5);  // neighbours
    }
}

TEST_CASE("in a plane the line of an equation is drawn, and a point with two equations has no surfaces") {
    const SystemSpec circle = parse_system(R"({ "name": "circle", "dimension": 2,
        "bodies": [ {"id": "bead", "type": "Obj0D", "mass": 1} ],
        "constraints": [ {"type": "Constraint", "points": ["bead"], "equation": "x^2 + y^2 - 1"} ],
        "initial_conditions": { "bodies": { "bead": {"position": [1, 0]} } } })",
                                           "circle.json");
    const auto lines = constraint_surfaces(BodyGraph(circle), {1, 0, 0, 1, -1, 0, 0, -1});
    REQUIRE(lines.size() == 1);
    CHECK(lines[0].creases.size() == lines[0].corners.size());  // a closed line
    for (const Point& corner : lines[0].corners) {
        const std::vector<double> at = place_of(corner);
        CHECK(std::abs(std::hypot(at[0], at[1]) - 1) < off_surface);
    }
    const SystemSpec helix = load_system("beads_on_helix");
    CHECK(constraint_surfaces(BodyGraph(helix), {0.5, 0, 0, 0.4, 0.3, 1}).empty());
}
