// generate --with from the options to the file, its lock file and back.

#include <doctest/doctest.h>

#include "files/hdf5_file.hpp"
#include "stories/generate/merge.hpp"
#include "stories/story_fixture.hpp"
#include "stories/verify/regenerate.hpp"
#include "stories/verify/verify.hpp"

using namespace cchnn_test;

namespace {

GenerateOptions with(const fs::path& directory, DerivedChoice choice) {
    GenerateOptions options = small(directory, 7, 0, 3);
    options.with = choice;
    return options;
}

bool holds(const fs::path& file, const std::string& array) { return Hdf5File::open(file).has(array); }

// A ball whose restitution is drawn falls beside a post.
SystemSpec bouncing_family() {
    return parse_system(R"({
      "name": "bouncing", "dimension": 2,
      "bodies": [{"id": "post", "type": "Origin"}, {"id": "ball", "type": "Obj0D", "mass": 1}],
      "potentials": [{"type": "Gravity"}],
      "contacts": [{"type": "Contact", "shape": "plane", "on": "ball", "radius": 0.05, "point": [0, 0],
                    "normal": [0, 1], "restitution": {"uniform": {"low": 0.7, "high": 0.9}}},
                   {"type": "Contact", "shape": "balls", "between": ["ball", "post"], "radii": [0.05, 0.3],
                    "restitution": 0.5}],
      "initial_conditions": {"bodies": {"ball": {"position": [0.2, 1],
                                                 "velocity": [{"uniform": {"low": 0, "high": 1}}, 0]}}},
      "sampling": {"dt": 0.1, "steps": 11}})",
                        "bouncing.json");
}

}  // namespace

TEST_CASE(
    "with: a dataset holds what was asked for, its reference solution digest stays, and nothing is there unasked") {
    const ScratchDirectory scratch;
    const SystemSpec spec = load_system("chain_pendulum_2");
    const GenerateReport plain = generate(spec, with(scratch / "plain", {}));
    const GenerateReport more = generate(spec, with(scratch / "more", {true, false, true}));
    for (const char* array : {"/acceleration", "/qddot", "/multipliers"}) {
        CHECK(holds(more.directory / "train.h5", array));
        CHECK_FALSE(holds(plain.directory / "train.h5", array));
    }
    CHECK_FALSE(holds(more.directory / "train.h5", "/momentum"));
    CHECK(more.splits[0].truth_digest == plain.splits[0].truth_digest);
    CHECK(more.splits[0].content_digest != plain.splits[0].content_digest);
    CHECK_FALSE(contains_text(bytes_of(plain.directory / "manifest.json"), "with"));
}

TEST_CASE("with: arrays have the units of their system") {
    const ScratchDirectory scratch;
    const auto unit = [&](const std::string& system, const char* array) {
        const fs::path file =
            generate(load_system(system), with(scratch / "d", {true, true, true})).directory / "test.h5";
        std::string found = "none";
        const Hdf5File opened = Hdf5File::open(file);
        for (const AttributeInfo& a : opened.attributes(array))
            if (a.name == "units") found = split_texts(opened.attribute_bytes(array, a)).at(0);
        fs::remove_all(scratch / "d");
        return found;
    };
    CHECK(unit("chain_pendulum_2", "/acceleration") == "m/s^2");
    CHECK(unit("chain_pendulum_2", "/qddot") == "rad/s^2");
    CHECK(unit("chain_pendulum_2", "/generalised_momentum") == "kg m^2/s");
    CHECK(unit("satellite", "/generalised_momentum") == "kg m^2/s, kg m/s");
    CHECK(unit("spring_pendulum", "/qddot") == "m/s^2");
    CHECK(unit("chain_pendulum_2", "/multipliers") == "none");
}

TEST_CASE("with: a lock file makes all of it again, and verify knows all of it") {
    const ScratchDirectory scratch;
    const GenerateReport made = generate(load_system("hinged_arm_3"), with(scratch.path(), {true, true, true, true}));
    const LockFile lock = read_lock_file(made.directory / "manifest.json");
    CHECK((lock.with == DerivedChoice{true, true, true, true}));
    CHECK(contains_text(lock.command, " --with acceleration,momentum,multipliers,sensitivities"));
    CHECK(regenerate(lock, locked_system(lock, std::nullopt), 2).differences.empty());
    const Verification verified = verify_directory(made.directory, {});
    CHECK(verified.passed());
    CHECK(verified.remarks.empty());

    GenerateOptions asked = with(scratch.path(), {true, false, false});
    const std::vector<Problem> problems = contradictions(lock, asked, {"with"});
    REQUIRE(problems.size() == 1);
    CHECK(contains_text(problems[0].what, "is acceleration, but"));
    CHECK(contains_text(problems[0].what, "says acceleration,momentum,multipliers,sensitivities; leave it out"));
}

TEST_CASE("with: shards and a resumed run give the same bytes") {
    const ScratchDirectory scratch;
    const SystemSpec spec = load_system("dm_double_pendulum_colors");
    const fs::path single = generate(spec, with(scratch / "single", {true, true, true, true})).directory;
    for (std::uint64_t k : {1u, 2u}) {
        GenerateOptions options = with(scratch / "parts", {true, true, true, true});
        options.shard = Shard{k, 2};
        options.threads = static_cast<int>(k);
        generate(spec, options);
    }
    MergeOptions merge_options;
    merge_options.directories = {scratch / "parts"};
    merge(merge_options);
    CHECK((content_of(single) == content_of(scratch / "parts" / spec.name)));
}

TEST_CASE("with: sensitivities are by the numbers that are chosen, or by those that are drawn") {
    const ScratchDirectory scratch;
    const std::vector<std::string> chosen{"/constraints/0/length", "/bodies/2/mass"};
    const SystemSpec spec = load_system("chain_pendulum_2");
    const GenerateReport made = generate(spec, with(scratch / "a", {.sensitivities = true, .sensitive = chosen}));
    const Hdf5File file = Hdf5File::open(made.directory / "test.h5");
    CHECK(file.read_texts("/sensitivity/pointer") == chosen);
    CHECK(file.array("/sensitivity/parameters").shape == Shape{3, 11, 8, 2});
    CHECK(file.array("/sensitivity/start").shape == Shape{3, 11, 8, 4});
    CHECK(file.array("/sensitivity/q").shape == Shape{3, 11, 4, 4});
    const LockFile lock = read_lock_file(made.directory / "manifest.json");
    CHECK(lock.with.sensitive == chosen);
    CHECK(regenerate(lock, locked_system(lock, std::nullopt), 2).differences.empty());
    CHECK(verify_directory(made.directory, {}).passed());

    const GenerateReport by_start = generate(spec, with(scratch / "b", {.sensitivities = true}));
    CHECK(holds(by_start.directory / "test.h5", "/sensitivity/start"));
    CHECK_FALSE(holds(by_start.directory / "test.h5", "/sensitivity/parameters"));
}

TEST_CASE("with: sensitivities through impacts, by a restitution that is drawn, are made again and verified") {
    const ScratchDirectory scratch;
    const GenerateReport made = generate(bouncing_family(), with(scratch / "a", {.sensitivities = true}));
    const Hdf5File file = Hdf5File::open(made.directory / "test.h5");
    CHECK(file.read_texts("/sensitivity/pointer") == std::vector<std::string>{"/contacts/0/restitution"});
    CHECK(file.array("/sensitivity/parameters").shape == Shape{3, 11, 4, 1});
    const LockFile lock = read_lock_file(made.directory / "manifest.json");
    CHECK(regenerate(lock, bouncing_family(), 2).differences.empty());
    CHECK(verify_directory(made.directory, {}).passed());
}

TEST_CASE("with: sensitivities that do not exist are refused, with what to do") {
    const ScratchDirectory scratch;
    const auto refused = [&](const SystemSpec& spec, const DerivedChoice& choice) {
        return complaint([&] { generate(spec, with(scratch / "none", choice)); });
    };
    const SystemSpec chain = load_system("chain_pendulum_2");
    CHECK(contains_text(refused(chain, {.sensitivities = true, .sensitive = {"/bodies/1/mas"}}),
                        "'/bodies/1/mas' is not a number of chain_pendulum_2, did you mean "
                        "'/bodies/1/mass'?"));
    CHECK(contains_text(refused(chain, {.acceleration = true, .sensitive = {"/bodies/1/mass"}}),
                        "chooses the numbers of sensitivities; add "));
    CHECK(contains_text(refused(bouncing_family(), {.sensitivities = true, .sensitive = {"/bodies/0/position/1"}}),
                        "bouncing has no sensitivities: it has contacts, and derivatives through impacts by the place "
                        "of an Origin, /bodies/0/position/1, are not computed; leave sensitivities out of "));
    const SystemSpec shaken = load_system("kapitza_pendulum");
    CHECK(contains_text(refused(shaken, {.sensitivities = true, .sensitive = {"/bodies/1/mass"}}), "its Origins move"));
    CHECK_FALSE(fs::exists(scratch / "none"));
}
