#include "mesh/obj_file.hpp"

#include <doctest/doctest.h>

#include "mesh/mesh_fixture.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

const std::string corners = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n";

TEST_CASE("vertices and faces are read in all the forms that exporters write") {
    const SurfaceMesh mesh = read_obj(
        "# a comment\r\nmtllib a.mtl\no corner\nv +0 0 0e0\nv 1.0 0 0 1.0\nv 0 1 0 0.5 0.5 0.5\nv 0 \\\n 0 1  # top\n"
        "vt 0 0\nvn 0 0 1\ng sides\nusemtl red\ns off\nf 1/1 3/1/1 2//1\nf -4 -3 -1\nl 1 2\nf 2 3 4\nf 1 4 3\n",
        "a.obj");
    CHECK(mesh.vertices == std::vector<Vector3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
    REQUIRE(mesh.faces.size() == 4);
    CHECK(mesh.faces[0].corners == std::vector<int>{0, 2, 1});
    CHECK(mesh.faces[1].corners == std::vector<int>{0, 1, 3});
    CHECK(mesh.faces[1].line == 15);
    CHECK(solid_inside(mesh).volume == doctest::Approx(1.0 / 6).epsilon(1e-15));
}

TEST_CASE("numbers are read to the last bit") {
    CHECK(read_obj("v 0.1 1e-3 123456789.123456789\nf 1 2 3\nv 0 0 0\nv 1 1 1\n", "a.obj").vertices[0] ==
          Vector3{0.1, 1e-3, 123456789.123456789});
}

TEST_CASE("what is wrong in a line is said with its number and what to do, and without its text") {
    CHECK(mesh_complaint("v 0 0\nf 1 1 1\n") ==
          "a.obj:1: a vertex needs three coordinates, got 2\n"
          "a.obj:2: face 1 has vertex 1 twice among its corners; remove the face, or the corner if three others are "
          "left\n"
          "a.obj:2: face 1 has vertex 1 twice among its corners; remove the face, or the corner if three others are "
          "left");
    CHECK(mesh_complaint(corners + "v 0 nan 0\nv 0 0 inf\nv 1,5 0 0\n") ==
          "a.obj:5: coordinate 2 must be a finite number\n"
          "a.obj:6: coordinate 3 must be a finite number\n"
          "a.obj:7: coordinate 1 must be a finite number");
    CHECK(mesh_complaint(corners + "f 1 2\nf 1 2 9\nf 1 0 2\nf a b c\nf 1 2 -7\n") ==
          "a.obj:5: a face needs three corners, got 2; remove it\n"
          "a.obj:7: a corner must be the number of a vertex, from 1 or from -1 backwards\n"
          "a.obj:8: a corner must be the number of a vertex, from 1 or from -1 backwards\n"
          "a.obj:6: face 1 names vertex 9, the file has vertices 1 to 4\n"
          "a.obj:9: face 2 names vertex -2, the file has vertices 1 to 4");
    CHECK(mesh_complaint("vv 1 2 3\nsurf 0 1\n") ==
          "a.obj:1: unknown keyword, did you mean 'v'?\n"
          "a.obj:2: 'surf' belongs to a free-form surface, which is not read; export the surface as polygons");
    CHECK(mesh_complaint(corners) == "a.obj: has no faces (lines 'f a b c'); export the surface as polygons");
    CHECK(mesh_complaint("") == "a.obj: has no faces (lines 'f a b c'); export the surface as polygons");
}

TEST_CASE("more triangles, vertices or lines than a body needs are refused while they are read") {
    std::string fan = "f";
    for (long i = 0; i < most_mesh_triangles + 2; ++i) fan += " 1";
    // Corners that are the same are told at the end; a polygon of n corners is n - 2 triangles.
    CHECK(mesh_complaint(corners + fan + "\nf 1 2 3\n") ==
          "a.obj: has more than 500000 triangles; simplify the surface, or give 'mass' and 'second_moments' instead");
    std::string vertices;
    for (long i = 0; i <= most_mesh_vertices; ++i) vertices += "v 0 0 0\n";
    CHECK(mesh_complaint(vertices).starts_with("a.obj: has more than 500000 vertices; "));
    CHECK(mesh_complaint(std::string(most_mesh_lines + 1, '\n')).starts_with("a.obj: has more than 5000000 lines; "));
}

TEST_CASE("ten problems are said, and how many there are more") {
    std::string text;
    for (int i = 0; i < 25; ++i) text += "w\n";
    const std::string said = mesh_complaint(text);
    CHECK(said.ends_with("a.obj: and 15 more of this kind"));
    CHECK(std::count(said.begin(), said.end(), '\n') == 10);
}

}  // namespace
