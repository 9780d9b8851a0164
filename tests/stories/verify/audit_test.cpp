#include "stories/verify/audit.hpp"

#include <doctest/doctest.h>

#include <hdf5.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>

#include "core/number_text.hpp"
#include "core/stop.hpp"
#include "elements/example_of_each_kind.hpp"
#include "mechanics/base_motion.hpp"
#include "model/compiled_system.hpp"
#include "spec/system_parameters.hpp"
#include "stories/story_fixture.hpp"
#include "stories/verify/audited_files.hpp"

using namespace cchnn_test;

namespace {

// A pendulum: a trajectory of 11 samples is a hundredth of a second in quad precision.
fs::path make_dataset(const ScratchDirectory& scratch, const Protocol& protocol, bool bound = true) {
    GenerateOptions options = small(scratch.path(), 5, 0, 3);
    options.protocol = protocol;
    options.bound = bound;
    return generate(load_system("chain_pendulum_1"), options).directory;
}

template <class Change>
void change_array(const fs::path& file, const char* path, const Change& change) {
    const hid_t handle = H5Fopen(file.c_str(), H5F_ACC_RDWR, H5P_DEFAULT), array = H5Dopen2(handle, path, H5P_DEFAULT);
    const hid_t space = H5Dget_space(array);
    std::vector<double> values(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space)));
    REQUIRE(H5Dread(array, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) >= 0);
    change(values);
    REQUIRE(H5Dwrite(array, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) >= 0);
    H5Sclose(space);
    H5Dclose(array);
    H5Fclose(handle);
}

// Every number of an array, by a factor.
void multiply_array(const fs::path& file, const char* path, double factor) {
    change_array(file, path, [&](std::vector<double>& values) {
        for (double& value : values) value *= factor;
    });
}

void change_number(const fs::path& file, const char* path, std::size_t which, double factor) {
    change_array(file, path, [&](std::vector<double>& values) { values.at(which) *= factor; });
}

AuditReport audited(const fs::path& directory, std::uint64_t sample, std::optional<Split> split = std::nullopt,
                    int threads = 1) {
    AuditOptions options;
    options.sample = sample;
    options.split = split;
    options.threads = threads;
    options.budget = 600;  // a busy machine decides as a quiet one does
    return audit(directory, options);
}

}  // namespace

TEST_CASE("audit: a dataset of either protocol passes, every sample of every trajectory after t = 0 counted") {
    for (const Protocol& protocol : {default_protocol(), paper_protocol()}) {
        const ScratchDirectory scratch;
        const AuditReport report = audited(make_dataset(scratch, protocol), 100);
        CHECK(report.system == "chain_pendulum_1");
        CHECK(report.population == 8);
        CHECK(report.trajectories.size() == 8);
        CHECK(report.samples == 80);
        CHECK(report.passed());
        CHECK(report.within == 80);
        // paper: rtol 1e-7 a step; default: 1e-13
        CHECK(report.median_error > (protocol.name == "paper" ? 1e-10 : 1e-17));
        CHECK(report.median_error < (protocol.name == "paper" ? 1e-6 : 1e-12));
    }
}

TEST_CASE("audit: a dataset of every kind passes, with its energies and rows") {
    for (const auto& example : cchnn_test::example_of_each_kind()) {
        CAPTURE(example.first);
        const ScratchDirectory scratch;
        GenerateOptions options = small(scratch.path(), 0, 0, 1);
        options.samples = 3;
        options.bound = true;
        options.protocol = default_protocol();
        const AuditReport report = audited(generate(parse_system(example.second, example.first), options).directory, 1);
        CHECK(report.judged == 1);
        CHECK(report.passed());
    }
}

TEST_CASE("audit: bounds that are too small fail") {
    const ScratchDirectory scratch;
    const fs::path directory = make_dataset(scratch, paper_protocol());
    multiply_array(directory / "test.h5", "/error_bound", 0.5);  // 1.1 times the error before
    const AuditReport report = audited(directory, 3, Split::test);
    CHECK_FALSE(report.passed());
    CHECK(report.ratio[3] > 1.5);
}

TEST_CASE("audit: a wrong trajectory is found, as large as it is wrong") {
    const ScratchDirectory scratch;
    const fs::path directory = make_dataset(scratch, default_protocol());
    multiply_array(directory / "test.h5", "/v", 1 + 1e-9);  // another motion from its start on
    const AuditReport report = audited(directory, 3, Split::test);
    CHECK_FALSE(report.passed());
    CHECK(report.worst_trajectory().worst_error > 1e-11);
    CHECK(report.worst_trajectory().worst_error < 1e-7);
}

TEST_CASE("audit: interval by interval what goes wrong in one is found there, and nowhere else") {
    const ScratchDirectory scratch;
    const fs::path directory = make_dataset(scratch, default_protocol());
    AuditOptions options;
    options.sample = 3;
    options.split = Split::test;
    options.intervals = 10;
    const AuditReport right = audit(directory, options);
    CHECK(right.trajectories.size() == 30);
    CHECK(right.judged == 30);
    CHECK(right.wholly_within == 30);
    CHECK(right.median_error < 1e-14);
    options.intervals = 4;
    CHECK(audit(directory, options).trajectories.size() == 12);

    options.intervals = 10;
    change_number(directory / "test.h5", "/v", 1 * 11 * 2 + 6 * 2, 1 + 1e-9);  // v_x of trajectory 1 at sample 6
    const AuditReport wrong = audit(directory, options);
    CHECK_FALSE(wrong.passed());
    std::set<std::uint64_t> beyond;
    for (const AuditedTrajectory& t : wrong.trajectories)
        if (t.within < t.samples) {
            CHECK(t.trajectory == 1);
            beyond.insert(*t.interval);
        }
    CHECK(beyond == std::set<std::uint64_t>{5, 6});  // it ends the one and starts the other
}

TEST_CASE("audit: trajectories whose masses were drawn are judged by their own system") {
    const ScratchDirectory scratch;
    GenerateOptions options = small(scratch.path(), 4, 0, 0);
    options.bound = true;
    const SystemSpec spec = parse_system(R"({"name": "family", "dimension": 2,
      "bodies": [{"id": "a", "type": "Obj0D", "mass": {"uniform": {"low": 1, "high": 3}}}, {"id": "b", "type": "Obj0D", "mass": 1}],
      "potentials": [{"type": "Spring", "between": ["a", "b"], "stiffness": 9}],
      "initial_conditions": {"bodies": {"a": {"position": [0, 0], "velocity": [0.5, 1]}, "b": {"position": [1, 0]}}}})",
                                         "family.json");
    const AuditReport report = audited(generate(spec, options).directory, 4);
    CHECK(report.within == 40);
    CHECK(report.worst_trajectory().worst_error < 1e-5);  // rtol 1e-7 a step; another mass is off by 0.1 and more
}

TEST_CASE("audit: properties that are formulas of draws are judged by their values") {
    const ScratchDirectory scratch;
    GenerateOptions options = small(scratch.path(), 0, 0, 3);
    options.bound = true;
    const SystemSpec spec = parse_system(R"json({"name": "annulus", "dimension": 1,
      "bodies": [{"id": "wall", "type": "Origin"}, {"id": "bob", "type": "Obj0D", "mass": "2*m*sin(30 deg)"}],
      "potentials": [{"type": "Spring", "between": ["wall", "bob"], "stiffness": {"values": [2, 3, 5]}}],
      "draws": {"m": {"uniform": {"low": 0.5, "high": 1.5}}, "r": {"uniform": {"low": 0.1, "high": 1}},
                "phi": {"uniform": {"low": 0, "high": "2*pi"}}, "p": "r*sin(phi)", "rate": "p/m"},
      "initial_conditions": {"bodies": {"bob": {"position": ["r*cos(phi)"], "velocity": ["rate"]}}}})json",
                                         "annulus.json");
    const AuditReport report = audited(generate(spec, options).directory, 3);
    CHECK(report.judged == 3);
    CHECK(report.wholly_within == 3);
    CHECK(report.passed());
}

// 1e-16 rad of it grew to 5e-12 of a chaotic motion within 100 samples.
TEST_CASE("audit: a phase that a file leaves out is in the stored text, which gives the same motion again") {
    const ScratchDirectory scratch;
    GenerateOptions options = small(scratch.path(), 1, 0, 0);
    options.bound = true;
    const fs::path file = generate(load_system("gear_train"), options).directory / "train.h5";
    const std::string text = AuditedFile(file).system_text();
    int phases = 0;
    const auto system = nlohmann::json::parse(text);
    for (const auto& item : system.at("constraints")) phases += item.contains("phase");
    CHECK(phases == 2);
    std::vector<double> x, v, again_x, again_v;
    TrajectoryFile(file).read(0, 1, x, v);
    options.directory = scratch.path() / "again";
    const fs::path again = generate(parse_system(text, "stored.json"), options).directory / "train.h5";
    TrajectoryFile(again).read(0, 1, again_x, again_v);
    CHECK(again_x == x);
    CHECK(again_v == v);
}

TEST_CASE("audit: a mass matrix, a length or an energy that is not the system's fails") {
    for (const char* path : {"/system/mass_matrix", "/system/constraints/length", "/energy"}) {
        CAPTURE(path);
        const ScratchDirectory scratch;
        const fs::path directory = make_dataset(scratch, paper_protocol());
        CHECK(audited(directory, 1, Split::test).physics_agrees());
        multiply_array(directory / "test.h5", path, 1 + 1e-11);
        const AuditReport report = audited(directory, 1, Split::test);
        CHECK(report.share() == 1);
        CHECK_FALSE(report.physics_agrees());
        CHECK_FALSE(report.passed());
    }
}

// Two rods, in whatever unit of length and time, around an anchor that is `shift` lengths away, with the vertical turned.
SystemSpec double_pendulum(double length, double time, double shift, double turn) {
    const auto text = [](double value) { return number_text(value); };
    const std::string x = text(shift * length) + ", " + text(-shift * length),
                      up = "[" + text(std::sin(turn)) + ", " + text(std::cos(turn)) + "]";
    return parse_system(R"({"name": "units", "dimension": 2,
      "bodies": [{"id": "o", "type": "Origin", "position": [)" +
                            x + R"(]},
                 {"id": "a", "type": "Obj0D", "mass": 1000000000000.0}, {"id": "b", "type": "Obj0D", "mass": 700000000000.0}],
      "constraints": [{"type": "Link", "between": ["o", "a"], "length": )" +
                            text(length) + R"(},
                      {"type": "Link", "between": ["a", "b"], "length": )" +
                            text(0.9 * length) + R"(}],
      "potentials": [{"type": "Gravity", "g": )" +
                            text(9.81 * length / (time * time)) + R"(, "up": )" + up + R"(}],
      "initial_conditions": {"bodies": {"a": {"from": "o", "angle": 2}, "b": {"from": "a", "angle": 1}}},
      "sampling": {"dt": )" +
                            text(0.03 * time) + R"(, "steps": 11}})",
                        "units.json");
}

TEST_CASE(
    "audit: rows of Phi are compared in whatever unit, wherever the origin is, and a length that is wrong is seen") {
    struct Way {
        double length, time, shift, turn;
        double seen;  // of the length, by how much more: rounding of far coordinates hides less
    };
    for (const Way& way : {Way{1, 1, 0, 0, 1e-11}, Way{1e9, 3e4, 0, 0, 1e-11}, Way{1e-9, 1e-3, 0, 0, 1e-11},
                           Way{1e-3, 1e3, 0, 0.7, 1e-11}, Way{1, 1, 1000, 0, 1e-8}, Way{1e9, 3e4, -100, 0.7, 1e-9}}) {
        CAPTURE(way.length);
        CAPTURE(way.shift);
        CAPTURE(way.turn);
        const ScratchDirectory scratch;
        GenerateOptions options = small(scratch.path(), 0, 0, 1);
        options.bound = true;
        const fs::path directory =
            generate(double_pendulum(way.length, way.time, way.shift, way.turn), options).directory;
        CHECK(audited(directory, 1).passed());
        multiply_array(directory / "test.h5", "/system/constraints/length", 1 + way.seen);
        CHECK_FALSE(audited(directory, 1).physics_agrees());
    }
}

TEST_CASE("audit: a motion that decays to nothing is judged by what is left of it") {
    // e^-50 of the start, overdamped and not: steps of 2 s and of 0.05 s.
    for (const char* text :
         {R"("stiffness": 19}], "sampling": {"dt": 2, "steps": 26}, "damping": [{"coefficient": 20,)",
          R"("stiffness": 100}], "sampling": {"dt": 0.05, "steps": 2000}, "damping": [{"coefficient": 1,)"}) {
        const ScratchDirectory scratch;
        GenerateOptions options = small(scratch.path(), 0, 0, 1);
        options.bound = true;
        options.protocol = default_protocol();
        options.samples.reset();
        const SystemSpec spec = parse_system(R"({"name": "decays", "dimension": 2,
          "bodies": [{"id": "o", "type": "Origin"}, {"id": "a", "type": "Obj0D", "mass": 1}],
          "initial_conditions": {"state": {"position": {"a": [1, 0.5]}, "velocity": {"a": [0, 1]}}},
          "potentials": [{"type": "Spring", "between": ["o", "a"], )" +
                                                 std::string(text) + R"("type": "Damping", "body": "a"}]})",
                                             "decays.json");
        const AuditReport report = audited(generate(spec, options).directory, 1);
        CHECK(report.trajectories.front().not_judged == "");
        CHECK(report.passed());
    }
}

TEST_CASE("audit: each set is judged by the system, mass matrix and rows of its own file") {
    for (const char* path : {"/system/mass_matrix", "/system/constraints/length"}) {
        CAPTURE(path);
        const ScratchDirectory scratch;
        const fs::path directory = make_dataset(scratch, paper_protocol());
        CHECK(audited(directory, 8).physics_agrees());
        multiply_array(directory / "test.h5", path, 1 + 1e-11);  // train.h5, which is looked at first, is right
        CHECK_FALSE(audited(directory, 8).physics_agrees());
    }
    // A test set of weaker gravity is the motion of its own system, and not of that in train.h5.
    const ScratchDirectory scratch;
    const fs::path directory = make_dataset(scratch, paper_protocol());
    GenerateOptions options = small(scratch / "other", 0, 0, 3);
    options.protocol = paper_protocol();
    options.bound = true;
    std::string text = TrajectoryFile(directory / "test.h5").info().description.system_json;
    text.replace(text.find("9.81"), 4, "7.81");
    const fs::path other = generate(parse_system(text, "weaker.json"), options).directory;
    fs::copy_file(other / "test.h5", directory / "test.h5", fs::copy_options::overwrite_existing);
    const AuditReport report = audited(directory, 8);
    CHECK(report.within == 80);
    CHECK(report.physics_agrees());
}

TEST_CASE("audit: a number that is not finite ends no looking in a trajectory that /outcome calls completed") {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    const auto everywhere = [&](std::vector<double>& values) { std::fill(values.begin(), values.end(), nan); };
    for (const char* path : {"/system/mass_matrix", "/system/constraints/weights", "/energy"}) {
        CAPTURE(path);
        const ScratchDirectory scratch;
        const fs::path directory = make_dataset(scratch, paper_protocol());
        change_array(directory / "test.h5", path, everywhere);
        CHECK_FALSE(audited(directory, 3, Split::test).physics_agrees());
    }
    const ScratchDirectory scratch;
    const fs::path directory = make_dataset(scratch, paper_protocol());
    change_array(directory / "test.h5", "/x", [&](std::vector<double>& x) {
        for (std::size_t i = 0; i < 3 * 11; ++i)
            if (i % 11 > 0) x[i * 2] = nan;  // (3, 11, 1, 2): one coordinate after t = 0
    });
    const AuditReport report = audited(directory, 3, Split::test);
    CHECK(report.samples == 30);
    CHECK(report.within == 0);
    CHECK_FALSE(report.passed());
}

TEST_CASE("audit: where bounds are 1 nothing is judged, intervals there do not count, whole trajectories do") {
    const ScratchDirectory scratch;
    const fs::path directory = make_dataset(scratch, paper_protocol());
    const auto ones_from = [&](std::size_t first) {
        change_array(directory / "test.h5", "/error_bound", [first](std::vector<double>& bound) {
            for (std::size_t i = 0; i < bound.size(); ++i)
                if (i % 11 >= first) bound[i] = 1;
        });
    };
    AuditOptions options;
    options.split = Split::test;
    options.intervals = 10;
    ones_from(5);
    const AuditReport intervals = audit(directory, options), whole = audited(directory, 3, Split::test);
    CHECK(intervals.trajectories.size() == 30);
    CHECK(intervals.judged == 12);
    CHECK(intervals.judged_share() == 1);
    CHECK(intervals.passed());
    CHECK(whole.samples == 30);
    CHECK(whole.compared == 12);
    CHECK(whole.within == 30);
    CHECK(whole.passed());
    ones_from(1);
    CHECK_FALSE(audit(directory, options).passed());
    const AuditReport none = audited(directory, 3, Split::test);
    CHECK(none.judged == 0);
    CHECK(none.trajectories[0].not_judged == "its bound is infinite from the first sample on");
    CHECK_FALSE(none.passed());
}

TEST_CASE("audit: a start on the crossing of a track goes on along the branch that is stored") {
    const ScratchDirectory scratch;
    GenerateOptions options = small(scratch.path(), 0, 0, 3);
    options.bound = true;
    const SystemSpec spec = parse_system(R"json({"name": "eight", "dimension": 2,
      "bodies": [{"id": "bead", "type": "Obj0D", "mass": 1}],
      "constraints": [{"type": "Track", "points": ["bead"],
        "curve": {"parameter": "u", "x": "cos(u)", "y": "sin(u)*cos(u)", "range": [0, 6.3]}}],
      "initial_conditions": {"bodies": {"bead": {"parameter": 4.71238898038469,
        "parameter_rate": {"uniform": {"low": 1, "high": 2}}}}}})json",
                                         "eight.json");
    const AuditReport report = audited(generate(spec, options).directory, 3);
    CHECK(report.judged == 3);
    CHECK(report.passed());
    CHECK(report.wholly_within == 3);
}

TEST_CASE("audit: without bounds it reports errors alone") {
    const ScratchDirectory scratch;
    const AuditReport report = audited(make_dataset(scratch, paper_protocol(), false), 2);
    CHECK_FALSE(report.bounded);
    CHECK(report.passed());
    CHECK(report.median_error > 1e-10);
}

TEST_CASE("audit: the sample is drawn by seed alone, threads change no number, a larger one is as asked") {
    const ScratchDirectory scratch;
    const fs::path directory = make_dataset(scratch, paper_protocol());
    const AuditReport one = audited(directory, 4), two = audited(directory, 4, std::nullopt, 3);
    REQUIRE(one.trajectories.size() == 4);
    for (std::size_t i = 0; i < 4; ++i) {
        CHECK(one.trajectories[i].split == two.trajectories[i].split);
        CHECK(one.trajectories[i].trajectory == two.trajectories[i].trajectory);
        CHECK(one.trajectories[i].worst_error == two.trajectories[i].worst_error);
    }
    AuditOptions other;
    other.sample = 4;
    other.seed = 1;
    const AuditReport another = audit(directory, other);
    const auto numbers = [](const AuditReport& r) {
        std::vector<std::string> all;
        for (const AuditedTrajectory& t : r.trajectories) all.push_back(t.split + std::to_string(t.trajectory));
        return all;
    };
    CHECK(numbers(another) != numbers(one));
    CHECK(audited(directory, 100, Split::test).trajectories.size() == 3);
}

TEST_CASE("audit: directories of datasets are found, others are refused by name") {
    const ScratchDirectory scratch;
    const fs::path directory = make_dataset(scratch, paper_protocol());
    CHECK(dataset_directories({scratch.path()}) == std::vector<fs::path>{directory});
    CHECK(dataset_directories({directory}) == std::vector<fs::path>{directory});
    fs::create_directory(scratch / "empty");
    CHECK(complaint([&] { dataset_directories({scratch / "empty"}); }) ==
          "io: " + (scratch / "empty").string() +
              ": has no dataset: no train.h5, valid.h5 or test.h5 there or one level below");
    CHECK(complaint([&] { dataset_directories({scratch / "none"}); }) ==
          "io: " + (scratch / "none").string() + ": does not exist; give a directory");
    CHECK(complaint([&] { audited(directory, 1, Split::valid); }) ==
          "io: " + (directory / "valid.h5").string() + ": does not exist");
    CHECK(complaint([&] { audited(directory, 0); }) == "usage: --sample: must be at least 1, got 0");
}

TEST_CASE("audit: what a signal leaves unjudged is told as not judged, and not as exact") {
    struct Heard {  // a signal, and silence again whatever happens
        ~Heard() { stop_signal = 0; }
    } heard;
    const ScratchDirectory scratch;
    GenerateOptions made = small(scratch.path(), 0, 0, 300);  // a hundredth of a second each
    AuditOptions options;
    options.sample = 300;
    options.threads = 1;
    options.progress = [](std::uint64_t, std::uint64_t) { stop_signal = 2; };  // a tenth of a second after the start
    const AuditReport report = audit(generate(load_system("chain_pendulum_1"), made).directory, options);
    CHECK(report.trajectories.size() == 300);
    CHECK(report.judged < 300);
    std::uint64_t judged = 0;
    for (const AuditedTrajectory& one : report.trajectories) {
        if (!one.judged()) CHECK(one.not_judged == "stopped");
        else CHECK(one.worst_error > 0);
        judged += one.judged();
    }
    CHECK(report.judged == judged);
}

TEST_CASE("audit: derivatives of every kind agree with differences of solutions, by start and by a number") {
    for (const auto& example : cchnn_test::example_of_each_kind()) {
        CAPTURE(example.first);
        const SystemSpec spec = parse_system(example.second, example.first);
        const CompiledSystem compiled(spec);
        const bool at_rest = BaseMotion(compiled.system).at_rest();
        const ScratchDirectory scratch;
        GenerateOptions options = small(scratch.path(), 0, 0, 1);
        options.samples = 3;
        options.with.sensitivities = true;
        for (const VariedProperty& number : system_parameters(spec))
            if (at_rest && options.with.sensitive.empty()) options.with.sensitive = {number.pointer};
        const AuditReport report = audited(generate(spec, options).directory, 1);
        REQUIRE(report.derivatives.size() == 1);
        CHECK(report.derivatives.front().judged == 1);
        CHECK(report.derivatives.front().within == 2);
        CHECK(report.passed());
    }
}

TEST_CASE("audit: of every third trajectory derivatives are compared with their bound, and one that is wrong fails") {
    const ScratchDirectory scratch;
    GenerateOptions options = small(scratch.path(), 0, 0, 5);
    options.with = {.sensitivities = true, .sensitive = {"/potentials/0/g", "/bodies/1/mass"}};
    const fs::path directory = generate(load_system("chain_pendulum_1"), options).directory;
    const AuditReport right = audited(directory, 100);
    REQUIRE(right.derivatives.size() == 1);
    CHECK(right.passed());
    CHECK(right.derivatives.front().trajectories.size() == 2);  // the first and the fourth
    CHECK(right.derivatives.front().samples == 20);
    CHECK(right.derivatives.front().within == 20);
    CHECK(right.derivatives.front().median_error < 1e-13);
    for (const char* array : {"/sensitivity/start", "/sensitivity/parameters"}) {
        multiply_array(directory / "test.h5", array, 1 + 1e-9);
        const AuditReport wrong = audited(directory, 100);
        CHECK_FALSE(wrong.passed());
        CHECK(wrong.derivatives.front().share() < 0.1);
        CHECK(wrong.derivatives.front().worst_trajectory().worst_error < 1e-9);
        multiply_array(directory / "test.h5", array, 1 / (1 + 1e-9));
        CHECK(audited(directory, 100).passed());
    }
    AuditOptions by_intervals;
    by_intervals.intervals = 1;
    CHECK(audit(directory, by_intervals).derivatives.empty());
}

TEST_CASE("audit: derivatives by drawn numbers are those of each trajectory's own system") {
    const ScratchDirectory scratch;
    GenerateOptions options = small(scratch.path(), 0, 0, 4);
    options.with.sensitivities = true;
    const SystemSpec spec = parse_system(R"({"name": "family", "dimension": 2,
      "bodies": [{"id": "a", "type": "Obj0D", "mass": {"uniform": {"low": 1, "high": 3}}}, {"id": "b", "type": "Obj0D", "mass": 1}],
      "potentials": [{"type": "Spring", "between": ["a", "b"], "stiffness": 9}],
      "initial_conditions": {"bodies": {"a": {"position": [0, 0], "velocity": [0.5, 1]}, "b": {"position": [1, 0]}}}})",
                                         "family.json");
    const fs::path directory = generate(spec, options).directory;
    const AuditReport report = audited(directory, 100);
    REQUIRE(report.derivatives.size() == 1);
    CHECK(report.derivatives.front().judged == 2);
    CHECK(report.passed());
    change_number(directory / "test.h5", "/parameters", 0, 1 + 1e-7);  // of the first
    CHECK(audited(directory, 100).derivatives.front().share() == 0.5);
}
