#include "spec/resolve_meshes.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "contains_text.hpp"
#include "core/embedded_files.hpp"
#include "core/sha256.hpp"
#include "elements/joint.hpp"
#include "elements/spring.hpp"
#include "mesh/mesh_fixture.hpp"
#include "places.hpp"
#include "spec/broken_system.hpp"
#include "stories/story_fixture.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

using cchnn_test::ScratchDirectory;
using cchnn_test::write_text;

// A brick of 1 x 2 x 3 units whose corner is at (1, 1, 1), hung by that corner and hinged to a plate.
Json brick_system() {
    return Json::parse(R"({
      "name": "brick", "dimension": 3,
      "bodies": [{"id": "nail", "type": "Origin"},
                 {"id": "brick", "type": "Obj3D", "mesh": {"file": "shapes/brick.obj", "scale": 0.1, "density": 2000}},
                 {"id": "flap", "type": "Obj2D", "mass": 1, "second_moments": [0.1, 0.2]}],
      "constraints": [{"type": "Joint", "between": ["nail", {"body": "brick", "mesh_point": [1, 1, 1]}]},
                      {"type": "Joint+Axis", "between": [{"body": "brick", "mesh_point": [2, 3, 4]}, "flap"],
                       "axis": [{"mesh_axis": [0, 0.6, 0.8]}, [1, 0]]}],
      "potentials": [{"type": "Spring", "between": ["nail", {"body": "brick", "mesh_point": [1.5, 2, 2.5]}], "stiffness": 1}],
      "initial_conditions": {"bodies": {"brick": {"from": "nail", "euler_zxz": [0, 1, 0]},
                                        "flap": {"from": "brick", "hinge_angle": 0}}}
    })");
}
std::string brick_obj() {
    return box_obj(1, 2, 3, [](const Vector3& x) -> Vector3 { return {x[0] + 1.5, x[1] + 2, x[2] + 2.5}; });
}

FileFinder only(const std::string& text) {
    return [text](const std::string& path) { return NamedText{path, text}; };
}
SystemSpec read(const Json& document, const std::string& obj = brick_obj()) {
    return parse_system(document.dump(), "a.json", only(obj));
}
std::string complaint_of(const Json& document, const FileFinder& finder = only(brick_obj())) {
    try {
        (void)parse_system(document.dump(), "a.json", finder);
    } catch (const SpecError& error) {
        return error.what();
    }
    return "";
}

TEST_CASE("a mesh gives mass, second moments, points and axes in units of the file") {
    const SystemSpec spec = read(brick_system());
    const BodySpec& brick = spec.bodies[1];
    // 0.006 m^3 of 2000 kg/m^3; sides 0.1, 0.2, 0.3 m. Tolerance: a few roundings.
    const auto near = [](double value) { return doctest::Approx(value).epsilon(1e-14); };
    CHECK(brick.mass == near(12));
    CHECK(brick.second_moments[0] == near(0.01 / 12));
    CHECK(brick.second_moments[2] == near(0.09 / 12));
    REQUIRE(brick.mesh);
    CHECK(brick.mesh->file == "shapes/brick.obj");
    CHECK(brick.mesh->sha256 == sha256_of_text(brick_obj()));
    CHECK(brick.mesh->volume == near(0.006));
    CHECK(brick.mesh->centre_of_mass[1] == near(0.2));
    const std::vector<double>& corner = (*spec.constraints[0].as<JointSpec>()).b.point;
    for (std::size_t k = 0; k < 3; ++k) CHECK(corner[k] == near(std::vector{-0.05, -0.1, -0.15}[k]));
    CHECK((*spec.constraints[1].as<JointAxisSpec>()).axis_a == std::vector<double>{0, 0.6, 0.8});
    for (const double c : (*spec.potentials[0].as<SpringSpec>()).b.point) CHECK(std::fabs(c) < 1e-15);
}

TEST_CASE("points of a turned mesh are where the mesh has them") {
    const auto turn = [](const Vector3& x) -> Vector3 {
        return {0.8 * x[0] - 0.6 * x[2] + 3, x[1] - 1, 0.6 * x[0] + 0.8 * x[2]};
    };
    Json document = brick_system();
    const Vector3 corner = turn({0.5, 1, 1.5}), along = turn({1, 0, 0}), from = turn({0, 0, 0});
    document["constraints"][0]["between"][1]["mesh_point"] = corner;
    document["constraints"][1]["axis"][0]["mesh_axis"] = {along[0] - from[0], along[1] - from[1], along[2] - from[2]};
    const SystemSpec spec = read(document, box_obj(1, 2, 3, turn));
    const std::vector<double>& point = (*spec.constraints[0].as<JointSpec>()).b.point;
    for (std::size_t k = 0; k < 3; ++k)  // half a side, either way
        CHECK(std::fabs(point[k]) == doctest::Approx(std::sqrt(3 * spec.bodies[1].second_moments[k])).epsilon(1e-13));
    const std::vector<double>& axis = (*spec.constraints[1].as<JointAxisSpec>()).axis_a;
    double largest = 0;
    for (const double entry : axis) largest = std::max(largest, std::fabs(entry));
    CHECK(largest == doctest::Approx(1).epsilon(1e-13));
}

TEST_CASE("a mass beside the mesh counts in place of a density") {
    Json document = brick_system();
    document["bodies"][1]["mesh"].erase("density");
    document["bodies"][1]["mass"] = 5;
    CHECK(read(document).bodies[1].mass == 5);
}

TEST_CASE("the stored text needs no mesh file and means the same") {
    const SystemSpec spec = read(brick_system());
    const SystemSpec again = parse_system(spec.json, "test.h5:/system/json");
    CHECK(again.json == spec.json);
    CHECK(again.bodies[1].mass == spec.bodies[1].mass);
    CHECK(again.bodies[1].second_moments == spec.bodies[1].second_moments);
    CHECK((*again.constraints[0].as<JointSpec>()).b.point == (*spec.constraints[0].as<JointSpec>()).b.point);
    CHECK(again.bodies[1].mesh->sha256 == spec.bodies[1].mesh->sha256);
    CHECK_FALSE(contains_text(spec.json, "mesh_point"));
    CHECK_FALSE(contains_text(spec.json, "mesh_axis"));
}

TEST_CASE("a path is relative to the system's file, and a dataset of it is made again from its own text") {
    const ScratchDirectory scratch;
    std::filesystem::create_directory(scratch / "shapes");
    write_text(scratch / "shapes/brick.obj", brick_obj());
    write_text(scratch / "brick.json", brick_system().dump());
    const SystemSpec spec = load_system((scratch / "brick.json").string());
    const auto digest = [&](const SystemSpec& system, const char* directory) {
        return generate(system, cchnn_test::small(scratch / directory, 0, 0, 2)).splits[0].content_digest;
    };
    const std::string first = digest(spec, "first");
    std::filesystem::remove_all(scratch / "shapes");
    CHECK(digest(parse_system(spec.json, "stored"), "second") == first);
    CHECK(cchnn_test::complaint([&] { (void)load_system((scratch / "brick.json").string()); }) ==
          "invalid input: " + (scratch / "brick.json").string() + "#/bodies/1/mesh/file: " +
              (scratch / "shapes/brick.obj").string() + ": cannot be read: No such file or directory");
}

TEST_CASE("what is wrong with a mesh is said together with the rest of the file") {
    Json document = brick_system();
    document["bodies"][2]["mass"] = 1;
    document["potentials"][0]["between"][0] = "nial";
    CHECK(complaint_of(document, only("v 0 0 0\nf 1 2 3\n")) ==
          "shapes/brick.obj:2: face 1 names vertex 2, the file has vertices 1 to 1\n"
          "shapes/brick.obj:2: face 1 names vertex 3, the file has vertices 1 to 1\n"
          "a.json#/potentials/0/between/0: unknown body 'nial', did you mean 'nail'?");
    CHECK(complaint_of(brick_system(), {}) ==
          "a.json#/bodies/1/mesh/file: 'shapes/brick.obj': cannot be looked for: this text does not come from a file "
          "on disk");
}

TEST_CASE("keys that say the same twice, or not at all, are refused") {
    Json document = brick_system();
    document["bodies"][1]["mass"] = 5;
    document["bodies"][1]["second_moments"] = {1, 2, 3};
    document["bodies"][1]["mesh"]["volume"] = 1;
    CHECK(complaint_of(document) ==
          "a.json#/bodies/1/second_moments: follows from the mesh: leave it out, or leave out 'mesh'\n"
          "a.json#/bodies/1/mesh/volume: is written by cchnn-gen together with 'sha256': leave it out, the file gives "
          "it\n"
          "a.json#/bodies/1/mass: 'mass' and the mesh's 'density' determine the same number: remove one");
    document = brick_system();
    document["bodies"][1]["mesh"].erase("density");
    CHECK(complaint_of(document) == "a.json#/bodies/1: needs a 'mass', or a 'density' inside 'mesh'");
    document = brick_system();
    document["bodies"][1]["mesh"]["sha256"] = std::string(64, 'a');
    CHECK(
        complaint_of(document) ==
        "a.json#/bodies/1: key 'mass' is missing beside 'sha256'; or leave out 'sha256' to read the file again\n"
        "a.json#/bodies/1: key 'second_moments' is missing beside 'sha256'; or leave out 'sha256' to read the file "
        "again\n"
        "a.json#/bodies/1/mesh: key 'volume' is missing beside 'sha256'; or leave out 'sha256' to read the file again\n"
        "a.json#/bodies/1/mesh: key 'centre_of_mass' is missing beside 'sha256'; or leave out 'sha256' to read the "
        "file again\n"
        "a.json#/bodies/1/mesh: key 'axes' is missing beside 'sha256'; or leave out 'sha256' to read the file again");
    document = Json::parse(read(brick_system()).json);
    document["bodies"][1]["mesh"]["density"] = 4000;
    CHECK(complaint_of(document).find("a.json#/bodies/1/mesh/density: times 'volume' is 24.") == 0);
    document = brick_system();
    document["bodies"][1]["mesh"]["scale"] = 0;
    CHECK(complaint_of(document) == "a.json#/bodies/1/mesh/scale: must be > 0 m, got 0");
    document = brick_system();
    document["bodies"][2]["mesh"] = {{"file", "a.obj"}};
    CHECK(complaint_of(document) == "a.json#/bodies/2/mesh: unknown key 'mesh'; known: id, mass, second_moments, type");
}

TEST_CASE("coordinates of a mesh need a body that has one, and a mesh_axis is a unit vector") {
    Json document = brick_system();
    document["constraints"][1]["between"][1] = Json::parse(R"({"body": "flap", "mesh_point": [0, 0, 0]})");
    document["constraints"][1]["axis"] = Json::parse(R"([{"mesh_axis": [0, 3, 4]}, {"mesh_axis": [1, 0, 0]}])");
    const std::string said = complaint_of(document);
    CHECK(said.find("a.json#/constraints/1/between/1/mesh_point: 'flap' has no mesh: give 'point'") !=
          std::string::npos);
    CHECK(contains_text(
        said,
        "a.json#/constraints/1/axis/0/mesh_axis: must be a unit vector, its length is 5; did you mean [0, "
        "0.6, 0.8]?"));
    CHECK(said.find("a.json#/constraints/1/axis/1/mesh_axis: 'flap' has no mesh: give its unit vector as a list") !=
          std::string::npos);
}

// The lathe's formulas: a stack of conical slices between radii a and b, height h apart, n-sided.
//   polygon of circumradius r:  area = n/2 sin(2 pi/n) r^2,  mean square of x = r^2/12 (2 + cos(2 pi/n))
TEST_CASE("the built-in top has the mass and moments of its profile, slice by slice") {
    const double profile[][2] = {{0, 0},   {0.8, 0.5}, {1.5, 2}, {2, 6},    {6, 11}, {14, 17},  {20, 21},  {21.5, 24},
                                 {20, 27}, {12, 30},   {5, 32},  {2.5, 35}, {2, 44}, {2.5, 52}, {1.8, 54}, {0, 55}};
    constexpr double pi = 3.141592653589793;
    const double area = 16 * std::sin(2 * pi / 32), square = (2 + std::cos(2 * pi / 32)) / 12;
    double volume = 0, first = 0, second = 0, across = 0;
    for (std::size_t i = 0; i + 1 < std::size(profile); ++i)
        for (int k = 0; k < 1000; ++k) {  // Simpson's rule on a thousand slices of each: error 1e-12
            const double h = (profile[i + 1][1] - profile[i][1]) / 1000;
            for (int j = 0; j < 3; ++j) {
                const double s = (k + 0.5 * j) / 1000, weight = h * (j == 1 ? 4 : 1) / 6;
                const double r = profile[i][0] + s * (profile[i + 1][0] - profile[i][0]),
                             z = profile[i][1] + 1000 * s * h;
                volume += weight * area * r * r;
                first += weight * area * r * r * z;
                second += weight * area * r * r * z * z;
                across += weight * area * square * r * r * r * r;
            }
        }
    const SystemSpec spec = load_system("mesh_top");
    const BodySpec& top = spec.bodies[1];
    // Corners are rounded to 1e-6 mm in 1 to 20 mm.
    const auto near = [](double value) { return doctest::Approx(value).epsilon(1e-6); };
    CHECK(top.mass == near(700 * volume * 1e-9));
    CHECK(top.mesh->centre_of_mass[2] == near(first / volume * 1e-3));
    CHECK(top.second_moments[2] == near((second / volume - first / volume * first / volume) * 1e-6));
    CHECK(top.second_moments[0] == near(across / volume * 1e-6));
    CHECK(top.second_moments[0] == doctest::Approx(top.second_moments[1]).epsilon(1e-13));  // four-fold symmetry
    CHECK(top.mesh->axes == std::vector<std::vector<double>>{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
    CHECK(top.mesh->sha256 == sha256_of_text(embedded_files().at("systems/meshes/top.obj")));
}

TEST_CASE("systems/meshes/make_top.py writes systems/meshes/top.obj") {
    const ScratchDirectory scratch;
    const std::string meshes = cchnn_test::source_dir() + "/systems/meshes/";
    const std::string command = "python3 '" + meshes + "make_top.py' > '" + (scratch / "top.obj").string() + "'";
    REQUIRE(std::system(command.c_str()) == 0);
    CHECK(cchnn_test::bytes_of(scratch / "top.obj") == cchnn_test::bytes_of(meshes + "top.obj"));
}

}  // namespace
