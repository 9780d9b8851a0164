// A shard that a stranger hands in: what its job.json says decides nothing but what may be said in one.

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "contains_text.hpp"
#include "stories/generate/merge.hpp"
#include "stories/story_fixture.hpp"

using namespace cchnn_test;
using Json = nlohmann::ordered_json;

namespace {

// One finished shard, the whole of its dataset.
struct Handed {
    Handed() {
        GenerateOptions options = small(scratch / "in");
        options.shard = Shard{1, 1};
        generate(load_system("chain_pendulum_1"), options);
        good = Json::parse(bytes_of(shard / "job.json"));
    }
    std::string merged(const std::string& job) const {
        write_text(shard / "job.json", job);
        MergeOptions options;
        options.directories = {scratch / "in"};
        options.output = scratch / "deep/er/out";
        options.overwrite = true;
        return complaint([&] { merge(options); });
    }
    ScratchDirectory scratch;
    fs::path shard = scratch / "in/chain_pendulum_1.shards/shard-1-of-1";
    Json good;
};

}  // namespace

TEST_CASE("merge: a shard's system name is no path") {
    const Handed handed;
    for (const std::string& name :
         {std::string("../../escaped"), (handed.scratch / "absolute").string(), std::string(".."), std::string("."),
          std::string(""), std::string("a/b"), std::string("UPPER"), std::string("a\nb"), std::string(65, 'a')}) {
        CAPTURE(name);
        Json job = handed.good;
        job["system"]["name"] = name;
        const std::string text = handed.merged(job.dump());
        CHECK(
            text.starts_with("invalid input: " + (handed.shard / "job.json").string() +
                             ": cannot be read: system name must be 1 to 64 lower-case letters, digits and '_', got"));
        CHECK(names_in(handed.scratch.path()) == std::vector<std::string>{"in"});
    }
}

TEST_CASE("merge: a job whose keys are of another kind, or missing, is told without words of the JSON library") {
    const Handed handed;
    const std::string place = "invalid input: " + (handed.shard / "job.json").string();
    for (const char* key : {"system", "shard", "dt", "protocol"}) {
        CAPTURE(key);
        Json of_another_kind = handed.good, missing = handed.good;
        of_another_kind[key] = "x";
        missing.erase(key);
        for (const Json& job : {of_another_kind, missing}) {
            const std::string text = handed.merged(job.dump());
            CHECK(text.starts_with(place));
            CHECK_FALSE(contains_text(text, "json.exception"));
        }
    }
    Json job = handed.good;
    job["system"] = "x";
    CHECK(handed.merged(job.dump()) == place + ": is not a job description of this program: it was changed; remove " +
                                           handed.shard.string() + " and generate that shard again");
}

TEST_CASE("merge: a shard that names another system than its own system.json is refused") {
    const Handed handed;
    Json job = handed.good;
    job["system"]["name"] = "gyroscope";
    CHECK(handed.merged(job.dump()) == "invalid input: " + (handed.shard / "system.json").string() +
                                           ": is the system 'chain_pendulum_1', job.json names 'gyroscope'");
    CHECK(names_in(handed.scratch.path()) == std::vector<std::string>{"in"});
}

TEST_CASE("merge: a shard that was not made by the job beside it is refused, whatever the job says otherwise") {
    const Handed handed;
    CHECK(handed.merged(handed.good.dump()).empty());
    const std::vector<std::pair<std::string, Json>> others{
        {"/seed", 1}, {"/dt", 0.0300001}, {"/protocol/rtol", 1e-5}, {"/protocol/method", "verner87"}};
    for (const auto& other : others) {
        const auto& [pointer, value] = other;
        CAPTURE(other.first);
        Json job = handed.good;
        REQUIRE(job[Json::json_pointer(pointer)] != value);
        job[Json::json_pointer(pointer)] = value;
        const std::string said = handed.merged(job.dump());
        CAPTURE(said);
        CHECK(contains_text(said, "train.journal: was not made with the job.json beside it"));
        CHECK(contains_text(said, ": of trajectory "));
    }
}

TEST_CASE("merge: a job nested without end is refused before it can exhaust the stack") {
    const Handed handed;
    const std::string brackets = std::string(200'000, '[') + std::string(200'000, ']');
    std::string job = handed.good.dump();
    job.replace(job.size() - 1, 1, ", \"x\": " + brackets + "}");
    for (const std::string& text : {brackets, job}) {
        const std::string said = handed.merged(text);
        CHECK(said.starts_with("invalid input: " + (handed.shard / "job.json").string() + "#"));
        CHECK(contains_text(said, "nested more than 32 levels deep"));
    }
}

TEST_CASE("merge: values of a job that are wrong or of another type are invalid input, whichever they are") {
    const Handed handed;
    std::vector<std::pair<std::string, Json>> wrong{{"/shard/number", -1},
                                                    {"/shard/number", 1e300},
                                                    {"/shard/of", "1"},
                                                    {"/shard", Json::array()},
                                                    {"/system", "x"},
                                                    {"/tool_version", 3},
                                                    {"/steps", -5},
                                                    {"/steps", "many"},
                                                    {"/dt", 0},
                                                    {"/dt", Json()},
                                                    {"/seed", Json::object()},
                                                    {"/chunk", 0},
                                                    {"/protocol", "paper"},
                                                    {"/train", 2e12},
                                                    {"/refine", 7},
                                                    {"/publication", 3}};
    for (const auto& entry : wrong) {
        const std::string pointer = entry.first;
        CAPTURE(pointer);
        Json job = handed.good;
        job[Json::json_pointer(pointer)] = entry.second;
        const std::string text = handed.merged(job.dump());
        CHECK_MESSAGE(text.starts_with("invalid input: "), text);
    }
    CHECK(names_in(handed.scratch.path()) == std::vector<std::string>{"in"});
    CHECK(handed.merged(handed.good.dump()) == "");
}

TEST_CASE("resume: a manifest made by somebody else is no finished dataset, however it is made") {
    const ScratchDirectory scratch;
    GenerateOptions options = small(scratch / "out");
    const SystemSpec spec = load_system("chain_pendulum_1");
    generate(spec, options);
    options.resume = true;
    CHECK(generate(spec, options).finished_before);
    const fs::path manifest = scratch / "out/chain_pendulum_1/manifest.json";
    Json other = Json::parse(bytes_of(manifest));
    other["system"] = 3;
    const std::string nested = R"({"system": )" + std::string(200'000, '[') + std::string(200'000, ']') + "}";
    for (const std::string& text : {other.dump(), std::string(R"({"command": 1})"), nested, std::string("{")}) {
        write_text(manifest, text);
        CHECK(contains_text(complaint([&] { generate(spec, options); }), "is a finished dataset of another command"));
    }
}
