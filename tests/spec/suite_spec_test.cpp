#include "spec/suite_spec.hpp"

#include <doctest/doctest.h>

#include "contains_text.hpp"
#include "core/errors.hpp"
#include "places.hpp"
#include "spec/read_system.hpp"

using namespace cchnn;
using cchnn_test::contains_text;

namespace {

std::string suite_text(const std::string& task, const std::string& rest = "") {
    return R"({"format": "cchnn suite", "format_version": 1, "name": "mine", "title": "Mine")" + rest +
           R"(, "tasks": [{"name": "a", )" + task + "}]}";
}

std::string wrong(const std::string& text) {
    try {
        parse_suite(text, "s");
    } catch (const SpecError& error) {
        return to_text(error.problems());
    }
    return "";
}
std::string wrong_task(const std::string& task) { return wrong(suite_text(task)); }

bool says(const std::string& text, const std::string& part) {
    CHECK(contains_text(text, part));
    return true;
}

}  // namespace

TEST_CASE("a split is the system of its task but for what it changes, and in is that system itself") {
    const SuiteSpec suite = parse_suite(
        suite_text(R"("system": "chain_pendulum_2", "splits": [{"name": "heavy", "change": {"/bodies/1/mass": 7}},
                      {"name": "long", "steps": 33}, {"name": "more", "family": "chain", "size": 4}])",
                   R"(, "seed": 18446744073709551615, "train": 5)"),
        "s");
    CHECK(suite.seed == 18446744073709551615u);
    CHECK(suite.train == 5);
    CHECK(suite.test == 100);
    const std::vector<SuiteSplit>& splits = suite.tasks.at(0).splits;
    REQUIRE(splits.size() == 4);
    CHECK(splits[0].name == "in");
    CHECK(splits[0].system_json == load_system("chain_pendulum_2").json);
    CHECK(splits[2].system_json == splits[0].system_json);
    CHECK(splits[2].steps == 33);
    const SystemSpec heavy = parse_system(splits[1].system_json, "heavy");
    CHECK(heavy.name == "a_heavy");
    CHECK(heavy.bodies.size() == 3);
    CHECK(contains_text(splits[1].system_json, "\"mass\": 7"));
    CHECK(parse_system(splits[3].system_json, "more").bodies.size() == 5);
}

TEST_CASE("a suite for ensembles of another size differs in nothing else, and its text says so") {
    const SuiteSpec suite = load_suite("uncertain"), small = with_members(suite, 4);
    CHECK(suite.members == 50);
    CHECK(small.members == 4);
    CHECK(parse_suite(small.json, "s").members == 4);
    CHECK(with_members(small, 50).tasks.size() == suite.tasks.size());
    CHECK(small.rank_by == "crps");
    for (const int wrong : {1, 10001})
        CHECK_THROWS_WITH_AS(with_members(suite, wrong), doctest::Contains("must be 2 .. 10000, got"), UsageError);
}

TEST_CASE("a task says its context, the noise of it, and the samples of splits that name no other number") {
    const SuiteSpec suite =
        parse_suite(suite_text(R"("system": "chain_pendulum_1", "steps": 60, "context": 20, "context_noise": 0.02,
                      "splits": [{"name": "long", "steps": 90}, {"name": "as_long"}])"),
                    "s");
    const SuiteTask& task = suite.tasks.at(0);
    CHECK(task.context == 20);
    CHECK(task.context_noise == 0.02);
    CHECK(task.splits[0].steps == 60);
    CHECK(task.splits[1].steps == 90);
    CHECK(task.splits[2].steps == 60);
    CHECK(parse_suite(suite_text(R"("system": "chain_pendulum_1")"), "s").tasks[0].context == 1);
    CHECK(wrong_task(R"("system": "chain_pendulum_1", "context": 100)") ==
          "s#/tasks/0/context: must leave a sample to predict: split in has 100 samples, got 100");
    says(wrong_task(R"("system": "chain_pendulum_1", "context": 0)"), "/tasks/0/context");
    says(wrong_task(R"("system": "chain_pendulum_1", "context_noise": 0.1, "splits": [{"name": "context_in"}])"),
         "context_in is the directory of the context of in");
}

TEST_CASE("a suite names built-in systems alone, and no file") {
    CHECK(wrong_task(R"("system": "chain_pendulm_2")") ==
          "s#/tasks/0/system: no built-in system is called 'chain_pendulm_2', did you mean 'chain_pendulum_2'?; write "
          "a system of your own there as a JSON object");
    const std::string file = cchnn_test::source_dir() + std::string("/systems/chain_pendulum_2.json");
    for (const std::string& path : {file, std::string("/etc/passwd"), std::string("../outside.json")}) {
        const std::string none = "no built-in system is called '" + path + "'";
        says(wrong_task("\"system\": \"" + path + "\""), "s#/tasks/0/system: " + none);
        says(wrong_task(R"("system": "chain_pendulum_2", "splits": [{"name": "x", "system": ")" + path + "\"}]"),
             "s#/tasks/0/splits/0/system: " + none);
    }
}

TEST_CASE("a split has no name that is the directory of a training size or of a noise level") {
    const std::string all = wrong_task(R"("system": "chain_pendulum_2", "training_sizes": [3], "noise": [1, 2],
        "splits": [{"name": "size_3"}, {"name": "size_30"}, {"name": "noise_2"}])");
    says(all, "s#/tasks/0/splits/0/name: is the directory of the training size 3; choose another name");
    says(all, "s#/tasks/0/splits/2/name: is the directory of the noise level 2; choose another name");
    CHECK_FALSE(contains_text(all, "splits/1"));
}

TEST_CASE("what a suite gets wrong is told with its place, all of it at once") {
    const std::string all = wrong_task(
        R"("system": "chain_pendulum_2", "splits": [{"name": "in"}, {"name": "x", "change": {"/bodies/9/mass": 1}},
           {"name": "x", "change": {"/bodies/1/mass": -1}}, {"name": "y", "change": {"bodies": 1}}])");
    says(all, "s#/tasks/0/splits/0/name: is the name of another split: in");
    says(all, "the system has nothing at /bodies/9/mass");
    says(all, "is the name of another split: x");
    says(all, "must be > 0");
    says(all, "'bodies' is not a JSON pointer");
    says(wrong_task(R"("system": "chain_pendulm_2")"), "did you mean 'chain_pendulum_2'");
    CHECK(wrong_task(R"("system": "chain_pendulum_2", "family": "chain", "size": 2)") != "");
    CHECK(wrong_task(R"("family": "chain", "size": 1000000)") != "");
    says(wrong_task(R"("system": "chain_pendulum_2", "training_sizes": [200, 50])"), "must increase");
    says(wrong_task(R"("system": "chain_pendulum_2", "training_sizes": [800])"), "below train, 800");
    says(wrong_task(R"("system": "chain_pendulum_2", "noise": [0.1, 0.1])"), "must increase");
    CHECK(wrong_task(R"("system": "chain_pendulum_2", "noise": [-1])") != "");
    CHECK(wrong(suite_text(R"("system": "chain_pendulum_2")", R"(, "seed": -1)")) != "");
    CHECK(wrong(suite_text(R"("system": "chain_pendulum_2")", R"(, "train": 10000000000)")) != "");
    CHECK(wrong("{}") != "");
    CHECK_THROWS_WITH_AS(load_suite("pendulum"), doctest::Contains("did you mean 'pendulums'"), UsageError);
}
