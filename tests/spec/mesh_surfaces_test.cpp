#include "spec/resolve_meshes.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "core/errors.hpp"
#include "core/sha256.hpp"
#include "mesh/mesh_fixture.hpp"
#include "spec/read_system.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

SystemSpec made_of(const std::string& mesh, int bodies = 1) {
    SystemSpec spec;
    for (int i = 0; i < bodies; ++i) {
        BodySpec body;
        body.id = "b" + std::to_string(i);
        body.type = BodyType::obj3d;
        body.mesh = MeshSpec{"a.obj", sha256_of_text(mesh), 2, 1, {1, 0, 0}, {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}}};
        spec.bodies.push_back(body);
    }
    return spec;
}

FileFinder holding(const std::string& text) {
    return [text](const std::string& path) { return NamedText{path, text}; };
}

}  // namespace

TEST_CASE("the surface of a body is that of its mesh, in the axes of the body and about its centre of mass") {
    const SystemSpec spec = load_system("mesh_top");
    const auto surfaces = mesh_surfaces(spec, files_beside_system("mesh_top"));
    REQUIRE(surfaces.size() == 1);
    const DrawnSurface& top = surfaces.at("top");
    CHECK(top.faces.size() == 2 * 32 + 13 * 32);
    // Moments of the corners say nothing, but the two ends do: the tip is held, 55 mm below the end of the handle.
    const auto [low, high] = std::minmax_element(top.corners.begin(), top.corners.end(),
                                                 [](const Vector3& a, const Vector3& b) { return a[2] < b[2]; });
    const double centre = spec.bodies.back().mesh->centre_of_mass[2];
    CHECK(std::abs((*low)[2] + centre) < 1e-15);
    CHECK(std::abs((*high)[2] - (0.055 - centre)) < 1e-15);
    const std::string box = box_obj(1, 2, 3);
    const auto turned = mesh_surfaces(made_of(box), holding(box));
    const Vector3 corner = turned.at("b0").corners.front();  // (-0.5, -1, -1.5) times 2, less (1, 0, 0), axes y, z, x
    CHECK(corner == Vector3{-2, -3, -2});
}

TEST_CASE("a body whose mesh is gone, another one by now, or no solid has no surface") {
    const std::string box = box_obj(1, 2, 3), open = box.substr(0, box.rfind('f'));
    CHECK(mesh_surfaces(made_of(box), holding(box)).size() == 1);
    CHECK(mesh_surfaces(made_of(box), holding(box + "# later\n")).empty());
    CHECK(mesh_surfaces(made_of(open), holding(open)).empty());
    CHECK(mesh_surfaces(made_of("x"), holding("x")).empty());
    CHECK(mesh_surfaces(made_of(box), [](const std::string& path) -> NamedText {
              throw IoError(path, "is not there");
          }).empty());
    SystemSpec far = made_of(box);
    far.bodies[0].mesh->scale = 1.7e308;
    CHECK(mesh_surfaces(far, holding(box)).empty());
}

TEST_CASE("all bodies together have a bounded number of corners, and each file is read once") {
    const std::string sphere = sphere_obj(4);
    for (const int bodies : {1, 30, 59, 60}) {
        CAPTURE(bodies);
        int reads = 0;
        const auto surfaces = mesh_surfaces(made_of(sphere, bodies), [&](const std::string& path) {
            ++reads;
            return NamedText{path, sphere};
        });
        CHECK(reads == (bodies < 60 ? 1 : 0));
        CHECK(surfaces.size() == (bodies < 60 ? static_cast<std::size_t>(bodies) : 0));
        std::size_t corners = 0;
        for (const auto& [id, surface] : surfaces)
            for (const auto& face : surface.faces) corners += face.size();
        CHECK(corners <= 20000);
    }
}
