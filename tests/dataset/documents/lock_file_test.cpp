#include "dataset/documents/lock_file.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "contains_text.hpp"
#include "core/errors.hpp"
#include "dataset/dataset_fixture.hpp"

using namespace cchnn;
using namespace cchnn_test;
using Json = nlohmann::ordered_json;

namespace {

// Every byte a different digit, so that no two digests agree by accident.
std::string digest(char digit) { return std::string(64, digit); }

ManifestContent example() {
    ManifestContent content;
    content.system_name = "pendulum";
    content.system_json = "{}";
    Protocol protocol = paper_protocol();
    protocol.rtol = 3e-8;
    protocol.name = "custom";
    protocol.project = false;
    content.protocol_json =
        R"({"name": "custom", "method": "dopri5", "rtol": 3e-08, "atol": 1e-09, "project": false, "max_steps": 100000, "error_bound": "off"})";
    content.seed = 18446744073709551557U;  // needs all 64 bits
    content.draw_again = false;
    content.lyapunov = true;
    content.command = "cchnn-gen generate pendulum";
    SplitContent train, test;
    train.split = "train";
    train.file = "train.h5";
    train.count = 3;
    train.samples = 7;
    train.dt = 0.1;
    train.chunk_length = 2;
    train.truth_digest = digest('e');
    train.content_digest = digest('a');
    train.file_sha256 = digest('b');
    train.array_digests = {{"/v", digest('c')}, {"/x", digest('d')}};
    train.outcomes = {{"completed", 3}};
    test = train;
    test.split = "test";
    test.file = "test.h5";
    test.chunk_length = 0;
    content.splits = {train, test};
    return content;
}

std::string refusal(const ScratchDirectory& scratch, const std::string& text) {
    std::ofstream(scratch / "m.json") << text;
    const std::string said = error_text([&] { read_lock_file(scratch / "m.json"); });
    const std::string path = (scratch / "m.json").string();
    return said.starts_with(path) ? said.substr(path.size()) : said;
}

}  // namespace

TEST_CASE("a manifest is read back as it was written") {
    const ScratchDirectory scratch;
    std::ofstream(scratch / "m.json") << manifest_json(example());
    const LockFile lock = read_lock_file(scratch / "m.json");
    CHECK(lock.tool_version == "0.3.0");
    CHECK(lock.system_name == "pendulum");
    CHECK(lock.seed == 18446744073709551557U);
    CHECK(lock.protocol.method == Method::dopri5);
    CHECK(lock.protocol.rtol == 3e-8);
    CHECK(!lock.protocol.project);
    CHECK(!lock.bounded);
    CHECK(!lock.draw_again);
    CHECK(lock.lyapunov);
    CHECK(lock.times.dt == 0.1);
    CHECK(lock.times.samples == 7);
    CHECK(lock.chunk_length == 2);
    REQUIRE(lock.splits.size() == 2);
    CHECK(lock.splits[0].count == 3);
    CHECK(lock.splits[1].file == "test.h5");
    CHECK(lock.splits[1].array_digests == example().splits[1].array_digests);
    CHECK(lock.splits[0].content_digest == digest('a'));
    CHECK(lock.splits[0].truth_digest == digest('e'));
    CHECK(compare_digests(lock.splits, example().splits).empty());
}

TEST_CASE("a manifest with mistakes is refused, each with its place") {
    const ScratchDirectory scratch;
    const auto changed = [](const std::string& pointer, const Json& value) {
        Json json = Json::parse(manifest_json(example()));
        json[Json::json_pointer(pointer)] = value;
        return json.dump();
    };
    CHECK(refusal(scratch, changed("/seeed", 1)) == "#/seeed: unknown key 'seeed', did you mean 'seed'?");
    CHECK(refusal(scratch, changed("/seed", -1)) == "#/seed: must be >= 0, got -1");
    CHECK(refusal(scratch, changed("/splits/test/dt", -1)) == "#/splits/test/dt: must be > 0 s, got -1");
    CHECK(refusal(scratch, changed("/splits/test/dt", 0.2)) ==
          "#/splits/test: has another dt or number of steps than the split before");
    CHECK(refusal(scratch, changed("/splits/test/file", "train.h5")) ==
          "#/splits/test/file: must be test.h5, got train.h5");
    CHECK(refusal(scratch, changed("/splits/test/file", "../../x.h5")) ==
          "#/splits/test/file: must be train.h5, valid.h5 or test.h5, got \"../../x.h5\"");
    CHECK(refusal(scratch, changed("/splits/train/array_digests/~1x", "abc")) ==
          "#/splits/train/array_digests/~1x: must be 64 lower-case hex digits, got \"abc\"");
    CHECK(contains_text(refusal(scratch, changed("/format_version", 2)),
                        "#/format_version: is 2, this program (0.3.0) reads up to 1"));
    CHECK(contains_text(refusal(scratch, changed("/protocol/method", "euler")),
                        "#/protocol/method: unknown name 'euler'"));
    CHECK(refusal(scratch, changed("/protocol/rtol", 2.5)) ==
          "#/protocol: --rtol must be between 1e-15 and 1, got 2.5");
    CHECK(contains_text(refusal(scratch, "{\"seed\": 1, \"seed\": 2}"), "duplicate key 'seed'"));
    CHECK(contains_text(refusal(scratch, ""), "line 1"));
}

TEST_CASE("a lock file without digests of arrays is compared by the digests of whole files") {
    const ScratchDirectory scratch;
    Json json = Json::parse(manifest_json(example()));
    for (auto& split : json["splits"]) split.erase("array_digests");
    std::ofstream(scratch / "m.json") << json.dump();
    const LockFile lock = read_lock_file(scratch / "m.json");
    std::vector<SplitContent> found = example().splits;
    CHECK(compare_digests(lock.splits, found).empty());
    found[1].content_digest = digest('0');
    const std::vector<DigestDifference> differences = compare_digests(lock.splits, found);
    REQUIRE(differences.size() == 1);
    CHECK(to_text(differences[0]) == "test.h5: digest 000000000000, expected aaaaaaaaaaaa");
}

TEST_CASE("digests are compared array by array, and what differs is named") {
    const std::vector<SplitContent> expected = example().splits;
    std::vector<SplitContent> found = expected;
    found[0].array_digests = {{"/w", digest('e')}, {"/x", digest('f')}};
    found[1].content_digest = digest('0');
    std::vector<std::string> texts;
    for (const DigestDifference& d : compare_digests(expected, found)) texts.push_back(to_text(d));
    CHECK(texts == std::vector<std::string>{
                       "train.h5:/v: digest none, expected cccccccccccc",
                       "train.h5:/x: digest ffffffffffff, expected dddddddddddd",
                       "train.h5:/w: digest eeeeeeeeeeee, expected none",
                       "test.h5: all arrays agree, attributes do not: digest 000000000000, expected aaaaaaaaaaaa"});
    found.pop_back();
    CHECK(to_text(compare_digests(expected, found).back()) == "test.h5: digest none, expected aaaaaaaaaaaa");
}
