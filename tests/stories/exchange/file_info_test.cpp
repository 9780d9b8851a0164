#include "stories/exchange/file_info.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "contains_text.hpp"
#include "core/sha256.hpp"
#include "core/version.hpp"
#include "dataset/documents/board.hpp"
#include "dataset/documents/challenge_round.hpp"
#include "dataset/documents/lock_file.hpp"
#include "report/tables/file_reports.hpp"
#include "spec/json/schema_check.hpp"
#include "spec/suite_spec.hpp"
#include "stories/story_fixture.hpp"

using namespace cchnn_test;
using Json = nlohmann::ordered_json;

namespace {

Json facts(const fs::path& path) { return Json::parse(file_info(path)); }

bool follows_schema(const Json& info) {
    return schema_problems(Json::parse(file_info_json({info.dump()})), "", "file_info").empty();
}

}  // namespace

TEST_CASE("a dataset, its manifest and its directory say their system, shapes, digests and protocol") {
    const ScratchDirectory scratch;
    generate(load_system("chain_pendulum_2"), small(scratch.path(), 2, 0, 3));
    const fs::path directory = scratch / "chain_pendulum_2";
    const TrajectoryFile file(directory / "test.h5");
    const Json set = facts(directory / "test.h5");
    CHECK(set["kind"] == "dataset");
    CHECK(set["system"] == "chain_pendulum_2");
    CHECK(set["split"] == "test");
    CHECK(set["shapes"]["x, v"].dump() == "[3,11,2,2]");
    CHECK(set["shapes"]["q, qdot"].dump() == "[3,11,2]");
    CHECK(set["truth_digest"] == file.truth_digest());
    CHECK(set["content_digest"] == file.content_digest());
    CHECK(set["protocol"]["name"] == "paper");
    CHECK(set["written_by_version"] == tool_version);
    CHECK(follows_schema(set));
    const Json lock = facts(directory / "manifest.json");
    CHECK(lock["kind"] == "manifest");
    CHECK(lock["splits"]["test"]["truth_digest"] == file.truth_digest());
    CHECK(lock["splits"]["train"]["trajectories"] == 2);
    CHECK(facts(directory) == lock);
    CHECK(follows_schema(lock));
}

TEST_CASE("shapes are said of a single coordinate as of many, and of none where a system has none") {
    const ScratchDirectory scratch;
    generate(load_system("chain_pendulum_1"), small(scratch.path(), 0, 0, 1));
    CHECK(facts(scratch / "chain_pendulum_1/test.h5")["shapes"].dump() == R"({"x, v":[1,11,1,2],"q, qdot":[1,11,1]})");
    generate(load_system("four_bar_linkage"), small(scratch.path(), 0, 0, 1));
    CHECK(!facts(scratch / "four_bar_linkage/test.h5")["shapes"].contains("q, qdot"));
}

TEST_CASE("a submission says its model and what it answers, in x or in q, HDF5 or NumPy") {
    const ScratchDirectory scratch;
    generate(load_system("chain_pendulum_2"), small(scratch.path(), 0, 0, 3));
    const fs::path test_set = scratch / "chain_pendulum_2/test.h5";
    for (const char* name : {"x.h5", "x.npz", "q.h5"}) {
        CAPTURE(name);
        RolloutOptions options;
        options.output = scratch / name;
        options.test_set = test_set;
        options.model = "my model";
        options.in_coordinates = *name == 'q';
        options.timed = options.output.extension() == ".npz";
        rollout(load_system("chain_pendulum_2"), options);
        const Json info = facts(options.output);
        CHECK(info["kind"] == "submission");
        CHECK(info["model"] == "my model");
        CHECK(info["answers_truth"] == TrajectoryFile(test_set).truth_digest());
        CHECK(info.contains("rollout_seconds") == options.timed);
        CHECK(info.contains("rollout_hardware") == options.timed);
        CHECK(info["shapes"].contains("x, v") == !options.in_coordinates);
        CHECK(info["shapes"].contains("q, qdot") == options.in_coordinates);
        CHECK(follows_schema(info));
    }
}

TEST_CASE("the job of a shard says which one it is, and whether it is finished") {
    const ScratchDirectory scratch;
    GenerateOptions options = small(scratch.path(), 2, 0, 3);
    options.shard = Shard{1, 2};
    generate(load_system("chain_pendulum_2"), options);
    const fs::path directory = scratch / "chain_pendulum_2.shards/shard-1-of-2";
    const Json info = facts(directory / "job.json");
    CHECK(info["kind"] == "shard");
    CHECK(info["shard"].dump() == R"({"number":1,"of":2})");
    CHECK(info["finished"] == true);
    CHECK(follows_schema(info));
    fs::remove(directory / "finished.json");
    CHECK(facts(directory)["finished"] == false);
}

TEST_CASE("a system file says what it compiles into, what is none of these is told so") {
    const ScratchDirectory scratch;
    write_text(scratch / "ball.json", thrown_ball(one_throw));
    const Json info = facts(scratch / "ball.json");
    CHECK(info["kind"] == "system");
    CHECK(info["system"] == "thrown");
    CHECK(info["degrees_of_freedom"] == 3);
    CHECK(follows_schema(info));
    write_text(scratch / "list.json", "[1]");
    CHECK(contains_text(complaint([&] { (void)file_info(scratch / "list.json"); }),
                        "list.json: is JSON, but neither a document of this program"));
    CHECK(contains_text(complaint([&] { (void)file_info(scratch.path()); }),
                        "is a directory, but has neither manifest.json, job.json"));
    CHECK(complaint([&] { (void)file_info(scratch / "missing.json"); }).starts_with("io: "));
    write_text(scratch / "empty.h5", "");
    CHECK(contains_text(complaint([&] { (void)file_info(scratch / "empty.h5"); }), "empty.h5: is not an HDF5 file"));
}

TEST_CASE("documents of suites, rounds and boards, and results, say what they are and their digests") {
    const ScratchDirectory scratch;
    const auto of = [&](const char* name, const std::string& text) {
        write_text(scratch / name, text);
        const Json info = facts(scratch / name);
        CHECK(follows_schema(info));
        CHECK(!file_info_text(info.dump(), 80).empty());
        return info;
    };
    const std::string digest(64, 'a');
    const SuiteSpec suite = load_suite("pendulums");
    const Json suite_info = of("suite.json", suite.json);
    CHECK(suite_info["kind"] == "suite");
    CHECK(suite_info["sizes"]["test"] == suite.test);
    CHECK(suite_info["tasks"].size() == suite.tasks.size());
    CHECK(suite_info["tasks"][suite.tasks[0].name]["splits"][0] == "in");
    CHECK(contains_text(file_info_text(suite_info.dump(), 80), "\n  " + suite.tasks[0].name + " "));  // as it is
    const SuiteLock lock{suite.json, 7, {{"chain_3/in", {{"test", digest, digest}}}}};
    CHECK(of("suite.lock.json", suite_lock_json(lock))["files"]["chain_3/in/test"]["truth_digest"] == digest);
    CHECK(facts(scratch.path())["kind"] == "suite lock");

    const std::string prior =
        R"({"format": "cchnn prior", "format_version": 1, "name": "hidden", "title": "One mass", "system": )" +
        thrown_ball(one_throw) + R"(, "hidden": {"/bodies/0/mass": {"uniform": {"low": 0.1, "high": 2}}}})";
    CHECK(of("prior.json", prior)["hidden"].dump() == R"(["/bodies/0/mass"])");
    const ChallengeRound round{prior, digest, {{"train.npz", digest}, {"starts.npz", digest}}};
    const Json sealed = of("round.json", round_json(round));
    CHECK(sealed["commitment"] == digest);
    CHECK(sealed["sha256"] == sha256_of_file(scratch / "round.json"));
    const ChallengeSecret secret{std::string(64, '1'), 5, {{"/bodies/0/mass", "1.5"}}, digest, digest, digest};
    const Json open = of("secret.json", secret_json(secret));
    CHECK(open["commitment"] == sha256_of_file(scratch / "secret.json"));
    CHECK_FALSE(contains_text(open.dump(), "1.5"));

    CHECK(of("board.json", R"({"format": "cchnn board", "format_version": 1, "title": "Ours",
                               "systems": ["chain_pendulum_2"]})")["title"] == "Ours");
    CHECK(of("entry.json", R"({"format": "cchnn board entry", "format_version": 1, "model": "HNN", "date": "2026-01-31",
                               "knows": {"graph": true, "parameters": false, "true_constraints": false,
                                         "extra_data": false},
                               "seeds": 1, "answers": {"chain_pendulum_2": [{"file": "a.npz"}]}})")["systems"]
              .dump() == R"(["chain_pendulum_2"])");
    BoardLock board;
    board.systems["chain_pendulum_2"] = {digest, "cchnn-eval 1 paper"};
    CHECK(of("board.lock.json", board_lock_json(board))["files"]["chain_pendulum_2"]["truth_digest"] == digest);
    CHECK(of("made.json", file_info_json({sealed.dump()}))["verdict"] == "done");
    CHECK(contains_text(complaint([&] { of("entry.json", R"({"format": "cchnn board entry"})"); }), "'knows'"));
    CHECK(contains_text(complaint([&] { of("other.json", R"({"format": "another"})"); }), "is JSON, but neither"));
}
