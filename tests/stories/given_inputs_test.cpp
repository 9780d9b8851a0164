// generate --inputs: values of inputs of a user's own, in every split, in shards, from a lock file.

#include <doctest/doctest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "files/hdf5_file.hpp"
#include "stories/generate/merge.hpp"
#include "stories/story_fixture.hpp"
#include "stories/verify/regenerate.hpp"
#include "stories/verify/verify.hpp"

using namespace cchnn_test;

namespace {

constexpr std::size_t rows = 9, samples = 11;

const char* const two_motors = R"({ "name": "two_motors", "dimension": 2,
  "bodies": [ {"id": "pivot", "type": "Origin"}, {"id": "rod", "type": "Obj1D", "mass": 1, "second_moments": ["1/12"]} ],
  "constraints": [ {"type": "Joint", "between": ["pivot", {"body": "rod", "point": [-0.5]}]} ],
  "potentials": [ {"type": "Gravity"},
                  {"type": "Torque", "bodies": ["pivot", "rod"], "torque": 1, "input": "motor"},
                  {"type": "Force", "on": {"body": "rod", "point": [0.5]}, "force": [0.2, 0], "input": "fan"},
                  {"type": "Torque", "bodies": ["pivot", "rod"], "torque": 2, "input": "brake"} ],
  "inputs": [ {"id": "motor", "steps": {"value": {"normal": {"mean": 0, "std": 2}}, "every": 5}},
              {"id": "fan", "formula": "0.5*sin(3*t) + 1"},
              {"id": "brake", "samples": "0"} ],
  "initial_conditions": { "bodies": { "rod": {"from": "pivot", "angle": {"normal": {"mean": 0, "std": 1}}, "angle_rate": 0} } },
  "sampling": {"dt": 0.05, "steps": 11} })";

struct Column {
    std::string id;
    Shape shape;
    std::vector<double> values;
};

// Numbers that differ, times `size`.
Column column(const std::string& id, const Shape& shape, double size) {
    Column made{id, shape, std::vector<double>(byte_count(shape, 1))};
    for (std::size_t k = 0; k < made.values.size(); ++k) made.values[k] = size * std::sin(double(k) + 1);
    return made;
}

struct Given {
    Given() : spec(parse_system(two_motors, "two_motors.json")) { write("inputs.h5", {motor, brake}); }
    void write(const std::string& name, const std::vector<Column>& columns) const {
        Hdf5File file = Hdf5File::create(scratch / name, scratch / name);
        for (const Column& one : columns) {
            file.make_array("/" + one.id, float64, one.shape, {});
            file.write("/" + one.id, Shape(one.shape.size(), 0), one.shape, one.values.data());
        }
        file.close();
    }
    GenerateOptions options(const std::string& directory, const std::string& inputs = "inputs.h5") const {
        GenerateOptions o = small(scratch / directory, 4, 2, 3);
        o.inputs = scratch / inputs;
        return o;
    }
    // What a file of these arrays is refused with, without its directory.
    std::string refusal(const std::vector<Column>& columns) const {
        write("refused.h5", columns);
        std::string text = complaint([&] { generate(spec, options("refused", "refused.h5")); });
        const std::string path = (scratch / "").string();
        for (std::size_t at = text.find(path); at != std::string::npos; at = text.find(path))
            text.erase(at, path.size());
        return text;
    }

    ScratchDirectory scratch;
    SystemSpec spec;
    Column motor = column("motor", {rows, samples + 2}, 3);  // two samples more than are asked for
    Column brake = column("brake", {samples}, 1);            // the same for every trajectory
};

// (trajectories, samples, inputs)
std::vector<double> inputs_in(const fs::path& file) {
    const TrajectoryFile opened(file);
    std::vector<double> u;
    u = opened.rows("/u", 0, opened.info().count);
    return u;
}

}  // namespace

TEST_CASE(
    "generate --inputs: train takes the first rows, valid the next, test those that are left, and formulas stay") {
    const Given given;
    const GenerateReport report = generate(given.spec, given.options("data"));
    std::size_t row = 0;
    for (const char* name : {"train.h5", "valid.h5", "test.h5"}) {
        const std::vector<double> u = inputs_in(report.directory / name);
        for (std::size_t k = 0; k < u.size(); k += 3) {
            const std::size_t sample = k / 3 % samples;
            CHECK(u[k] == given.motor.values[row * (samples + 2) + sample]);
            CHECK(u[k + 1] == doctest::Approx(1 + 0.5 * std::sin(3 * 0.05 * double(sample))));
            CHECK(u[k + 2] == given.brake.values[sample]);
            row += sample == samples - 1;
        }
    }
    CHECK(row == rows);
    // They do drive: a torque of 3 N m on 1/3 kg m^2 in the first sample of the first trajectory, and twice the brake.
    const Arrays motion = arrays_of(report.directory / "train.h5", 0, 1);
    CHECK(motion.v[4] != doctest::Approx(motion.v[0]));
    CHECK(verify_directory(report.directory, {}).passed());
    const auto manifest = nlohmann::json::parse(bytes_of(report.directory / "manifest.json"));
    CHECK(manifest.at("inputs").at("file") == "inputs.h5");
    CHECK(contains_text(manifest.at("command").get<std::string>(), " --inputs inputs.h5 "));
    CHECK(contains_text(bytes_of(report.directory / "README.md"), "`inputs.h5`"));
    GenerateOptions all = given.options("all");
    all.count = {};
    CHECK(generate(given.spec, all).splits.front().count == rows);
}

TEST_CASE("generate --inputs: given inputs move no initial state, and drawn ones given again move the same") {
    const Given given;
    GenerateOptions drawn = given.options("drawn");
    drawn.inputs.clear();
    drawn.count = {0, 0, 6};
    const fs::path first = generate(given.spec, drawn).directory / "test.h5";
    GenerateOptions again = given.options("again");
    again.count = {0, 0, 6};
    again.inputs = first;  // its /u
    const fs::path second = generate(given.spec, again).directory / "test.h5";
    CHECK((arrays_of(first, 0, 6).x == arrays_of(second, 0, 6).x));
    CHECK((inputs_in(first) == inputs_in(second)));
    again.directory = given.scratch / "others";
    again.inputs = given.scratch / "inputs.h5";
    const Arrays others = arrays_of(generate(given.spec, again).directory / "test.h5", 0, 6),
                 before = arrays_of(first, 0, 6);
    CHECK((std::vector(others.x.begin(), others.x.begin() + 4) == std::vector(before.x.begin(), before.x.begin() + 4)));
    CHECK((others.x != before.x));
}

TEST_CASE("generate --inputs: shards and merge give the same bytes without the file, other inputs are another job") {
    const Given given;
    const auto whole = content_of(generate(given.spec, given.options("data")).directory);
    GenerateOptions shard = given.options("parts");
    for (std::uint64_t k : {2u, 1u, 3u}) {
        shard.shard = Shard{k, 3};
        generate(given.spec, shard);
    }
    fs::remove(given.scratch / "inputs.h5");
    MergeOptions merging;
    merging.directories = {given.scratch / "parts"};
    merging.output = given.scratch / "merged";
    CHECK((content_of(merge(merging).front().directory) == whole));
    Column other = given.motor;
    other.values[5] += 1e-15;
    given.write("inputs.h5", {other, given.brake});
    CHECK(contains_text(complaint([&] { generate(given.spec, shard); }), "inputs sha256: is "));
}

TEST_CASE("generate --inputs: a lock file asks for the file, and notices another one") {
    const Given given;
    const fs::path manifest = generate(given.spec, given.options("data")).directory / "manifest.json";
    const LockFile lock = read_lock_file(manifest);
    const auto made = [&](const fs::path& inputs) { return regenerate(lock, given.spec, 1, {}, inputs); };
    CHECK(complaint([&] { made({}); }) ==
          "usage: --inputs: is needed: " + manifest.string() + " has inputs from a file, inputs.h5, which holds them");
    CHECK(made(given.scratch / "inputs.h5").differences.empty());
    Column other = given.brake;
    other.values[samples - 1] += 1;  // which moves nothing
    given.write("others.h5", {given.motor, other});
    CHECK(contains_text(complaint([&] { made(given.scratch / "others.h5"); }),
                        "others.h5: does not have the inputs of inputs.h5: their SHA-256 is "));
    GenerateOptions drawn = given.options("drawn");
    drawn.inputs.clear();
    const LockFile of_drawn = read_lock_file(generate(given.spec, drawn).directory / "manifest.json");
    CHECK(contains_text(complaint([&] { regenerate(of_drawn, given.spec, 1, {}, given.scratch / "inputs.h5"); }),
                        "--inputs: is given, but the inputs of "));
}

TEST_CASE("generate --inputs: arrays that are missing, short, unknown, not finite or of another shape are named") {
    const Given given;
    const std::string usual = "(N, 11) with N >= 1, or (11), shared by all trajectories";
    CHECK(given.refusal({given.motor}) ==
          "invalid input: refused.h5:/brake: is missing: the values of this input, (N, 11) or (11), shared by "
          "all trajectories");
    CHECK(given.refusal({column("motor", {rows, samples - 1}, 1), given.brake}) ==
          "invalid input: refused.h5:/motor: holds 10 values a trajectory, 11 samples need 11");
    CHECK(given.refusal({column("motor", {rows, samples, 1}, 1), given.brake}) ==
          "invalid input: refused.h5:/motor: shape is (9, 11, 1), expected " + usual);
    CHECK(given.refusal({column("motor", {0, samples}, 1), given.brake}) ==
          "invalid input: refused.h5:/motor: shape is (0, 11), expected " + usual);
    CHECK(given.refusal({given.motor, given.brake, column("moto", {samples}, 1)}) ==
          "invalid input: refused.h5:/moto: is not an input of two_motors, did you mean 'motor'?");
    CHECK(given.refusal({given.motor, given.brake, column("fan", {samples}, 1)}) ==
          "invalid input: refused.h5:/fan: is a formula of t in two_motors and takes no values; leave the array out");
    CHECK(given.refusal({given.motor, column("brake", {rows - 1, samples}, 1)}) ==
          "invalid input: refused.h5:/brake: holds 8 trajectories, motor holds 9");
    Column broken = given.motor;
    broken.values[3 * (samples + 2) + 7] = INFINITY;
    CHECK(given.refusal({broken, given.brake}) ==
          "invalid input: refused.h5:/motor: must be finite, got inf for motor in trajectory 3 at sample 7");
    CHECK(given.refusal({column("u", {rows, samples, 2}, 1)}) ==
          "invalid input: refused.h5:/u: shape is (9, 11, 2), expected (N, samples, 3) with N >= 1: trajectory, "
          "sample, input");
    CHECK(given.refusal({column("motor", {8, samples}, 1), given.brake}) ==
          "usage: --train, --valid, --test: ask for 9 trajectories, refused.h5 holds inputs of 8");
    CHECK(complaint([&] { generate(load_system("chain_pendulum_2"), given.options("x")); }) ==
          "usage: --inputs: chain_pendulum_2 has no inputs");
    CHECK(complaint([&] { generate(load_system("forced_duffing"), given.options("x")); }) ==
          "usage: --inputs: the inputs of forced_duffing are formulas of t and take no values");
}

TEST_CASE("rollout --states --inputs integrates what generate does") {
    const Given given;
    GenerateOptions made = given.options("data");
    made.count = {0, 0, rows};
    const fs::path test = generate(given.spec, made).directory / "test.h5";
    RolloutOptions options;
    options.states = test;
    options.output = given.scratch / "rolled.h5";
    options.protocol = made.protocol;
    CHECK(contains_text(
        complaint([&] { rollout(given.spec, options); }),
        "--from: is missing: two_motors is driven by motor, whose values a test set holds; or give --inputs"));
    options.inputs = given.scratch / "inputs.h5";
    CHECK(rollout(given.spec, options).count == rows);
    CHECK((arrays_of(options.output, 0, rows).x == arrays_of(test, 0, rows).x));
    given.write("few.h5", {column("motor", {2, samples}, 1), given.brake});
    options.inputs = given.scratch / "few.h5";
    options.overwrite = true;
    CHECK(contains_text(complaint([&] { rollout(given.spec, options); }),
                        "few.h5: holds inputs of 2 trajectories, needed are 9"));
}
