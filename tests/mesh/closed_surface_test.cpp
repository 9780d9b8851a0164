#include "mesh/closed_surface.hpp"

#include <doctest/doctest.h>

#include "contains_text.hpp"
#include "mesh/mesh_fixture.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

const std::string corners = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n";

TEST_CASE("a closed surface that looks outwards is fine") {
    CHECK(mesh_complaint(tetrahedron_obj) == "");
    CHECK(mesh_complaint(box_obj(1, 2, 3)) == "");
    CHECK(mesh_complaint(sphere_obj(2)) == "");
}

TEST_CASE("a closed surface is as fine in nanometres as in astronomical units") {
    for (const double size : {1e-9, 1e-5, 1e11}) {
        CAPTURE(size);
        CHECK(mesh_complaint(box_obj(size, 2 * size, 3 * size)) == "");
    }
}

TEST_CASE("an open surface is refused at each edge of its hole") {
    const std::string close = "close the hole, or merge vertices by distance where faces look joined";
    CHECK(mesh_complaint(corners + "f 1 3 2\nf 1 2 4\nf 2 3 4\n") ==
          "a.obj:5: the edge of vertices 1 and 3 belongs to face 1 alone, the surface is open there; " + close +
              "\n"

              "a.obj:6: the edge of vertices 1 and 4 belongs to face 2 alone, the surface is open there; " +
              close +
              "\n"

              "a.obj:7: the edge of vertices 3 and 4 belongs to face 3 alone, the surface is open there; " +
              close);
}

TEST_CASE("an edge of three faces is refused") {
    const std::string said = mesh_complaint(corners + "v 1 1 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\nf 2 3 5\n");
    CHECK(contains_text(
        said,
        "a.obj:6: the edge of vertices 2 and 3 belongs to 3 faces (1, 3, 5), that of a solid to two; remove "
        "inner faces, or give parts that touch vertices of their own"));
}

TEST_CASE("a face turned round is refused at its edges") {
    CHECK(mesh_complaint(corners + "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 3 4\n") ==
          "a.obj:5: the edge of vertices 1 and 3 is run along in the same direction by faces 1, 4; reverse the corners "
          "of "
          "one of them, so that all are counter-clockwise seen from outside\n"
          "a.obj:6: the edge of vertices 1 and 4 is run along in the same direction by faces 2, 4; reverse the corners "
          "of "
          "one of them, so that all are counter-clockwise seen from outside\n"
          "a.obj:7: the edge of vertices 3 and 4 is run along in the same direction by faces 3, 4; reverse the corners "
          "of "
          "one of them, so that all are counter-clockwise seen from outside");
}

TEST_CASE("a surface that looks inwards is refused with its volume") {
    CHECK(mesh_complaint(corners + "f 1 2 3\nf 1 4 2\nf 2 4 3\nf 1 3 4\n") ==
          "a.obj: its volume is -0.166667: the faces look inwards; reverse the order of the corners of every face");
}

TEST_CASE("faces without area and surfaces without volume are refused") {
    CHECK(mesh_complaint("v 0 0 0\nv 1 0 0\nv 2 0 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n")
              .starts_with("a.obj:5: face 1 has no area, its corners lie on one line; remove it or move a corner"));
    CHECK(mesh_complaint("v 0 0 0\nv 1 0 0\nv 0 1 0.1\nf 1 2 3\nf 1 3 2\n") ==
          "a.obj: encloses no volume; a body without thickness is an Obj2D");
}

}  // namespace
