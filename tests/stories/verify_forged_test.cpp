// Files that were changed consistently, their own digests made to fit: what still gives them away.

#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>

#include "core/sha256.hpp"
#include "dataset/forged_file.hpp"
#include "score/submission/submission.hpp"
#include "stories/story_fixture.hpp"
#include "stories/verify/verify.hpp"

using namespace cchnn_test;
using cchnn_test::seal;
using cchnn_test::set_attribute;
using cchnn_test::set_number;

namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

struct Made {
    ScratchDirectory scratch;
    fs::path directory, test, train;

    explicit Made(const std::string& system = "chain_pendulum_2", const DerivedChoice& with = {}) {
        GenerateOptions options = small(scratch.path(), 3, 0, 4);
        options.bound = true;
        options.with = with;
        directory = generate(load_system(system), options).directory;
        test = directory / "test.h5";
        train = directory / "train.h5";
    }
    // Nothing but the file speaks.
    void leave_files_alone() const {
        for (const char* file : {"SHA256SUMS", "manifest.json"}) fs::remove(directory / file);
    }
};

// "test.h5 derived arrays: /q of ...", each failure.
std::vector<std::string> failures(const Verification& found) {
    std::vector<std::string> failed;
    for (const VerifiedItem& item : found.items)
        if (!item.passed) failed.push_back(item.file + " " + item.what + ": " + item.detail);
    return failed;
}

// The failures after one number was changed and the file sealed.
std::vector<std::string> after(const char* array, const std::vector<hsize_t>& at, double value,
                               const std::string& system = "chain_pendulum_2", const DerivedChoice& with = {},
                               const char* file = "test.h5") {
    const Made made(system, with);
    made.leave_files_alone();
    set_number(made.directory / file, array, at, value);
    seal(made.directory / file);
    return failures(verify_directory(made.directory, {}));
}

void check_one(const std::vector<std::string>& failed, const std::string& begin) {
    CAPTURE(begin);
    REQUIRE(failed.size() == 1);
    CAPTURE(failed.front());
    CHECK(failed.front().starts_with(begin));
}

// manifest.json with a change, and SHA256SUMS that fits.
void rewrite_manifest(const fs::path& directory, const std::function<void(nlohmann::ordered_json&)>& change) {
    auto json = nlohmann::ordered_json::parse(bytes_of(directory / "manifest.json"));
    change(json);
    std::string sums = bytes_of(directory / "SHA256SUMS");
    const std::string before = sha256_of_file(directory / "manifest.json");
    write_text(directory / "manifest.json", json.dump(2));
    sums.replace(sums.find(before), 64, sha256_of_file(directory / "manifest.json"));
    write_text(directory / "SHA256SUMS", sums);
}

}  // namespace

TEST_CASE("verify: a dt that is not that of t is refused with both numbers, and so are one of 0, below 0 and NaN") {
    const Made made;
    set_attribute(made.test, "/", "dt", 0.06);
    seal(made.test);
    CHECK(contains_text(complaint([&] { verify_directory(made.directory, {}); }),
                        "test.h5:/t: must be k dt with the file's dt = 0.06 s, got t[1] = 0.03, expected 0.06"));
    for (const double dt : {0.0, -0.03, no_number, std::numeric_limits<double>::infinity()}) {
        set_attribute(made.test, "/", "dt", dt);
        CHECK(contains_text(complaint([&] { TrajectoryFile{made.test}; }), ":/@dt: must be a finite time > 0 s, got "));
    }
    set_attribute(made.test, "/", "dt", 0.03);
    CHECK(complaint([&] { TrajectoryFile{made.test}; }).empty());
    set_number(made.test, "/t", {5}, std::nextafter(5 * 0.03, 1));  // the last bit
    CHECK(contains_text(complaint([&] { TrajectoryFile{made.test}; }), "got t[5] = 0.15000000000000002"));
    set_number(made.test, "/t", {5}, 0.01);
    CHECK(contains_text(complaint([&] { TrajectoryFile{made.test}; }), "must increase, got t[5] = 0.01 after 0.12"));
}

TEST_CASE("verify: arrays that follow from x, v and t are made again, and one number off is named with its place") {
    check_one(after("/q", {2, 5, 1}, 0.5), "test.h5 derived arrays: /q of trajectory 2, [5, 1]: is 0.5, expected ");
    check_one(after("/qdot", {1, 4, 0}, 7), "test.h5 derived arrays: /qdot of trajectory 1, [4, 0]: is 7, expected ");
    check_one(after("/valid_until", {3}, 0.12),
              "test.h5 derived arrays: /valid_until of trajectory 3: is 0.12, expected 0.3 from error_bound");
    check_one(after("/end_time", {0}, 0.2), "test.h5 derived arrays: /end_time of trajectory 0: is 0.2 s");
    check_one(after("/outcome", {1}, 42),
              "test.h5 derived arrays: /outcome of trajectory 1: is 42, which is not a valid outcome");
    check_one(after("/outcome", {1}, 3),
              "test.h5 derived arrays: /outcome of trajectory 1: is too_many_steps, but the trajectory is complete");
    check_one(after("/trajectory", {1}, 3), "test.h5 derived arrays: /trajectory of trajectory 1: is 3, expected 1");
    check_one(after("/multipliers", {0, 3, 1}, 7, "chain_pendulum_2", {false, false, true}),
              "test.h5 derived arrays: /multipliers of trajectory 0, [3, 1]: is 7, expected ");
    check_one(after("/momentum", {0, 3, 1, 0}, 7, "chain_pendulum_2", {false, true, false}),
              "test.h5 derived arrays: /momentum of trajectory 0, [3, 1, 0]: is 7, expected ");
    check_one(after("/sensitivity/start", {1, 3, 5, 2}, 7, "chain_pendulum_2", {.sensitivities = true}),
              "test.h5 derived arrays: /sensitivity/start of trajectory 1, [3, 5, 2]: is 7, expected ");
}

TEST_CASE("verify: training windows are those that the seed draws, number for number") {
    const std::string begin = "train.h5 derived arrays: /chunks";
    check_one(after("/chunks/x", {1, 2, 0, 1}, 0.5, "chain_pendulum_2", {}, "train.h5"), begin + "/x of trajectory 1");
    check_one(after("/chunks/qdot", {2, 2, 0}, 0.5, "chain_pendulum_2", {}, "train.h5"), begin + "/qdot of trajectory");
    check_one(after("/chunks/t", {1, 2}, 0.5, "chain_pendulum_2", {}, "train.h5"), begin + "/t of trajectory 1");
    check_one(after("/chunks/start", {0}, 6, "chain_pendulum_2", {}, "train.h5"), begin + "/start of trajectory 0");
}

TEST_CASE("verify: energy that was lost is compared with the motion, parameters of curves with the points on them") {
    check_one(after("/dissipated", {1, 0}, 1e-9, "damped_pendulum"),
              "test.h5 derived arrays: /dissipated of trajectory 1, [0]: is 1e-09, expected 0");
    const std::vector<std::string> down = after("/dissipated", {1, 10}, 0, "damped_pendulum");
    REQUIRE(down.size() == 2);
    CHECK(contains_text(down[0], "/dissipated of trajectory 1, [10]: is 0 after "));
    CHECK(down[1].starts_with("test.h5 motion: trajectory 1, t = "));
    check_one(after("/dissipated", {1, 10}, 100, "damped_pendulum"), "test.h5 motion: trajectory 1, t = ");
    // The last one, which no interval starts from.
    check_one(after("/track_parameter", {2, 10, 0}, 0.7, "roller_coaster"),
              "test.h5 derived arrays: /track_parameter of trajectory 2, [10, 0]: is 0.7, where the curve is ");
}

// 1e-6 of a parameter of the flat part, where the curve is 30 m (q + pi/2): far above what a search leaves, 30 um away.
TEST_CASE("verify: a parameter of a curve that is micrometres off is found, and how far the point is away") {
    const Made made("roller_coaster");
    made.leave_files_alone();
    std::vector<double> parameters;
    TrajectoryFile(made.test).read_state_parameters(2, 1, 11, parameters);
    set_number(made.test, "/track_parameter", {2, 10, 2}, parameters.at(10 * 3 + 2) + 1e-6);
    seal(made.test);
    const std::vector<std::string> failed = failures(verify_directory(made.directory, {}));
    check_one(failed, "test.h5 derived arrays: /track_parameter of trajectory 2, [10, 2]: is ");
    const std::string before = ", where the curve is ";
    CHECK(std::stod(failed.at(0).substr(failed.at(0).find(before) + before.size())) ==
          doctest::Approx(3e-5).epsilon(0.05));  // the curve begins to rise further on
}

TEST_CASE("verify: bounds outside 0 .. 1 or that decrease, and bounds that integration does not give, fail") {
    const auto bounds = [](double value) { return after("/error_bound", {2, 4}, value); };
    CHECK(
        contains_text(bounds(-1e-12).front(), "/error_bound of trajectory 2: t[4] = -1e-12, expected a number from 0"));
    CHECK(contains_text(bounds(2).front(), "/error_bound of trajectory 2: t[4] = 2, expected a number from 0 to 1"));
    CHECK(contains_text(bounds(0).front(), "/error_bound of trajectory 2: t[4] = 0 after "));
    // Larger everywhere and in order, with a valid_until that fits: only another integration tells.
    const Made made;
    made.leave_files_alone();
    for (hsize_t k = 0; k < 11; ++k) set_number(made.test, "/error_bound", {2, k}, 1e-7);
    seal(made.test);
    const std::vector<std::string> failed = failures(verify_directory(made.directory, {}));
    REQUIRE(failed.size() == 2);
    CHECK(failed[0].starts_with("test.h5 bounds, decades off: trajectory 2, t = "));
    CHECK(failed[1].starts_with("test.h5 steps: trajectory 2: /error_bound is 1e-07, made again "));
    // Within what another version might give: this one gives the same bits.
    check_one(after("/error_bound", {2, 0}, 1.1e-15),
              "test.h5 steps: trajectory 2: /error_bound is 1.1e-15, made again");
}

TEST_CASE("a test set whose bounds bound nothing is not scored") {
    for (const double bound : {no_number, -1e-12, 2.0, 0.0}) {
        CAPTURE(bound);
        const Made made;
        set_number(made.test, "/error_bound", {2, 4}, bound);
        seal(made.test);
        CHECK(contains_text(complaint([&] { check_truth(TrajectoryFile(made.test)); }),
                            "test.h5:/error_bound: is not an error bound in trajectory 2: t[4] = "));
    }
}

TEST_CASE("verify: steps and refinement are those of a trajectory that comes out again bit for bit") {
    check_one(after("/steps_accepted", {2}, 3), "test.h5 steps: trajectory 2: /steps_accepted is 3, made again ");
    check_one(after("/steps_rejected", {2}, 999), "test.h5 steps: trajectory 2: /steps_rejected is 999, made again ");
    check_one(after("/refined", {1}, 1), "test.h5 steps: trajectory 1: /refined is 1, made again 0");
}

TEST_CASE("verify: tables of the system and attributes are those of its JSON") {
    check_one(after("/system/mass_matrix", {1, 1}, 2), "test.h5 tables: /system/mass_matrix[1, 1]: is 2, /system/json");
    check_one(after("/system/edges/numbers/value", {0}, 2), "test.h5 tables: /system/edges/numbers/value[0]: is 2");
    const Made made;
    made.leave_files_alone();
    cchnn_test::set_text_attribute(made.test, "/outcome", "codes", "0 fine");
    cchnn_test::set_text_attribute(made.test, "/x", "units", "km");
    seal(made.test);
    const std::vector<std::string> failed = failures(verify_directory(made.directory, {}));
    check_one(failed, "test.h5 tables: ");
    CHECK(contains_text(failed.front(), "/x@units is 'km' here, 'm' by /system/json"));
    CHECK(contains_text(failed.front(), "/outcome@codes is '0 fine' here, '0 completed, 1 step_size_underflow"));
}

TEST_CASE("verify: every fact of the manifest is compared with the file that it is about") {
    const Made made;
    const std::string manifest = bytes_of(made.directory / "manifest.json"),
                      sums = bytes_of(made.directory / "SHA256SUMS");
    const auto said = [&](const std::function<void(nlohmann::ordered_json&)>& change, const std::string& expected) {
        rewrite_manifest(made.directory, change);
        const std::vector<std::string> failed = failures(verify_directory(made.directory, {}));
        CAPTURE(expected);
        REQUIRE(!failed.empty());
        CAPTURE(failed.front());
        CHECK(contains_text(failed.front(), "manifest.json facts: "));
        CHECK(contains_text(failed.front(), expected));
        write_text(made.directory / "manifest.json", manifest);
        write_text(made.directory / "SHA256SUMS", sums);
    };
    using Json = nlohmann::ordered_json;
    said([](Json& m) { m["splits"]["test"]["count"] = 5; }, "test.h5: count is 4, the manifest says 5");
    said([](Json& m) { m["seed"] = 1; }, "train.h5: seed is 0, the manifest says 1");
    said([](Json& m) { m["system"]["name"] = "other"; }, "system is chain_pendulum_2, the manifest says other");
    said([](Json& m) { m["protocol"]["rtol"] = 1e-3; },
         "/system/protocol differs from the integration settings in the manifest");
    said([](Json& m) { m["lyapunov"] = true; }, "lyapunov is no, the manifest says yes");
    said([](Json& m) { m["with"] = {"momentum"}; }, "/momentum is no, the manifest says yes");
    said([](Json& m) { m["splits"]["train"]["chunk_length"] = 3; }, "chunk_length is 5, the manifest says 3");
    said(
        [](Json& m) {
            m["splits"]["test"]["outcomes"] = {{"completed", 3}};
        },
        "outcomes is 4 completed, the manifest says 3 completed");
    said([](Json& m) { m["splits"]["test"]["truth_digest"] = std::string(64, '0'); }, "truth digest is ");
    said([](Json& m) { m["splits"]["test"]["file_sha256"] = std::string(64, '0'); }, "SHA-256 of the file is ");
    said(
        [](Json& m) {
            for (const char* split : {"train", "test"}) m["splits"][split]["dt"] = 0.04;
        },
        "dt is 0.03, the manifest says 0.04");
    said([](Json& m) { m["splits"].erase("test"); }, "test.h5 exists, but the manifest does not name it");
    CHECK(failures(verify_directory(made.directory, {})).empty());
    write_text(made.directory / "SHA256SUMS", sums.substr(sums.find('\n') + 1));
    check_one(failures(verify_directory(made.directory, {})), "SHA256SUMS bytes of files: README.md is not listed");
}

TEST_CASE("verify: numbers of a manifest that would wrap around to those of the file are refused") {
    const Made made;
    const std::string good = bytes_of(made.directory / "manifest.json");
    for (const auto& one : {std::pair("steps", (1LL << 32) + 11), std::pair("chunk_length", (1LL << 32) + 5)}) {
        const auto& [key, value] = one;
        CAPTURE(one.first);
        auto json = nlohmann::ordered_json::parse(good);
        for (auto& split : json["splits"])
            if (split.contains(key)) split[key] = value;
        write_text(made.directory / "manifest.json", json.dump(2));
        CHECK(contains_text(complaint([&] { verify_directory(made.directory, {}); }), std::string(key) + ": must be "));
    }
}

TEST_CASE("verify: a file that calls itself another set than its name says is refused") {
    const Made made;
    for (const char* split : {"test", "trainx"}) {
        cchnn_test::set_text_attribute(made.train, "/", "split", split);
        CHECK(contains_text(complaint([&] { verify_directory(made.directory, {}); }),
                            std::string("train.h5:/@split: is '") + split + "', but the file is named as another set"));
    }
}

TEST_CASE("verify: bounds that are gone from a file whose protocol says how they were made are missed") {
    const Made made;
    made.leave_files_alone();
    cchnn_test::remove_arrays(made.test, {"/error_bound", "/valid_until", "/refined"});
    seal(made.test);
    check_one(failures(verify_directory(made.directory, {})),
              "test.h5 derived arrays: /error_bound: is missing, but /system/protocol describes it");
}

TEST_CASE("verify: a seed that did not draw the starts is found") {
    const Made made;
    set_attribute(made.test, "/", "seed", 1);
    seal(made.test);
    bool found = false;
    for (const std::string& failed : failures(verify_directory(made.directory, {})))
        found = found || failed == "test.h5 starts: trajectory 0 does not start where seed 1 draws it";
    CHECK(found);
}
