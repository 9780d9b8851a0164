// Shards and merge(): the dataset of one run from parts, or every part that is wrong by name.

#include "stories/generate/merge.hpp"

#include <doctest/doctest.h>

#include "contains_text.hpp"
#include "stories/generate/dataset_plan.hpp"
#include "stories/generate/shard_directory.hpp"
#include "stories/story_fixture.hpp"

using namespace cchnn_test;

namespace {

GenerateOptions part(GenerateOptions options, const fs::path& directory, Shard shard) {
    options.directory = directory;
    options.shard = shard;
    return options;
}

void make_parts(const SystemSpec& spec, const GenerateOptions& options, const fs::path& directory, std::uint64_t of) {
    for (std::uint64_t k = of; k >= 1; --k) generate(spec, part(options, directory, {k, of}));
}

MergeOptions merging(const fs::path& from, const fs::path& to) {
    MergeOptions options;
    options.directories = {from};
    options.output = to;
    return options;
}

}  // namespace

TEST_CASE("part_of: shards cover every trajectory once, sizes differ by one at most") {
    for (std::uint64_t count : {0ULL, 1ULL, 7ULL, 800ULL, 1'000'000'000'000ULL})
        for (std::uint64_t of : {1ULL, 2ULL, 7ULL, 9'999ULL}) {
            std::uint64_t next = 0;
            for (std::uint64_t k = 1; k <= of; ++k) {
                const Range range = part_of(count, {k, of});
                REQUIRE(range.first == next);
                REQUIRE(range.count >= count / of);
                REQUIRE(range.count <= count / of + 1);
                next += range.count;
            }
            CHECK(next == count);
        }
    const Range last =
        part_of(1'000'000'000'000ULL, {most_shards, most_shards});  // the largest there is: nothing overflows
    CHECK(last.first == 999'999'000'000ULL);
    CHECK(last.count == 1'000'000ULL);
}

TEST_CASE("merge: the bytes of one run for 1, 2, 3 and 60 shards, empty ones among them") {
    const ScratchDirectory scratch;
    for (const char* system : {"chain_pendulum_2", "gyroscope"}) {
        const SystemSpec spec = load_system(system);
        const GenerateOptions options = small(scratch / "whole", 50, 7, 12);
        generate(spec, options);
        for (std::uint64_t of : {1U, 2U, 3U, 60U}) {
            CAPTURE(of);
            const fs::path parts = scratch / (std::string(system) + std::to_string(of));
            make_parts(spec, options, parts, of);
            const auto reports = merge(merging(parts, parts));
            CHECK(reports.size() == 1);
            CHECK((content_of(parts / system) == content_of(scratch / "whole" / system)));
        }
    }
}

TEST_CASE("merge: trajectories that were drawn again, in whichever shard, are the same and are counted") {
    const ScratchDirectory scratch;
    const SystemSpec spec = parse_system(colliding_pair(R"({"uniform": {"low": 0, "high": 10}})"), "pair.json");
    const GenerateOptions options = of_collisions(scratch / "whole");
    const GenerateReport whole = generate(spec, options);
    CHECK(whole.splits.front().redrawn > 0);
    make_parts(spec, options, scratch / "parts", 4);
    const GenerateReport merged = merge(merging(scratch / "parts", scratch / "out")).front();
    CHECK(merged.splits.front().failures == whole.splits.front().failures);
    CHECK(merged.splits.front().redrawn == whole.splits.front().redrawn);
    CHECK((content_of(scratch / "out") == content_of(scratch / "whole")));
}

TEST_CASE(
    "merge: every kind of choice survives the way through shards: protocols, bounds, varied properties, Lyapunov") {
    const ScratchDirectory scratch;
    std::vector<std::pair<std::string, GenerateOptions>> cases;
    GenerateOptions options = small(scratch.path(), 6, 0, 2);
    options.bound = true;
    options.seed = 18446744073709551615ULL;
    options.dt = 0.1 / 3;
    cases.emplace_back("chain_pendulum_1", options);
    options.refine = 1e-16;  // below the floor of bounds: every trajectory
    cases.emplace_back("chain_pendulum_1", options);
    options.refine = std::nullopt;
    options.protocol = fixed_step_protocol(Method::rattle4);
    options.protocol.step = *options.dt / 7;
    cases.emplace_back("chain_pendulum_1", options);
    options = small(scratch.path(), 6, 0, 2);
    options.lyapunov = true;
    options.on_failure = OnFailure::fail;
    cases.emplace_back("chain_pendulum_2", options);
    options.lyapunov = false;
    options.chunk_length = 3;
    for (const std::string& name : builtin_system_names()) {
        const std::string text = load_system(name).json;  // one state, or one value of what is listed, for the test set
        const bool given = text.find("\"state\"") != std::string::npos || text.find("\"values\"") != std::string::npos;
        options.count = {given ? 0 : 6, 0, given ? 1 : 2};
        cases.emplace_back(name, options);
    }
    int number = 0;
    for (auto& each : cases) {
        const std::string& system = each.first;
        GenerateOptions& choice = each.second;
        CAPTURE(system);
        const SystemSpec spec = load_system(system);
        const fs::path at = scratch / std::to_string(number++);
        choice.directory = at / "whole";
        generate(spec, choice);
        make_parts(spec, choice, at / "parts", 2);
        merge(merging(at / "parts", at / "out"));
        CHECK((content_of(at / "out") == content_of(at / "whole")));
    }
}

TEST_CASE("merge: shards gathered in several directories, by default merged where the first one is") {
    const ScratchDirectory scratch;
    const SystemSpec spec = load_system("chain_pendulum_1");
    const GenerateOptions options = small(scratch / "whole");
    generate(spec, options);
    generate(spec, part(options, scratch / "a", {1, 2}));
    generate(spec, part(options, scratch / "b", {2, 2}));
    MergeOptions merging;
    merging.directories = {scratch / "b/chain_pendulum_1.shards/shard-2-of-2", scratch / "a",
                           scratch / "a/chain_pendulum_1.shards"};
    merging.remove_shards = true;
    merge(merging);
    CHECK((content_of(scratch / "a") == content_of(scratch / "whole")));
    CHECK(names_in(scratch / "b").empty());
}

TEST_CASE(
    "merge: shards that are missing, unfinished, double or of another job are all named, and nothing is written") {
    const ScratchDirectory scratch;
    const SystemSpec spec = load_system("chain_pendulum_1");
    const GenerateOptions options = small(scratch / "a", 100, 10, 10);
    for (std::uint64_t k : {1U, 2U, 4U, 5U}) generate(spec, part(options, scratch / "a", {k, 6}));
    generate(spec, part(options, scratch / "b", {2, 6}));
    GenerateOptions stale = options;
    stale.seed = 3;
    generate(spec, part(stale, scratch / "b", {3, 6}));
    generate(spec, part(options, scratch / "b", {3, 7}));
    const fs::path a = scratch / "a/chain_pendulum_1.shards", b = scratch / "b/chain_pendulum_1.shards";
    fs::remove(a / "shard-4-of-6/finished.json");
    MergeOptions merging;
    merging.directories = {scratch / "a", scratch / "b"};
    const auto before = content_of(scratch.path());
    CHECK(complaint([&] { merge(merging); }) ==
          "invalid input: " + (a / "shard-4-of-6").string() +
              ": is unfinished, with 18 trajectories; run it again with --resume\n" + (b / "shard-2-of-6").string() +
              ": shard 2/6 exists twice, also in " + (a / "shard-2-of-6").string() + "\n" +
              (b / "shard-3-of-6").string() + ": another job, seed: is 3 there, 0 here (here: most shards)\n" +
              (b / "shard-3-of-7").string() + ": another job, is one of 7 shards, most are of 6 (here: most shards)\n" +
              "chain_pendulum_1: shard 3/6 is missing\nchain_pendulum_1: shard 6/6 is missing");
    CHECK((content_of(scratch.path()) == before));
}

TEST_CASE("merge: a shard damaged after it was finished is named, no dataset appears, and it can be mended") {
    const ScratchDirectory scratch;
    const SystemSpec spec = load_system("chain_pendulum_1");
    const GenerateOptions options = small(scratch / "parts", 60, 0, 10);
    make_parts(spec, options, scratch / "parts", 2);
    const fs::path shard = scratch / "parts/chain_pendulum_1.shards/shard-2-of-2";
    std::string bytes = bytes_of(shard / "train.journal");
    bytes[bytes.size() - 9] = static_cast<char>(bytes[bytes.size() - 9] ^ 4);
    write_text(shard / "train.journal", bytes);
    const std::string text = complaint([&] { merge(merging(scratch / "parts", scratch / "out")); });
    CAPTURE(text);
    CHECK(text.starts_with("invalid input: " + (shard / "train.journal").string() + ": is damaged behind byte "));
    CHECK(names_in(scratch / "out").empty());
    fs::remove(shard / "finished.json");
    GenerateOptions again = part(options, scratch / "parts", {2, 2});
    again.resume = true;
    generate(spec, again);
    merge(merging(scratch / "parts", scratch / "out"));
    GenerateOptions whole = options;
    whole.directory = scratch / "whole";
    generate(spec, whole);
    CHECK((content_of(scratch / "out") == content_of(scratch / "whole")));
}

TEST_CASE("merge: an existing dataset is refused, and replaced when asked, that of the same shards is fine") {
    const ScratchDirectory scratch;
    const SystemSpec spec = load_system("chain_pendulum_1");
    GenerateOptions options = small(scratch.path());
    make_parts(spec, options, scratch / "parts", 2);
    merge(merging(scratch / "parts", scratch / "out"));
    const auto before = content_of(scratch / "out");
    CHECK(merge(merging(scratch / "parts", scratch / "out")).front().finished_before);
    const fs::path test_set = scratch / "out/chain_pendulum_1/test.h5";
    write_text(test_set, "nothing");
    CHECK(complaint([&] {
              merge(merging(scratch / "parts", scratch / "out"));
          }).starts_with("invalid input: " + test_set.string() + ": has another SHA-256 than "));
    CHECK(bytes_of(test_set) == "nothing");
    write_text(test_set, before.at("chain_pendulum_1/test.h5"));
    options.seed = 8;
    make_parts(spec, options, scratch / "others", 2);
    CHECK(contains_text(complaint([&] { merge(merging(scratch / "others", scratch / "out")); }),
                        "exists already; give --force to replace it"));
    CHECK((content_of(scratch / "out") == before));
    MergeOptions forced = merging(scratch / "others", scratch / "out");
    forced.overwrite = true;
    CHECK_FALSE(merge(forced).front().finished_before);
    CHECK((content_of(scratch / "out") != before));
    // Killed after the files had their names, before its own directory was gone.
    const auto replaced = content_of(scratch / "out");
    fs::create_directories(scratch / "out/.chain_pendulum_1.unfinished/files");
    merge(merging(scratch / "others", scratch / "out"));
    CHECK((content_of(scratch / "out") == replaced));
}
