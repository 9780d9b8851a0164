// generate --states: initial states of a user's own, in every split, in shards, from a lock file.

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "files/hdf5_file.hpp"
#include "stories/exchange/export_arrays.hpp"
#include "stories/generate/merge.hpp"
#include "stories/story_fixture.hpp"
#include "stories/verify/regenerate.hpp"
#include "stories/verify/verify.hpp"

using namespace cchnn_test;

namespace {

const std::string chain = "chain_pendulum_2";

// x and v of 9 states, (9, 2, 2), from trajectories that were drawn, and the file that holds them.
struct Given {
    Given() : spec(load_system(chain)) {
        GenerateOptions options = small(scratch / "drawn", 0, 0, 9);
        options.bound = true;
        drawn = generate(spec, options).directory / "test.h5";
        TrajectoryFile(drawn).read_initial(0, 9, starts.x, starts.v);
        write("starts.h5", starts);
    }
    void write(const std::string& name, const Arrays& states) const {
        Hdf5File file = Hdf5File::create(scratch / name, scratch / name);
        for (const auto& [path, values] : {std::pair{"/x", &states.x}, std::pair{"/v", &states.v}}) {
            file.make_array(path, float64, {9, 2, 2}, {});
            file.write(path, {0, 0, 0}, {9, 2, 2}, values->data());
        }
        file.close();
    }
    GenerateOptions options(const std::string& directory) const {
        GenerateOptions o;
        o.directory = scratch / directory;
        o.states = scratch / "starts.h5";
        o.protocol = paper_protocol();
        o.samples = 11;
        o.count = {4, 2, std::nullopt};
        return o;
    }

    ScratchDirectory scratch;
    SystemSpec spec;
    fs::path drawn;
    Arrays starts;
};

std::vector<double> first_x(const fs::path& file) {
    const TrajectoryFile opened(file);
    std::vector<double> x, v;
    opened.read_initial(0, opened.info().count, x, v);
    return x;
}

std::vector<double> part(const std::vector<double>& x, std::size_t first, std::size_t count) {
    return {x.begin() + static_cast<long>(4 * first), x.begin() + static_cast<long>(4 * (first + count))};
}

}  // namespace

TEST_CASE("generate --states: train takes the first states, valid the next, test those that are left") {
    const Given given;
    const GenerateReport report = generate(given.spec, given.options("data"));
    CHECK((first_x(report.directory / "train.h5") == part(given.starts.x, 0, 4)));
    CHECK((first_x(report.directory / "valid.h5") == part(given.starts.x, 4, 2)));
    CHECK((first_x(report.directory / "test.h5") == part(given.starts.x, 6, 3)));
    // The motions are those of the same states drawn.
    const Arrays drawn = arrays_of(given.drawn, 6, 3), made = arrays_of(report.directory / "test.h5", 0, 3);
    CHECK((drawn.x == made.x));
    CHECK((drawn.v == made.v));
    GenerateOptions all = given.options("all");
    all.count = {};
    CHECK(generate(given.spec, all).splits.front().count == 9);
    const auto manifest = nlohmann::json::parse(bytes_of(report.directory / "manifest.json"));
    CHECK(manifest.at("states").at("file") == "starts.h5");
    CHECK(manifest.at("states").at("sha256").get<std::string>().size() == 64);
    CHECK(contains_text(manifest.at("command").get<std::string>(), " --states starts.h5 "));
    CHECK(contains_text(bytes_of(report.directory / "README.md"), "`starts.h5`"));
}

TEST_CASE("generate --states: a dataset, its NumPy archive and its coordinates are files of states too") {
    const Given given;
    ExportOptions exported;
    exported.source = given.drawn;
    exported.output = given.scratch / "drawn.npz";
    export_arrays(exported);
    const auto content = content_of(generate(given.spec, given.options("data")).directory);
    for (const fs::path& states : {given.drawn, given.scratch / "drawn.npz"}) {
        CAPTURE(states.string());
        GenerateOptions options = given.options("from_" + states.extension().string().substr(1));
        options.states = states;
        const auto here = content_of(generate(given.spec, options).directory);
        for (const char* file : {"train.h5", "valid.h5", "test.h5"}) CHECK((here.at(file) == content.at(file)));
    }
}

TEST_CASE("generate --states: shards and a resumed run give the same bytes, other states are another job") {
    const Given given;
    const auto whole = content_of(generate(given.spec, given.options("data")).directory);
    GenerateOptions shard = given.options("parts");
    for (std::uint64_t k : {2u, 1u, 3u}) {
        shard.shard = Shard{k, 3};
        generate(given.spec, shard);
    }
    fs::remove(given.scratch / "starts.h5");  // merge needs it no more
    MergeOptions merging;
    merging.directories = {given.scratch / "parts"};
    merging.output = given.scratch / "merged";
    CHECK((content_of(merge(merging).front().directory) == whole));
    Arrays others = given.starts;
    std::swap_ranges(others.x.begin(), others.x.begin() + 4, others.x.begin() + 4);
    std::swap_ranges(others.v.begin(), others.v.begin() + 4, others.v.begin() + 4);
    given.write("starts.h5", others);
    shard.shard = Shard{3, 3};
    CHECK(contains_text(complaint([&] { generate(given.spec, shard); }), "states sha256: is "));
}

TEST_CASE("generate --states: a lock file asks for the file, and notices another one") {
    const Given given;
    const fs::path directory = generate(given.spec, given.options("data")).directory;
    VerifyOptions options;
    CHECK(complaint([&] { verify_lock(directory / "manifest.json", options); }) ==
          "usage: --states: is needed: " + (directory / "manifest.json").string() +
              " has initial states from a file, starts.h5, which holds them");
    options.states = given.scratch / "starts.h5";
    CHECK(verify_lock(directory / "manifest.json", options).passed());
    CHECK(verify_directory(directory, {}).passed());
    Arrays others = given.starts;
    others.v[0] *= 1 + 1e-15;
    others.v[1] *= 1 + 1e-15;
    given.write("others.h5", others);
    options.states = given.scratch / "others.h5";
    CHECK(contains_text(complaint([&] { verify_lock(directory / "manifest.json", options); }),
                        "others.h5: does not have the states of starts.h5: their SHA-256 is "));
    const fs::path drawn = given.drawn.parent_path() / "manifest.json";
    CHECK(contains_text(complaint([&] { verify_lock(drawn, options); }),
                        "--states: is given, but the initial states of "));
}

TEST_CASE("generate --lock: states at the starts of chunks are found again in the file, and no other ones") {
    const Given given;
    GenerateOptions options = given.options("chunks");
    options.states = generate(given.spec, small(given.scratch / "trained", 8, 0, 0)).directory / "train.h5";
    options.starts = StartsAt::chunk;
    const fs::path directory = generate(given.spec, options).directory;
    const LockFile lock = read_lock_file(directory / "manifest.json");
    GenerateOptions again = given.options("again");
    again.states = options.states;  // the lock file alone does not say that it was the chunks
    const GenerateReport report = generate(locked_system(lock, std::nullopt), locked_options(lock, again));
    CHECK(compare_with(lock, report).differences.empty());
    CHECK((content_of(report.directory) == content_of(directory)));
    VerifyOptions verified;
    verified.states = options.states;
    CHECK(verify_lock(directory / "manifest.json", verified).passed());
    // The first states of the same trajectories are other ones, and have another lock file.
    GenerateOptions first = given.options("first");
    first.states = options.states;
    const auto states_of = [](const fs::path& at) {
        return nlohmann::json::parse(bytes_of(at / "manifest.json")).at("states").at("sha256").get<std::string>();
    };
    CHECK(states_of(directory) != states_of(generate(given.spec, first).directory));
    again.states = given.scratch / "starts.h5";  // holds neither, and no chunks
    CHECK(contains_text(complaint([&] { generate(given.spec, locked_options(lock, again)); }),
                        "does not have the states of train.h5: their SHA-256 is "));
}

TEST_CASE(
    "generate --states: what is off the constraints is projected up to 1 %, and refused with its numbers beyond") {
    const Given given;
    Arrays states = given.starts;
    for (double& c : states.x) c *= 1.001;
    given.write("starts.h5", states);
    const fs::path directory = generate(given.spec, given.options("near")).directory;
    CHECK(verify_directory(directory, {}).passed());
    for (double& c : states.x) c *= 1.02;
    given.write("starts.h5", states);
    const std::string far = complaint([&] { generate(given.spec, given.options("far")); });
    CHECK(far.starts_with("invalid input: " + (given.scratch / "starts.h5").string() + ":/x: "));
    CHECK(contains_text(far, "state 0"));
    states = given.starts;
    states.v[0] += 1;
    states.v[1] += 1;
    given.write("starts.h5", states);
    const std::string fast = complaint([&] { generate(given.spec, given.options("fast")); });
    CHECK(fast.starts_with("invalid input: " + (given.scratch / "starts.h5").string() + ":/v: state 0: Link "));
    CHECK(fast.ends_with(" m/s; 1 % of it is allowed"));
    CHECK_FALSE(fs::exists(given.scratch / "fast"));
}

TEST_CASE("generate --states: velocities off the constraints are projected by their share of the speed, however slow") {
    const Given given;
    Arrays states = given.starts, found;
    for (double& c : states.v) c *= 1e-6;
    states.v[0] += 1e-9;
    given.write("starts.h5", states);
    const fs::path directory = generate(given.spec, given.options("slow")).directory;
    TrajectoryFile(directory / "train.h5").read_initial(0, 1, found.x, found.v);
    // The first Link is about (0, 0): x . v is its length times the speed along it.
    const auto along = [](const Arrays& a) { return std::fabs(a.x[0] * a.v[0] + a.x[1] * a.v[1]); };
    CHECK(along(states) > 1e-11);
    CHECK(along(found) < 1e-20);  // speeds of 1e-6, products rounded by 1e-16 of them
}

TEST_CASE("generate --states: too few states, families and exponents are refused") {
    const Given given;
    GenerateOptions options = given.options("data");
    options.count = {8, 2, 0};
    CHECK(complaint([&] { generate(given.spec, options); }) ==
          "usage: --train, --valid, --test: ask for 10 trajectories, " + (given.scratch / "starts.h5").string() +
              " holds 9 states");
    options = given.options("data");
    options.lyapunov = true;
    CHECK(contains_text(complaint([&] { generate(given.spec, options); }), "--lyapunov: needs drawn initial states"));
    SystemSpec family = parse_system(R"({"name": "any_bob", "dimension": 2,
      "bodies": [{"id": "o", "type": "Origin"},
                 {"id": "bob", "type": "Obj0D", "mass": {"uniform": {"low": 1, "high": 2}}}],
      "constraints": [{"type": "Link", "between": ["o", "bob"], "length": 1}],
      "potentials": [{"type": "Gravity"}],
      "initial_conditions": {"bodies": {"bob": {"from": "o", "angle": 1}}}})",
                                     "any_bob.json");
    CHECK(complaint([&] { generate(family, given.options("data")); }).starts_with("usage: --states: any_bob draws "));
}

TEST_CASE("rollout --bound: the numbers of generate for the same starts") {
    const Given given;
    GenerateOptions made = given.options("made");
    made.count = {0, 0, std::nullopt};
    made.protocol = default_protocol();
    made.refine = 1e-14;
    const fs::path truth = generate(given.spec, made).directory / "test.h5";
    RolloutOptions options;
    options.test_set = truth;
    options.output = given.scratch / "sure.h5";
    options.bound = true;
    options.refine = 1e-14;
    rollout(given.spec, options);
    const Hdf5File a = Hdf5File::open(truth), b = Hdf5File::open(options.output);
    for (const char* array : {"/x", "/v", "/error_bound", "/valid_until", "/refined"}) {
        CAPTURE(array);
        REQUIRE(b.has(array));
        const Shape shape = a.array(array).shape;
        CHECK(
            (a.read_bytes(array, Shape(shape.size(), 0), shape) == b.read_bytes(array, Shape(shape.size(), 0), shape)));
    }
    CHECK(b.read_texts("/system/protocol") == a.read_texts("/system/protocol"));
    std::vector<char> refined = a.read_bytes("/refined", {0}, {9});
    CHECK(std::count(refined.begin(), refined.end(), 1) > 0);
    options.output = given.scratch / "plain.h5";
    options.bound = false;
    options.refine = std::nullopt;
    rollout(given.spec, options);
    CHECK_FALSE(Hdf5File::open(options.output).has("/error_bound"));
    options.output = given.scratch / "sure.npz";
    options.bound = true;
    options.in_coordinates = true;
    CHECK(complaint([&] { rollout(given.spec, options); }) ==
          "usage: --bound: needs an HDF5 file; name one that ends in .h5, or remove the option\n"
          "--bound: is for x and v; remove --coordinates q");
}
