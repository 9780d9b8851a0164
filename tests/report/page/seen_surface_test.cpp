#include "report/page/projection.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "mesh/mesh_fixture.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

// From (1, 2, 3), across along (2, -1, 0).
SvgPoint flat(const Vector3& x) {
    const Vector3 right{2 / std::sqrt(5.0), -1 / std::sqrt(5.0), 0},
        toward{1 / std::sqrt(14.0), 2 / std::sqrt(14.0), 3 / std::sqrt(14.0)};
    return {dot(x, right), -dot(x, cross(toward, right))};
}

SeenSurface seen(const std::string& obj) {
    const DrawnSurface drawn = drawn_surface(read_obj(obj, "a.obj"), 10000);
    std::vector<SvgPoint> corners;
    for (const Vector3& corner : drawn.corners) corners.push_back(flat(corner));
    return seen_surface({"", std::vector<Point>(corners.size()), drawn.faces, drawn.creases}, corners);
}

long creases_at(const SeenSurface& surface, const SvgPoint& corner) {
    long count = 0;
    for (const auto& crease : surface.creases)
        for (const SvgPoint& end : crease)
            count += std::hypot(end.across - corner.across, end.down - corner.down) < 1e-12;
    return count;
}

double area(const std::vector<SvgPoint>& loop) {
    double twice = 0;
    for (std::size_t k = 0; k < loop.size(); ++k) {
        const SvgPoint &a = loop[k], &b = loop[(k + 1) % loop.size()];
        twice += a.across * b.down - b.across * a.down;
    }
    return std::abs(twice) / 2;
}

}  // namespace

TEST_CASE("of a box six corners surround what is seen, and nine edges are on the near side") {
    const SeenSurface box = seen(box_obj(1, 1, 1));
    REQUIRE(box.loops.size() == 1);
    CHECK(box.loops[0].size() == 6);
    CHECK(std::abs(area(box.loops[0]) - (1 + 2 + 3) / std::sqrt(14.0)) < 1e-12);  // the shadow of a cube
    CHECK(box.creases.size() == 9);
    CHECK(creases_at(box, flat({0.5, 0.5, 0.5})) == 3);
    CHECK(creases_at(box, flat({-0.5, -0.5, -0.5})) == 0);  // on the far side
}

TEST_CASE("a body that is not convex keeps its notch") {
    // An L: two cubes and the one that they meet in, as a prism along z.
    const std::string prism =
        "v 0 0 0\nv 2 0 0\nv 2 1 0\nv 1 1 0\nv 1 2 0\nv 0 2 0\nv 0 0 1\nv 2 0 1\nv 2 1 1\nv 1 1 1\nv 1 2 1\nv 0 2 1\n"
        "f 6 5 4 3 2 1\nf 7 8 9 10 11 12\nf 1 2 8 7\nf 2 3 9 8\nf 3 4 10 9\nf 4 5 11 10\nf 5 6 12 11\nf 6 1 7 12\n";
    const SeenSurface bent = seen(prism);
    REQUIRE(bent.loops.size() == 1);
    // Sides that look this way: top (3 of area 1), +x (1 + 1), +y (1 + 1); of those in the notch none lies over
    // another.
    CHECK(std::abs(area(bent.loops[0]) - (3 * 3 + 2 * 1 + 2 * 2) / std::sqrt(14.0)) < 1e-12);
    CHECK(bent.loops[0].size() > 6);
}
