// Compression is a choice that every way to a dataset carries, and that changes no digest and no score.

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "contains_text.hpp"
#include "files/hdf5_file.hpp"
#include "report/json_report.hpp"
#include "stories/evaluate/evaluate.hpp"
#include "stories/generate/merge.hpp"
#include "stories/story_fixture.hpp"
#include "stories/verify/regenerate.hpp"

using namespace cchnn_test;

namespace {

GenerateOptions compressed(const fs::path& directory, int threads = 1) {
    GenerateOptions options = small(directory, 120, 0, 30);
    options.compress = 4;
    options.threads = threads;
    return options;
}

std::vector<std::string> digests_of(const GenerateReport& report) {
    std::vector<std::string> digests;
    for (const SplitReport& split : report.splits) digests.push_back(split.content_digest);
    return digests;
}

}  // namespace

TEST_CASE("compress: the digests of the dataset that is not, and the same bytes for any number of threads") {
    const ScratchDirectory scratch;
    const SystemSpec spec = load_system("chain_pendulum_2");
    const GenerateReport plain = generate(spec, small(scratch / "plain", 120, 0, 30));
    CHECK(digests_of(generate(spec, compressed(scratch / "1"))) == digests_of(plain));
    for (int threads : {2, 4}) {
        const fs::path directory = scratch / std::to_string(threads);
        generate(spec, compressed(directory, threads));
        CHECK((content_of(directory) == content_of(scratch / "1")));
    }
    CHECK(fs::file_size(scratch / "1/chain_pendulum_2/train.h5") < fs::file_size(plain.splits[0].file));
    const auto manifest = nlohmann::json::parse(bytes_of(scratch / "1/chain_pendulum_2/manifest.json"));
    CHECK(manifest.at("compress") == 4);
    CHECK(contains_text(manifest.at("command"), " --compress 4"));
    CHECK_FALSE(contains_text(bytes_of(plain.directory / "manifest.json"), "compress"));
}

TEST_CASE("compress: shards put together and a run gone on with give the bytes of one run") {
    const ScratchDirectory scratch;
    const SystemSpec spec = load_system("chain_pendulum_2");
    generate(spec, compressed(scratch / "whole"));
    GenerateOptions options = compressed(scratch / "parts", 2);
    for (std::uint64_t k : {2U, 1U, 3U}) {
        options.shard = Shard{k, 3};
        generate(spec, options);
    }
    MergeOptions merging;
    merging.directories = {scratch / "parts"};
    merging.output = scratch / "merged";
    merging.threads = 3;
    merge(merging);
    CHECK((content_of(scratch / "merged") == content_of(scratch / "whole")));

    GenerateOptions resumed = compressed(scratch / "resumed", 2);
    resumed.progress = [](std::uint64_t done, std::uint64_t) {
        if (done > 60) throw std::runtime_error("stop");
    };
    CHECK_THROWS_AS(generate(spec, resumed), std::runtime_error);
    resumed.progress = nullptr;
    resumed.resume = true;
    GenerateOptions other = resumed;
    other.compress = std::nullopt;
    CHECK(contains_text(complaint([&] { generate(spec, other); }), "compress: is 4 there, nothing here"));
    CHECK(generate(spec, resumed).resumed > 60);
    CHECK((content_of(scratch / "resumed") == content_of(scratch / "whole")));
    CHECK(generate(spec, resumed).finished_before);
}

TEST_CASE("compress: a lock file gives the same files again, and other bytes of the same content when asked to") {
    const ScratchDirectory scratch;
    const SystemSpec spec = load_system("chain_pendulum_2");
    const LockFile lock = read_lock_file(generate(spec, compressed(scratch / "a")).directory / "manifest.json");
    CHECK(lock.compress == 4);
    GenerateOptions again;
    again.directory = scratch / "b";
    generate(spec, locked_options(lock, again));
    CHECK((content_of(scratch / "a") == content_of(scratch / "b")));
    const LockComparison verified = regenerate(lock, spec, 2);
    CHECK(verified.differences.empty());
    CHECK(verified.remarks.empty());

    again.directory = scratch / "c";
    again.compress = 9;
    CHECK(contradictions(lock, again, {"compress"}).empty());
    const LockComparison other = compare_with(lock, generate(spec, locked_options(lock, again)));
    CHECK(other.differences.empty());
    REQUIRE(other.remarks.size() == 2);
    CHECK(other.remarks[0] ==
          "train.h5: the same content in other bytes (compressed or not, or another version of HDF5, zlib or the "
          "program)");
}

TEST_CASE("compress: scores against compressed truth are those against the other") {
    const ScratchDirectory scratch;
    const SystemSpec spec = load_system("chain_pendulum_2");
    const fs::path plain = generate(spec, small(scratch / "plain", 0, 0, 30)).splits[0].file;
    GenerateOptions options = small(scratch / "deflated", 0, 0, 30);
    options.compress = 1;
    const fs::path deflated = generate(spec, options).splits[0].file;
    CHECK(Hdf5File::open(deflated).array("/x").filters == std::vector<std::string>{"shuffle", "deflate"});
    RolloutOptions perturbed;
    perturbed.test_set = deflated;
    perturbed.output = scratch / "p.h5";
    perturbed.epsilon = 1e-5;
    rollout(spec, perturbed);
    const auto scores = [&](const fs::path& truth) {
        EvaluateRequest asked;
        asked.truth = truth;
        asked.submissions = {scratch / "p.h5"};
        auto json = nlohmann::json::parse(json_report(evaluate(asked)));
        json["truth"].erase("path");
        return json.dump();
    };
    CHECK((scores(plain) == scores(deflated)));
}
