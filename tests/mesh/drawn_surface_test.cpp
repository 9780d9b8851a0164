#include "mesh/drawn_surface.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <map>

#include "core/to_size.hpp"
#include "mesh/mesh_fixture.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

std::size_t corners_of_faces(const DrawnSurface& surface) {
    std::size_t count = 0;
    for (const auto& face : surface.faces) count += face.size();
    return count;
}

double volume(const DrawnSurface& surface) {
    double sum = 0;
    const auto corner = [&](int k) { return surface.corners[to_size(k)]; };
    for (const auto& face : surface.faces)
        for (std::size_t k = 1; k + 1 < face.size(); ++k)
            sum += dot(corner(face[0]), cross(corner(face[k]), corner(face[k + 1]))) / 6;
    return sum;
}

}  // namespace

TEST_CASE("a small mesh is drawn as it is, without the vertices that no face uses, and with its sharp edges") {
    const DrawnSurface whole = drawn_surface(read_obj(box_obj(1, 2, 3) + "v 9 9 9\n", "a.obj"), 100);
    CHECK(whole.corners.size() == 8);
    CHECK(whole.faces.size() == 6);
    CHECK(whole.creases.size() == 12);
    CHECK(std::abs(volume(whole) - 6) < 1e-12);
    for (const auto& crease : whole.creases) CHECK(crease.left != crease.right);
    CHECK(drawn_surface(read_obj(sphere_obj(3), "a.obj"), 10000).creases.empty());  // bends by less at each edge
}

TEST_CASE(
    "a mesh with many faces is drawn by a coarser one of about its shape, which has no more corners than allowed") {
    const SurfaceMesh sphere = read_obj(sphere_obj(4), "a.obj");
    REQUIRE(sphere.faces.size() == 2048);
    for (const std::size_t most : {std::size_t{336}, std::size_t{2000}}) {
        const DrawnSurface drawn = drawn_surface(sphere, most);
        CHECK(corners_of_faces(drawn) <= most);
        CHECK(corners_of_faces(drawn) > most / 4);
        if (most == 2000) CHECK(drawn.creases.empty());
        for (const Vector3& corner : drawn.corners) CHECK(dot(corner, corner) < 1 + 1e-12);
        CHECK(volume(drawn) > (most == 336 ? 0.5 : 0.9) * 4 / 3 * std::acos(-1.0));
        std::map<std::pair<int, int>, int> edges;  // how often each is run along, less the other way
        for (const auto& face : drawn.faces)
            for (std::size_t k = 0; k < face.size(); ++k) {
                const int a = face[k], b = face[(k + 1) % face.size()];
                edges[{std::min(a, b), std::max(a, b)}] += a < b ? 1 : -1;
            }
        for (const auto& [edge, times] : edges) CHECK(times == 0);  // closed
    }
}
