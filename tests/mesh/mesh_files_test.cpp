#include "mesh/mesh_files.hpp"

#include <doctest/doctest.h>

#include <bit>
#include <cstring>

#include "mesh/mesh_fixture.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

struct Triangle {
    Vector3 a, b, c;
};

// The triangles of an OBJ text, every polygon as a fan: faces with vertices of their own.
std::vector<Triangle> triangles_of(const std::string& obj) {
    const SurfaceMesh mesh = read_obj(obj, "m.obj");
    std::vector<Triangle> triangles;
    for (const SurfaceMesh::Face& face : mesh.faces)
        for (std::size_t k = 2; k < face.corners.size(); ++k) {
            const auto at = [&](std::size_t i) { return mesh.vertices[static_cast<std::size_t>(face.corners[i])]; };
            triangles.push_back({at(0), at(k - 1), at(k)});
        }
    return triangles;
}
std::string numbers(const Vector3& x) { return vertex_line(x).substr(2); }

std::string soup_obj(const std::string& obj) {
    std::string text;
    for (const Triangle& t : triangles_of(obj))
        text += vertex_line(t.a) + vertex_line(t.b) + vertex_line(t.c) + "f -3 -2 -1\n";
    return text;
}
std::string text_stl(const std::string& obj) {
    std::string text = "solid thing\n";
    for (const Triangle& t : triangles_of(obj))
        text += "facet normal 0 0 0\nouter loop\nvertex " + numbers(t.a) + "vertex " + numbers(t.b) + "vertex " +
                numbers(t.c) + "endloop\nendfacet\n";
    return text + "endsolid\n";
}

template <class Number>
void put(std::string& bytes, Number number, bool big) {
    std::string raw(sizeof number, '\0');
    std::memcpy(raw.data(), &number, sizeof number);
    if (big) raw = {raw.rbegin(), raw.rend()};
    bytes += raw;
}

std::string ply(const std::string& obj, const std::string& format) {
    const SurfaceMesh mesh = read_obj(obj, "m.obj");
    std::string text = "ply\nformat " + format + " 1.0\ncomment by hand\nelement vertex " +
                       std::to_string(mesh.vertices.size()) +
                       "\nproperty double x\nproperty double y\nproperty double z\nproperty uchar red\nelement face " +
                       std::to_string(mesh.faces.size()) + "\nproperty list uchar int vertex_indices\nend_header\n";
    const bool is_text = format == "ascii", big = format == "binary_big_endian";
    for (const Vector3& x : mesh.vertices) {
        if (is_text) text += numbers(x).substr(0, numbers(x).size() - 1) + " 7\n";
        for (const double c : x)
            if (!is_text) put(text, c, big);
        if (!is_text) put(text, static_cast<unsigned char>(7), big);
    }
    for (const SurfaceMesh::Face& face : mesh.faces) {
        if (is_text) text += std::to_string(face.corners.size());
        else put(text, static_cast<unsigned char>(face.corners.size()), big);
        for (const int corner : face.corners)
            if (is_text) text += " " + std::to_string(corner);
            else put(text, static_cast<std::int32_t>(corner), big);
        if (is_text) text += "\n";
    }
    return text;
}

void check_same(const Solid& a, const Solid& b) {
    CHECK(a.volume == doctest::Approx(b.volume).epsilon(1e-6));  // STL in binary has seven digits
    for (std::size_t k = 0; k < 3; ++k) {
        CHECK(a.second_moments[k] == doctest::Approx(b.second_moments[k]).epsilon(1e-6));
        CHECK(a.centre_of_mass[k] == doctest::Approx(b.centre_of_mass[k]).epsilon(1e-6));
    }
}

Solid solid_in(const std::string& contents, const std::string& file) {
    MeshFiles files;
    return solid_inside(files.read(contents, file));
}
std::string complaint(const std::string& contents, const std::string& file) {
    try {
        solid_in(contents, file);
        return "";
    } catch (const SpecError& error) {
        return error.what();
    }
}

TEST_CASE("a solid is the same from OBJ, STL and PLY, with shared vertices or faces with vertices of their own") {
    for (const std::string& obj : {std::string(tetrahedron_obj), box_obj(1, 2, 3), sphere_obj(2)}) {
        const Solid expected = solid_inside(read_obj(obj, "m.obj"));
        check_same(solid_in(soup_obj(obj), "m.obj"), expected);
        check_same(solid_in(text_stl(obj), "M.STL"), expected);
        for (const char* format : {"ascii", "binary_little_endian", "binary_big_endian"})
            check_same(solid_in(ply(obj, format), "m.ply"), expected);
        check_same(solid_in(ply(soup_obj(obj), "ascii"), "m.ply"), expected);
    }
}

TEST_CASE("closed parts that touch along an edge keep vertices of their own") {
    const std::string two =
        std::string(tetrahedron_obj) + "v 0 0 0\nv -1 0 0\nv 0 -1 0\nv 0 0 1\nf 5 7 6\nf 5 6 8\nf 6 7 8\nf 5 8 7\n";
    CHECK(solid_in(two, "m.obj").volume == doctest::Approx(2.0 / 6));
}

TEST_CASE("what is wrong with a mesh file is said of the file, once") {
    CHECK(
        complaint("not a mesh", "m.stl") ==
        "m.stl: is not an STL file: 10 bytes are not 84 and 50 for each triangle; save the surface as STL, PLY or OBJ");
    CHECK(complaint("solid a\nendsolid\n", "m.stl") == "m.stl: has no triangles");
    CHECK(complaint("solid a\nfacet\nvertex 0 0 0\nendfacet\n", "m.stl") ==
          "m.stl: a facet needs three vertices, got 1");
    CHECK(complaint("solid a\nfacet\nvertex 0 x 0\n", "m.stl") == "m.stl: has a word where a number is expected");
    CHECK(complaint("v 0 0 0\n", "m.ply") == "m.ply: is not a PLY file: its first line must be 'ply'");
    CHECK(complaint("ply\nformat ascii 1.0\nelement vertex 1\n", "m.ply") ==
          "m.ply: is not a PLY file: its header does not end, or has no format");
    CHECK(complaint("ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nend_header\n", "m.ply") ==
          "m.ply: ends before its last number");
    CHECK(complaint("ply\nformat binary_little_endian 1.0\nelement vertex 4000000000\nproperty float x\nend_header\n",
                    "m.ply") == "m.ply: ends before its last element");
    CHECK(complaint("ply\nformat ascii 1.0\nelement vertex 4000000000\nelement face 1\nproperty list uchar int "
                    "vertex_index\nend_header\n3 0 1 2\n",
                    "m.ply")
              .starts_with("m.ply:1: face 1 names vertex 1, the file has vertices 1 to 0"));
    CHECK(complaint("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "m.obj")
              .starts_with("m.obj:4: the edge of vertices 1 and 2 belongs to face 1 alone, the surface is open there"));
}

TEST_CASE("the meshes of one request have the limits of one mesh") {
    MeshFiles files;
    std::string said;
    try {
        for (const char* name : {"a.obj", "b.obj", "c.obj", "d.obj"}) files.read(boxes_obj(11'000), name);
    } catch (const SpecError& error) {
        said = error.what();
    }
    CHECK(said ==
          "d.obj: is too much, together with the meshes before it: all of them may have 32 MiB and 500000 triangles; "
          "simplify the surfaces");
    CHECK_THROWS_AS(files.require_room("e.obj"), SpecError);
}

}  // namespace
