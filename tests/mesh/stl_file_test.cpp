#include "mesh/mesh_files.hpp"

#include <doctest/doctest.h>

#include <cstring>
#include <limits>

#include "mesh/mesh_fixture.hpp"

namespace cchnn_test {
namespace {

// The triangles of an OBJ text, every polygon as a fan.
std::string stl_of(const std::string& obj, const std::vector<std::array<Vector3, 3>>& more = {}) {
    const SurfaceMesh mesh = read_obj(obj, "m.obj");
    std::vector<std::array<Vector3, 3>> triangles = more;
    for (const SurfaceMesh::Face& face : mesh.faces)
        for (std::size_t k = 2; k < face.corners.size(); ++k) {
            const auto at = [&](std::size_t i) { return mesh.vertices[static_cast<std::size_t>(face.corners[i])]; };
            triangles.push_back({at(0), at(k - 1), at(k)});
        }
    std::string bytes(80, 's');
    const auto put = [&](const auto& number) {
        char raw[4];
        std::memcpy(raw, &number, 4);
        bytes.append(raw, 4);
    };
    put(static_cast<std::uint32_t>(triangles.size()));
    for (const auto& triangle : triangles) {
        bytes.append(12, '\0');
        for (const Vector3& corner : triangle)
            for (const double c : corner) put(static_cast<float>(c));
        bytes.append(2, '\0');
    }
    return bytes;
}
std::string complaint(const std::string& bytes) {
    try {
        read_stl(bytes, "m.stl");
        return "";
    } catch (const SpecError& error) {
        return to_text(error.problems());
    }
}

TEST_CASE("a binary STL file is the solid of the same triangles in an OBJ file") {
    for (const std::string& obj : {std::string(tetrahedron_obj), box_obj(1, 2, 0.5), sphere_obj(2)}) {
        const Solid there = solid_inside(read_obj(obj, "m.obj")), here = solid_inside(read_stl(stl_of(obj), "m.stl"));
        const double single = 1e-6;  // float32
        CHECK(std::abs(here.volume - there.volume) < single * there.volume);
        for (std::size_t k = 0; k < 3; ++k)
            CHECK(std::abs(here.second_moments[k] - there.second_moments[k]) < single * there.second_moments[0]);
    }
    CHECK(read_stl(stl_of(tetrahedron_obj), "m.stl").vertices.size() == 4);
}

TEST_CASE("corners at 0 and -0 are one vertex, and triangles without area are left out") {
    const SurfaceMesh mesh =
        read_stl(stl_of(tetrahedron_obj, {{Vector3{-0.0, 0, 0}, Vector3{0, -0.0, 0}, Vector3{1, 0, 0}}}), "m.stl");
    CHECK(mesh.vertices.size() == 4);
    CHECK(mesh.faces.size() == 4);
    CHECK(solid_inside(mesh).volume == doctest::Approx(1.0 / 6));
}

TEST_CASE("what is no STL file says so") {
    const std::string whole = stl_of(tetrahedron_obj);
    for (const std::string& bytes : {whole.substr(0, whole.size() - 1), whole + "x"})
        CHECK(complaint(bytes).starts_with("m.stl: is not an STL file: " + std::to_string(bytes.size()) + " bytes"));
    CHECK(complaint(std::string(84, '\0')) == "m.stl: has no triangles");
    std::string many = whole;
    many[82] = '\x7f';
    CHECK(complaint(many).starts_with("m.stl: is not an STL file"));
    std::string infinite = whole;
    const float infinity = std::numeric_limits<float>::infinity();
    std::memcpy(&infinite[84 + 50 + 12], &infinity, 4);
    CHECK(complaint(infinite) == "m.stl:2: a corner must have finite coordinates");
}

}  // namespace
}  // namespace cchnn_test
