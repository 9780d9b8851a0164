#include "graph/body_surfaces.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "mechanics/constrained_system.hpp"
#include "sample/sampler.hpp"
#include "spec/read_system.hpp"
#include "spec/resolve_meshes.hpp"

using namespace cchnn;

namespace {

using Kind = Drawing::Line::Kind;
constexpr double rounding = 1e-12;  // m, of a state on its constraints

long count(const Drawing& drawing, Kind kind) {
    return std::count_if(drawing.lines.begin(), drawing.lines.end(),
                         [&](const Drawing::Line& line) { return line.kind == kind; });
}

}  // namespace

TEST_CASE("a body whose mesh is at hand is drawn by it, with a spoke, and its trail begins where the mesh ends") {
    const SystemSpec spec = load_system("mesh_top");
    const BodyGraph graph(spec);
    const ConstrainedSystem system(spec, graph);
    SampleKey key{3, Split::test, 0, 0};
    const std::vector<double> x = Sampler(spec, graph, system).draw(key).x;
    const auto distance = [&](const Point& a, const Point& b) {
        double squared = 0;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            double off = double(a.offset[axis]) - double(b.offset[axis]);
            for (const NodeWeight& w : a.weights)
                off += double(w.weight) * x[3 * static_cast<std::size_t>(index(w.node)) + axis];
            for (const NodeWeight& w : b.weights)
                off -= double(w.weight) * x[3 * static_cast<std::size_t>(index(w.node)) + axis];
            squared += off * off;
        }
        return std::sqrt(squared);
    };

    const auto meshes = mesh_surfaces(spec, files_beside_system("mesh_top"));
    Drawing drawing = drawing_of(graph);
    REQUIRE(count(drawing, Kind::outline) > 0);
    const long arms = count(drawing, Kind::arm);
    CHECK(draw_surfaces(graph, {}, drawing).empty());
    REQUIRE(count(drawing, Kind::outline) > 0);
    const std::vector<BodySurface> surfaces = draw_surfaces(graph, meshes, drawing);
    REQUIRE(surfaces.size() == 1);
    CHECK(surfaces[0].label == "top");
    CHECK(surfaces[0].faces == meshes.at("top").faces);
    CHECK(count(drawing, Kind::outline) == 0);

    const Point centre = node_point(0, 3);
    const std::vector<Vector3>& corners = meshes.at("top").corners;
    for (std::size_t k = 0; k < corners.size(); k += 31)
        CHECK(std::abs(distance(centre, surfaces[0].corners[k]) - std::sqrt(dot(corners[k], corners[k]))) < rounding);
    REQUIRE(count(drawing, Kind::arm) == arms + 1);
    CHECK(std::abs(distance(drawing.lines.back().a, drawing.lines.back().b) - 0.0215) < rounding);  // the widest circle
    CHECK(std::abs(distance(fixed_point({0, 0, 0}), drawing.tips[0]) - 0.055) < rounding);          // the handle
}
