// A bead that starts at rest where its curve crosses itself: neither its place nor its velocity says on which branch.

#include <doctest/doctest.h>

#include <regex>

#include "dataset/writer/dataset_writer.hpp"
#include "model/compiled_system.hpp"
#include "stories/story_fixture.hpp"
#include "stories/verify/verify.hpp"

using namespace cchnn_test;

namespace {

// An eight that lies on its side, x = 2 sin s, y = sin 2s: the branches cross at s = 0 and s = pi, sloping either way.
SystemSpec eight(const std::string& name, const std::string& parameter) {
    const std::string text = R"json({"name": "NAME", "dimension": 2,
      "bodies": [{"id": "bead", "type": "Obj0D", "mass": 1}],
      "constraints": [{"type": "Track", "points": ["bead"],
                       "curve": {"parameter": "s", "x": "2*sin(s)", "y": "sin(2*s)", "range": [-1, 6]}}],
      "potentials": [{"type": "Gravity"}],
      "initial_conditions": {"bodies": {"bead": {"parameter": PARAMETER}}}, "sampling": {"dt": 0.1, "steps": 11}})json";
    const std::string named = std::regex_replace(text, std::regex("NAME"), name);
    return parse_system(std::regex_replace(named, std::regex("PARAMETER"), parameter), name + ".json");
}

struct Made {
    SystemSpec spec;
    fs::path directory;
};
Made made(const ScratchDirectory& scratch, const std::string& name, const std::string& parameter) {
    const SystemSpec spec = eight(name, parameter);
    GenerateOptions options = small(scratch.path(), 0, 0, 1);
    options.protocol = default_protocol();
    options.bound = true;
    return {spec, generate(spec, options).directory};
}

}  // namespace

TEST_CASE("a start at rest on a crossing is followed on its own branch by rollout, and verify agrees") {
    const ScratchDirectory scratch;
    for (const auto& start : {std::pair{"first", "0"}, std::pair{"second", "3.14159265358979312"}}) {
        const std::string name = start.first, parameter = start.second;
        CAPTURE(name);
        const Made set = made(scratch, name, parameter);
        const Verification found = verify_directory(set.directory, {});
        for (const VerifiedItem& item : found.items) CHECK_MESSAGE(item.passed, item.what, " ", item.detail);
        RolloutOptions options;
        options.test_set = set.directory / "test.h5";
        options.output = scratch / (std::string(name) + ".h5");
        rollout(set.spec, options);
        const Arrays truth = arrays_of(options.test_set, 0, 1), again = arrays_of(options.output, 0, 1);
        CHECK((truth.x == again.x));
        CHECK((truth.v == again.v));
    }
    // They slide down to either side, so that the wrong branch would show.
    const Arrays first = arrays_of(scratch / "first.h5", 0, 1), second = arrays_of(scratch / "second.h5", 0, 1);
    CHECK(first.x[2 * 5] < -0.1);
    CHECK(second.x[2 * 5] > 0.1);
}

TEST_CASE("a parameter of a curve that is not where the point is, or of too few points, is refused by rollout") {
    const ScratchDirectory scratch;
    const Made set = made(scratch, "first", "0");
    RolloutOptions options;
    options.test_set = set.directory / "test.h5";
    options.output = scratch / "out.h5";
    const SystemSpec other = parse_system(
        R"({"name": "free", "dimension": 2, "bodies": [{"id": "a", "type": "Obj0D", "mass": 1}],
            "initial_conditions": {"bodies": {"a": {"position": [0, 0]}}}})",
        "free.json");
    CHECK(complaint([&] { rollout(other, options); }) ==
          "invalid input: " + options.test_set.string() + ":/track_parameter: holds 1 points on curves, free has 0");
    // Written again a quarter of the curve further on.
    TrajectoryBatch batch;
    DatasetDescription description;
    {
        const TrajectoryFile file(options.test_set);
        description = file.info().description;
        batch.count = 1;
        batch.samples = 11;
        batch.nodes = 1;
        batch.dimension = 2;
        file.read(0, 1, batch.x, batch.v);
        batch.energy = file.rows("/energy", 0, 1);
        batch.error_bound = file.rows("/error_bound", 0, 1);
        file.read_state_parameters(0, 1, 11, batch.track_parameter);
    }
    batch.valid_until.assign(1, 1);
    batch.outcomes.resize(1);
    for (double& s : batch.track_parameter) s += 1.5;
    const CompiledSystem compiled(set.spec);
    DatasetWriter writer(options.test_set, description, compiled.system, true);
    writer.append(batch);
    writer.finish();
    const std::string told = complaint([&] { rollout(set.spec, options); });
    CHECK(told.starts_with("invalid input: " + options.test_set.string() + ":/track_parameter: of trajectory 0 is "));
    CHECK(told.ends_with(" m along the curve from the point in /x"));
}
