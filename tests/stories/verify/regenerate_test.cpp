#include "stories/verify/regenerate.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "core/sha256.hpp"
#include "dataset/changed_number.hpp"
#include "stories/story_fixture.hpp"

using namespace cchnn_test;

namespace {

// A dataset with every choice away from its default.
fs::path make_unusual(const fs::path& directory) {
    GenerateOptions options = small(directory, 7, 0, 3);
    options.dt = 0.021;
    options.seed = 18446744073709551557U;
    options.chunk_length = 4;
    options.bound = true;
    options.refine = 1e-7;
    options.protocol.rtol = 1e-8;
    options.protocol.name = "custom";
    options.protocol.max_steps = 5000;
    options.on_failure = OnFailure::fail;
    return generate(load_system("chain_pendulum_2"), options).directory;
}

void change(const fs::path& json_file, const std::string& pointer, const nlohmann::ordered_json& value) {
    auto json = nlohmann::ordered_json::parse(bytes_of(json_file));
    json[nlohmann::ordered_json::json_pointer(pointer)] = value;
    write_text(json_file, json.dump(2));
}

}  // namespace

TEST_CASE("regenerate: a manifest alone gives the same bytes of every file again") {
    const ScratchDirectory scratch;
    const fs::path first = make_unusual(scratch / "a");
    const LockFile lock = read_lock_file(first / "manifest.json");
    GenerateOptions options;
    options.directory = scratch / "b";
    options.threads = 2;
    const GenerateReport again = generate(locked_system(lock, std::nullopt), locked_options(lock, options));
    CHECK(compare_with(lock, again).differences.empty());
    CHECK((content_of(first) == content_of(again.directory)));
}

TEST_CASE("regenerate: a dataset that was there before is read, so that a digest of its manifest proves nothing") {
    const ScratchDirectory scratch;
    GenerateOptions options = small(scratch.path(), 3, 0, 2);
    const SystemSpec spec = load_system("chain_pendulum_1");
    GenerateReport report = generate(spec, options);
    const LockFile lock = read_lock_file(report.directory / "manifest.json");
    options.resume = true;
    report = generate(spec, options);
    REQUIRE(report.finished_before);
    CHECK(compare_with(lock, report).differences.empty());
    cchnn_test::set_number(report.directory / "test.h5", "/v", {0, 1, 0, 0}, 0.5);
    const LockComparison changed = compare_with(lock, report);
    REQUIRE(changed.differences.size() == 1);
    CHECK(to_text(changed.differences[0]).starts_with("test.h5:/v: digest "));
}

TEST_CASE("regenerate: rattle and a dataset without bounds come back the same") {
    const ScratchDirectory scratch;
    GenerateOptions options = small(scratch.path(), 2, 1, 1);
    options.protocol = fixed_step_protocol(Method::rattle4);
    options.protocol.substeps = 7;
    const LockFile lock =
        read_lock_file(generate(load_system("chain_pendulum_1"), options).directory / "manifest.json");
    CHECK(lock.protocol.substeps == 7);
    CHECK(regenerate(lock, locked_system(lock, std::nullopt), 1).differences.empty());
}

TEST_CASE(
    "regenerate: a digest that does not fit is named, nothing is kept, another version is no failure but is said") {
    const ScratchDirectory scratch, temporary;
    const fs::path manifest = make_unusual(scratch.path()) / "manifest.json";
    change(manifest, "/splits/test/array_digests/~1x", std::string(64, '0'));
    change(manifest, "/tool_version", "0.0.9");
    const char* before = std::getenv("TMPDIR");
    const std::string kept = before ? before : "";
    setenv("TMPDIR", temporary.path().c_str(), 1);
    const LockFile lock = read_lock_file(manifest);
    const LockComparison made = regenerate(lock, locked_system(lock, std::nullopt), 1);
    before ? setenv("TMPDIR", kept.c_str(), 1) : unsetenv("TMPDIR");
    REQUIRE(made.differences.size() == 1);
    CHECK(made.differences[0].split == "test");
    CHECK(made.differences[0].array == "/x");
    REQUIRE(made.remarks.size() == 1);
    CHECK(made.remarks[0] == manifest.string() + " was written by version 0.0.9, this is 0.3.0");
    CHECK(names_in(temporary.path()).empty());
}

TEST_CASE("regenerate: where another version has another reference solution, a remark says what to do") {
    const ScratchDirectory scratch;
    GenerateReport report;
    report.directory = make_unusual(scratch.path());
    const fs::path old = scratch / "old.json";
    fs::copy_file(report.directory / "manifest.json", old);
    change(old, "/splits/test/truth_digest", std::string(64, '0'));
    CHECK(compare_with(read_lock_file(old), report).remarks.empty());
    change(old, "/tool_version", "0.0.9");
    const LockComparison compared = compare_with(read_lock_file(old), report);
    REQUIRE(compared.remarks.size() == 1);
    CHECK(compared.remarks[0] ==
          old.string() +
              " was written by version 0.0.9, this is 0.3.0, and their reference solutions differ: generate with that "
              "version, or use the lock file, the data and the submissions of this version");
}

TEST_CASE("regenerate: a system of one's own is named, and checked by its digest") {
    const ScratchDirectory scratch;
    write_text(scratch / "thrown.json", thrown_ball(one_throw));
    GenerateOptions options;
    options.directory = scratch / "d";
    const std::string file = (scratch / "thrown.json").string();
    const LockFile lock = read_lock_file(generate(load_system(file), options).directory / "manifest.json");
    CHECK(contains_text(complaint([&] { locked_system(lock, std::nullopt); }), "usage: SYSTEM: 'thrown' of "));
    CHECK(locked_system(lock, file).name == "thrown");
    std::string text = bytes_of(file);
    text.replace(text.find("1.62"), 4, "1.63");
    write_text(file, text);
    const auto digits = [](const std::string& sha256) { return sha256.substr(0, 12); };
    CHECK(complaint([&] { locked_system(lock, file); }) ==
          "invalid input: " + file + ": is not the system of " + lock.path.string() + ": its SHA-256 is " +
              digits(sha256_of_text(load_system(file).json)) + ", expected " + digits(lock.system_sha256));
}

TEST_CASE("regenerate: options that say something else than the lock file are found, others are not") {
    const ScratchDirectory scratch;
    const LockFile lock = read_lock_file(make_unusual(scratch.path()) / "manifest.json");
    GenerateOptions asked;
    asked.seed = 3;
    asked.count[0] = 7;
    asked.samples = 12;
    const auto flags = [&](const std::vector<std::string>& given) {
        std::vector<std::string> found;
        for (const Problem& problem : contradictions(lock, asked, given)) found.push_back(problem.where);
        return found;
    };
    CHECK(flags({}).empty());
    CHECK(flags({"train", "threads", "output"}).empty());
    CHECK(flags({"train", "steps", "seed", "rtol"}) == std::vector<std::string>{"--steps", "--seed", "--rtol"});
    CHECK(contradictions(lock, asked, {"seed"})[0].what ==
          "is 3, but " + lock.path.string() + " says 18446744073709551557; leave it out");
}
