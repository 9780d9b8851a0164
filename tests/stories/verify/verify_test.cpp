#include "stories/verify/verify.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <limits>
#include <nlohmann/json.hpp>

#include "dataset/forged_file.hpp"
#include "stories/story_fixture.hpp"

using namespace cchnn_test;

namespace {

fs::path make_dataset(const fs::path& directory, const std::string& system = "chain_pendulum_2") {
    GenerateOptions options = small(directory, 6, 0, 4);
    options.bound = true;
    return generate(load_system(system), options).directory;
}

// The checks that failed, "test.h5 motion".
std::vector<std::string> failures(const Verification& found) {
    std::vector<std::string> failed;
    for (const VerifiedItem& item : found.items)  // several arrays may differ
        if (const std::string what = item.file + " " + item.what;
            !item.passed && (failed.empty() || failed.back() != what))
            failed.push_back(what);
    return failed;
}
std::vector<std::string> failures(const fs::path& directory) { return failures(verify_directory(directory, {})); }

// One number of trajectory 2 in test.h5 changed by a thousandth, with digests in the file that fit.
void rewrite(const fs::path& directory, const std::string& array) {
    const fs::path path = directory / "test.h5";
    std::vector<double> x, v, energy;
    {
        const TrajectoryFile file(path);
        file.read(2, 1, x, v);
        energy = file.rows("/energy", 2, 1);
    }
    if (array == "energy") cchnn_test::set_number(path, "/energy", {2, 6}, energy[6] + 1e-3);
    else cchnn_test::set_number(path, "/v", {2, 6, 0, 0}, v[6 * 4] + 1e-3);
    cchnn_test::seal(path);
}

}  // namespace

TEST_CASE("verify: a directory as it was generated is fine, for every kind of system") {
    const ScratchDirectory scratch;
    for (const char* system : {"chain_pendulum_2", "damped_pendulum", "roller_coaster", "rolling_disk"}) {
        CAPTURE(system);
        const Verification found = verify_directory(make_dataset(scratch.path(), system), {});
        CHECK(failures(found).empty());
        CHECK(found.passed());
        CHECK(found.system == system);
        CHECK(found.items.size() == 1 + 2 * 2 + 2 + 2 * 9);  // sums, digests, manifest, measures and the rest
        CHECK(found.remarks.empty());
    }
}

// It reads 2^20 numbers of x at a time. A bead on a line beside 60 free masses, 101 samples: 85 trajectories.
TEST_CASE("verify: a dataset that is read in several blocks is fine in each of them") {
    const ScratchDirectory scratch;
    nlohmann::json system = nlohmann::json::parse(R"({
  "name": "bead_and_masses", "dimension": 2,
  "bodies": [{"id": "bead", "type": "Obj0D", "mass": 1}],
  "constraints": [{"type": "Track", "points": ["bead"],
                   "curve": {"parameter": "s", "x": "2*s", "y": "s", "range": [-100, 100]}}],
  "initial_conditions": {"bodies": {"bead": {"parameter": {"uniform": {"low": -1, "high": 1}}, "parameter_rate": 1}}},
  "sampling": {"dt": 0.1, "steps": 100}
})");
    for (int i = 0; i < 60; ++i) {
        const std::string id = "m" + std::to_string(i);
        system["bodies"].push_back({{"id", id}, {"type", "Obj0D"}, {"mass", 1}});
        system["initial_conditions"]["bodies"][id] = {{"position", {i, 3}}, {"velocity", {0, 1}}};
    }
    GenerateOptions options = small(scratch.path(), 0, 0, 90);
    options.samples = 101;
    VerifyOptions of_one;
    of_one.sample = 1;
    const Verification found =
        verify_directory(generate(parse_system(system.dump(), "a.json"), options).directory, of_one);
    CHECK(failures(found).empty());
    CHECK(found.passed());
}

// Rates that are 0 by constraint, of a Dashpot and a TorsionDamper, leave powers that round to either sign.
TEST_CASE("verify: dampers that constraints hold still give nothing back") {
    const ScratchDirectory scratch;
    const SystemSpec held = parse_system(R"({
  "name": "held_dampers", "dimension": 2,
  "bodies": [{"id": "o", "type": "Origin"}, {"id": "b", "type": "Origin", "position": [3, 0]},
             {"id": "a", "type": "Obj2D", "mass": 1, "second_moments": [0.05, 0.03]},
             {"id": "p", "type": "Obj0D", "mass": 1}],
  "constraints": [{"type": "Joint", "between": ["o", {"body": "a", "point": [-0.3, 0.1]}]},
                  {"type": "Link", "between": ["b", "p"], "length": 1}],
  "potentials": [{"type": "Gravity"}],
  "damping": [{"type": "Dashpot", "between": ["o", {"body": "a", "point": [0.2, 0.1]}], "coefficient": 0.2},
              {"type": "Dashpot", "between": ["b", "p"], "coefficient": 0.2}],
  "initial_conditions": {"bodies": {"a": {"from": "o", "angle": 1}, "p": {"from": "b", "angle": 1}}},
  "sampling": {"dt": 0.05, "steps": 40}
})",
                                         "a.json");
    GenerateOptions options;
    options.directory = scratch.path();
    options.count = {0, 0, 2};
    const fs::path directory = generate(held, options).directory;
    CHECK(failures(directory).empty());
    // What is more than rounding is still told.
    cchnn_test::set_number(directory / "test.h5", "/dissipated", {1, 20}, -1e-9);
    cchnn_test::seal(directory / "test.h5");
    const std::vector<std::string> found = failures(directory);
    CHECK(std::find(found.begin(), found.end(), "test.h5 derived arrays") != found.end());
}

TEST_CASE("verify: a dissipation of a Lagrangian may feed energy, as van der Pol's does near 0") {
    const ScratchDirectory scratch;
    GenerateOptions options;
    options.directory = scratch.path();
    options.count = {0, 0, 2};
    const fs::path directory = generate(parse_system(R"json({
  "name": "van_der_pol", "lagrangian": {"coordinates": {"x": {}}, "kinetic": "xd^2/2", "potential": "x^2/2",
                                        "dissipation": "(x^2 - 1)*xd^2/2"},
  "initial_conditions": {"x": 0.5}, "sampling": {"dt": 0.1, "steps": 60}
})json",
                                                     "a.json"),
                                        options)
                                   .directory;
    CHECK(failures(directory).empty());
    // The equations still tell what is wrong.
    cchnn_test::set_number(directory / "test.h5", "/dissipated", {1, 20}, -1e-3);
    cchnn_test::seal(directory / "test.h5");
    CHECK(!failures(directory).empty());
}

TEST_CASE("verify: a family is checked with each trajectory's own numbers") {
    const ScratchDirectory scratch;
    std::string text = thrown_ball(three_throws);
    text.replace(text.find("\"g\": 1.62"), 9, "\"g\": {\"uniform\": {\"low\": 1, \"high\": 9}}");
    write_text(scratch / "thrown.json", text);
    GenerateOptions options;
    options.directory = scratch / "d";
    const SystemSpec spec = load_system((scratch / "thrown.json").string());
    REQUIRE(spec.varied.size() == 1);
    CHECK(failures(generate(spec, options).directory).empty());
}

TEST_CASE("verify: a changed number is found by the sums, the digests and the equations") {
    const ScratchDirectory scratch;
    const fs::path directory = make_dataset(scratch.path());
    rewrite(directory, "v");
    const std::vector<std::string> failed = failures(directory);
    CHECK(failed == std::vector<std::string>{"SHA256SUMS bytes of files", "manifest.json array digests",
                                             "manifest.json facts", "test.h5 derived arrays", "test.h5 energy",
                                             "test.h5 dPhi/dt", "test.h5 motion", "test.h5 made again"});
    // Without anything to compare with, the equations alone.
    fs::remove(directory / "SHA256SUMS");
    fs::remove(directory / "manifest.json");
    const Verification found = verify_directory(directory, {});
    CHECK(failures(found) ==
          std::vector<std::string>{"test.h5 derived arrays", "test.h5 energy", "test.h5 dPhi/dt", "test.h5 motion"});
    CHECK(found.remarks.size() == 2);
    for (const VerifiedItem& item : found.items)
        if (item.what == "energy" && !item.passed) CHECK(item.detail == "trajectory 2, t = 0.18");
}

TEST_CASE("verify: an energy that is not that of its state is found") {
    const ScratchDirectory scratch;
    const fs::path directory = make_dataset(scratch.path());
    rewrite(directory, "energy");
    fs::remove(directory / "SHA256SUMS");
    fs::remove(directory / "manifest.json");
    CHECK(failures(directory) == std::vector<std::string>{"test.h5 energy"});
}

TEST_CASE("verify: a number that is not finite fails in a completed trajectory, and not where one ended early") {
    const ScratchDirectory scratch;
    const fs::path directory = make_dataset(scratch.path());
    fs::remove(directory / "SHA256SUMS");
    fs::remove(directory / "manifest.json");
    const fs::path file = directory / "test.h5";
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    for (hsize_t k = 6; k < 11; ++k) {  // of trajectory 2; states too from sample 6 on
        for (hsize_t node : {0u, 1u})
            for (hsize_t axis : {0u, 1u})
                for (const char* name : {"/x", "/v"}) cchnn_test::set_number(file, name, {2, k, node, axis}, nan);
        for (const char* name : {"/energy", "/error_bound"}) cchnn_test::set_number(file, name, {2, k}, nan);
        for (hsize_t angle : {0u, 1u})
            for (const char* name : {"/q", "/qdot"}) cchnn_test::set_number(file, name, {2, k, angle}, nan);
    }
    const auto of_numbers = [&] {
        std::vector<std::string> told = failures(directory);
        std::erase(told, "test.h5 content digest");
        std::erase(told, "test.h5 truth digest");
        return told;
    };
    for (const char* name : {"/valid_until", "/end_time"}) cchnn_test::set_number(file, name, {2}, 5 * 0.03);
    const std::string bounds = "test.h5 bounds, decades off";  // made again, this motion does not end there
    CHECK(of_numbers() == std::vector<std::string>{"test.h5 finite numbers", "test.h5 derived arrays", "test.h5 energy",
                                                   "test.h5 Phi", "test.h5 dPhi/dt", "test.h5 motion", bounds});
    cchnn_test::set_number(file, "/outcome", {2}, 2);  // not_finite: it may
    CHECK(of_numbers() == std::vector<std::string>{bounds});
    cchnn_test::set_number(file, "/energy", {2, 5}, nan);  // before its end
    CHECK(of_numbers() == std::vector<std::string>{"test.h5 finite numbers", "test.h5 energy", bounds});
}

TEST_CASE("verify: a missing file and a changed card are named") {
    const ScratchDirectory scratch;
    const fs::path directory = make_dataset(scratch.path());
    write_text(directory / "README.md", "changed");
    fs::remove(directory / "train.h5");
    const Verification found = verify_directory(directory, {});
    CHECK(found.items[0].detail == "README.md differs, train.h5 is missing");
    CHECK(failures(found) ==
          std::vector<std::string>{"SHA256SUMS bytes of files", "manifest.json array digests", "manifest.json facts"});
}

TEST_CASE("verify: a lock file is generated again, one digest off fails") {
    const ScratchDirectory scratch;
    const fs::path manifest = make_dataset(scratch.path()) / "manifest.json";
    CHECK(verify_lock(manifest, {}).passed());
    auto json = nlohmann::ordered_json::parse(bytes_of(manifest));
    json["splits"]["train"]["array_digests"]["/energy"] = std::string(64, '0');
    write_text(manifest, json.dump(2));
    CHECK(failures(verify_lock(manifest, {})) == std::vector<std::string>{"train.h5 array digests"});
}

TEST_CASE("verify: what is no dataset is refused") {
    const ScratchDirectory scratch;
    CHECK(contains_text(complaint([&] { verify_directory(scratch.path(), {}); }),
                        "io: " + scratch.path().string() + ": has no dataset"));
    const fs::path directory = make_dataset(scratch.path());
    write_text(directory / "SHA256SUMS", std::string(64, '0') + "  ../elsewhere\n");
    CHECK(contains_text(complaint([&] { verify_directory(directory, {}); }),
                        "line 1 must have a SHA-256 and the name of a file"));
    VerifyOptions none;
    none.sample = 0;
    CHECK(complaint([&] { verify_directory(directory, none); }) == "usage: --sample: must be at least 1, got 0");
}

namespace {

// A mass with these parts, 21 samples of 0.05 s.
std::string driven_mass(int dimension, const std::string& parts, const std::string& start) {
    return R"({"name": "mass", "dimension": )" + std::to_string(dimension) +
           R"(, "bodies": [{"id": "o", "type": "Origin"}, {"id": "a", "type": "Obj0D", "mass": 0.4}], )" + parts +
           R"(, "initial_conditions": {"bodies": {"a": )" + start + R"(}}, "sampling": {"dt": 0.05, "steps": 21}})";
}

// Within one interval each of these multiplies rounding, or has a feature far narrower than a step.
const std::vector<std::pair<std::string, std::string>> narrow_features{
    {"a ball that turns in air",
     driven_mass(1, R"("potentials": [{"type": "Gravity"}],
        "damping": [{"type": "Drag", "on": "a", "coefficient": 0.5}])",
                 R"({"position": [0], "velocity": [{"normal": {"mean": 3, "std": 0.5}}]})")},
    {"a pulse", driven_mass(1, R"json("potentials": [{"type": "Force", "on": "a", "force": [1], "input": "push"}],
        "inputs": [{"id": "push", "formula": "300*exp(-((t - 0.52)/3e-4)^2)"}])json",
                            R"({"position": [{"normal": {"mean": 0, "std": 1}}]})")},
    {"a wall of field",
     driven_mass(2, R"json("potentials": [{"type": "MagneticField", "on": "a", "charge": 1,
        "formula": "300*exp(-((x - 0.3)/3e-4)^2)"}])json",
                 R"({"position": [0, 0], "velocity": [{"uniform": {"low": 0.9, "high": 1.4}}, 0.1]})")},
    {"a potential with a kink", driven_mass(1, R"json("potentials": [{"type": "Potential", "points": ["a"],
        "energy": "2*sqrt((x - 0.1)^2)"}])json",
                                            R"({"position": [{"uniform": {"low": 0.3, "high": 0.6}}]})")}};

}  // namespace

TEST_CASE("verify: data with narrow features, kinks and close encounters is right as it was generated") {
    const ScratchDirectory scratch;
    GenerateOptions options = small(scratch.path(), 0, 0, 4);
    options.protocol = default_protocol();
    options.bound = true;
    options.samples.reset();
    for (const auto& feature : narrow_features) {
        CAPTURE(feature.first);
        options.overwrite = true;
        const fs::path directory = generate(parse_system(feature.second, "test.json"), options).directory;
        CHECK(failures(directory).empty());
    }
    options.count = {0, 0, 1};
    const fs::path directory = generate(load_system("pythagorean"), options).directory;
    CHECK(failures(directory).empty());
}

TEST_CASE("verify: energy lost in an interval that is off by 1e-10 is seen, and angles off by 1e-8") {
    const ScratchDirectory scratch;
    GenerateOptions options = small(scratch.path(), 0, 0, 2);
    options.protocol = default_protocol();
    options.bound = true;
    const fs::path directory = generate(load_system("damped_pendulum"), options).directory,
                   path = directory / "test.h5";
    double dissipated = 0, angle = 0;
    {
        const TrajectoryFile file(path);
        std::vector<double> lost;
        file.read_losses(1, 1, lost);
        dissipated = lost[6];
        const Hdf5File arrays = Hdf5File::open(path);
        std::vector<double> q;
        arrays.read_doubles("/q", {1, 6, 0}, {1, 1, 1}, q);
        angle = q[0];
    }
    cchnn_test::set_number(path, "/dissipated", {1, 6}, dissipated + 1e-10);
    cchnn_test::set_number(path, "/q", {1, 6, 0}, angle + 1e-8);
    cchnn_test::seal(path);
    const std::vector<std::string> failed = failures(directory);
    CHECK(std::find(failed.begin(), failed.end(), "test.h5 motion") != failed.end());
    CHECK(std::find(failed.begin(), failed.end(), "test.h5 derived arrays") != failed.end());
}
