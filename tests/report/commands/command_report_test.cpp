#include "report/commands/command_report.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "report/commands/made_files.hpp"
#include "spec/json/schema_check.hpp"
#include "stories/story_fixture.hpp"

using namespace cchnn;
using Json = nlohmann::ordered_json;

TEST_CASE("a command that a signal stopped tells what is finished and what waits") {
    const cchnn_test::ScratchDirectory scratch;
    GenerateOptions options;
    options.directory = scratch.path();
    std::filesystem::create_directory(scratch / ".b.unfinished");
    const GenerateReport done{"a", scratch / "a", {}, 0, false, {}};
    CommandReport report{"cchnn-gen generate", "systems"};
    report.items = {made_json(done), interrupted_json("b", options), interrupted_json("c", options)};
    const Json told = Json::parse(command_json(report, 130, {{"", "stopped by SIGINT"}}));
    CHECK(schema_problems(told, "", "command").empty());
    CHECK(told["verdict"] == "stopped");
    CHECK(told["systems"][0]["state"] == "written");
    CHECK(told["systems"][1]["state"] == "unfinished");
    CHECK(told["systems"][2]["state"] == "not written");
    CHECK(told["problems"][0]["what"] == "stopped by SIGINT");
}

TEST_CASE("every exit code of a command has its verdict in JSON, and another list than the command's is refused") {
    const auto verdict = [](int code) {
        const Json told = Json::parse(command_json({"cchnn-gen list", "groups"}, code, {}));
        CHECK(schema_problems(told, "", "command").empty());
        return told["verdict"].get<std::string>();
    };
    const std::vector<std::string> expected{"done", "failed", "usage", "invalid_input", "io", "numerical"};
    for (std::size_t code = 0; code < expected.size(); ++code) CHECK(verdict(static_cast<int>(code)) == expected[code]);
    for (const int code : {129, 130, 143}) CHECK(verdict(code) == "stopped");
    CHECK_FALSE(schema_problems(Json::parse(command_json({"cchnn-gen list", "files"}, 0, {})), "", "command").empty());
}

TEST_CASE("names that are no UTF-8 are told with the letter for what cannot be read") {
    const CommandReport report{"cchnn-gen challenge reveal", "rounds", {R"({"round": "r", "revealed": "x"})"}};
    const std::string told = command_json(report, 4, {{"\xff.h5", "cannot be read"}});
    CHECK(Json::parse(told)["problems"][0]["where"] == "\xef\xbf\xbd.h5");
}

TEST_CASE("a report of another kind takes an end that is not its own, and what it was asked for and did not do") {
    const std::string found =
        R"({"format": "cchnn-gen verification", "verdict": "passed", "exit_code": 0, "targets": []})";
    const Json told = Json::parse(with_end(found, 143, {{"d", "stopped"}}, {"d", "e"}));
    CHECK(told["verdict"] == "stopped");
    CHECK(told["exit_code"] == 143);
    CHECK(told["not_done"] == Json::array({"d", "e"}));
    CHECK(told["problems"][0]["what"] == "stopped");
    CHECK(told["targets"] == Json::array());
    CHECK(Json::parse(with_end(found, not_ended, {{"", "at work"}}))["exit_code"].is_null());
    CHECK(Json::parse(with_end(found, not_ended, {{"", "at work"}}))["verdict"] == "unfinished");
}

TEST_CASE("before its work a command has the report of its kind, with nothing in it") {
    CHECK(report_of_command("cchnn-gen", "verify").format == "cchnn-gen verification");
    CHECK(report_of_command("cchnn-gen", "challenge seal").key == "rounds");
    CHECK(report_of_command("cchnn-eval", "suite").format == "cchnn-eval report");
    CHECK(report_of_command("cchnn-gen", "nosuch").format == "cchnn-gen command");
}
