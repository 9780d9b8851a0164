#include <doctest/doctest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "apps/program.hpp"
#include "dataset/reader/trajectory_file.hpp"
#include "places.hpp"
#include "spec/json/schema_check.hpp"
#include "spec/suite_spec.hpp"

// schemas/suite.md: its commands run in order on a smaller suite of the same name, and print what they should.

using namespace cchnn_test;
using cchnn_test::Ran;

namespace {

std::string page() { return bytes_of(fs::path(cchnn_test::source_dir()) / "schemas/suite.md"); }

std::string block(const std::string& kind) {
    const std::string text = page(), begin = "```" + kind + "\n";
    const std::size_t from = text.find(begin) + begin.size();
    return text.substr(from, text.find("```", from) - from);
}

}  // namespace

TEST_CASE("the commands of schemas/suite.md make a suite, score answers to it and make it again") {
    const ScratchDirectory scratch;
    const std::string path = "export PATH=" + cchnn_test::bin_dir() + ":$PATH";
    std::istringstream commands(block("sh"));
    int count = 0;
    for (std::string line; std::getline(commands, line); ++count) {
        line = std::regex_replace(line, std::regex("suite pendulums"), "suite pendulums --threads 2");
        const std::string shell =
            "cd '" + scratch.path().string() + "' && " + path + " && { " + line + "; } >out 2>err";
        CHECK_MESSAGE(std::system(shell.c_str()) == 0, line << "\n" << bytes_of(scratch / "err"));
        if (line.starts_with("cchnn-eval")) fs::copy_file(scratch / "out", scratch / "scores.txt");
    }
    CHECK(count == 9);
    CHECK(contains_text(bytes_of(scratch / "out"), "the same digests as in suite/suite.lock.json"));
    const std::string scores = bytes_of(scratch / "scores.txt");
    const std::string shown = block("text");
    CHECK(contains_text(scores, shown.substr(0, shown.find("..."))));
    CHECK(contains_text(scores, "Generalisation: error on a split over error on in"));
    CHECK(contains_text(scores, "over training trajectories"));
    CHECK(contains_text(scores, "chain_2: equivalent start error on each split"));
    const auto json = nlohmann::ordered_json::parse(bytes_of(scratch / "suite.json"));
    CHECK(cchnn::schema_problems(json, "", "suite_scores").empty());
    CHECK(json["tasks"][0]["errors"][1]["over_in"]["ratio"].get<double>() > 1);
    const auto& sizes = json["tasks"][0]["by_training_size"];
    CHECK(sizes[2]["model"] == "fine");
    CHECK(sizes[0]["error"].get<double>() > sizes[2]["error"].get<double>());
    CHECK(json["standings"][0]["missing"].size() == 4);
    const std::string html = bytes_of(scratch / "suite.html");
    CHECK(contains_text(html, "<footer>Written by cchnn-eval "));
    CHECK(contains_text(html, "Error over training set size"));
    const auto eval = [&](const std::string& arguments) {
        return cchnn_test::run_program("cchnn-eval", arguments, scratch.path());
    };
    fs::rename(scratch / "subs/chain_2/full/long", scratch / "subs/chain_2/full/lon");
    const Ran typo = eval("suite suite --submissions subs");
    CHECK(typo.code == 2);
    CHECK(contains_text(typo.err, "is not a split of chain_2, did you mean 'long'?"));
    CHECK(eval("suite nothing --submissions subs").code == 4);
}

TEST_CASE("the suite of schemas/suite.md and the built-in ones are valid, and each split is a system") {
    const cchnn::SuiteSpec one = cchnn::parse_suite(block("json"), "suite.md");
    CHECK(one.tasks.size() == 1);
    CHECK(one.tasks[0].splits.size() == 5);
    CHECK(cchnn::builtin_suite_names() == std::vector<std::string>{"forecast", "impacts", "mechanisms", "paper",
                                                                   "pendulums", "structure", "uncertain"});
    for (const std::string& name : cchnn::builtin_suite_names()) {
        const cchnn::SuiteSpec suite = cchnn::load_suite(name);
        CHECK(suite.name == name);
        CHECK(suite.tasks.size() >= 3);
        CHECK(contains_text(page(), "| `" + name + "` |"));
    }
}

TEST_CASE("suite impacts has the systems of systems/impacts, without their texts and conserved quantities") {
    const auto parsed = [](const std::string& file) {
        return nlohmann::ordered_json::parse(bytes_of(fs::path(cchnn_test::source_dir()) / "systems" / file));
    };
    int same = 0;
    const auto compare = [&](const nlohmann::ordered_json& system) {
        const std::string file = "impacts/" + system["name"].get<std::string>() + ".json";
        if (!fs::exists(fs::path(cchnn_test::source_dir()) / "systems" / file)) return;
        nlohmann::ordered_json whole = parsed(file);
        for (const char* key : {"title", "description", "reference", "conserved"}) whole.erase(key);
        CHECK(whole == system);
        ++same;
    };
    const nlohmann::ordered_json suite = parsed("suites/impacts.json");
    for (const auto& task : suite["tasks"]) {
        compare(task["system"]);
        for (const auto& split : task["splits"])
            if (split.contains("system")) compare(split["system"]);
    }
    CHECK(same == 4);
}

TEST_CASE("suite impacts runs: contacts, drawn restitution and more balls are scored from end to end") {
    const ScratchDirectory scratch;
    const auto run = [&](const std::string& program, const std::string& arguments) {
        const Ran ran = cchnn_test::run_program(program, arguments, scratch.path());
        CHECK_MESSAGE(ran.code == 0, ran.err);
        return ran.out;
    };
    run("cchnn-gen", "suite impacts -o suite --most 4 --threads 2");
    for (const char* split : {"in", "energy", "restitution", "balls", "long"}) {
        const std::string set = "suite/disks/" + std::string(split) + "/test.h5",
                          answer = "subs/disks/full/" + std::string(split);
        fs::create_directories(scratch.path() / answer);
        std::ofstream(scratch / "system.json") << cchnn::TrajectoryFile(scratch / set).info().description.system_json;
        run("cchnn-gen", "rollout system.json --from " + set +
                             " --protocol sampled-impacts --substeps 10 --model sampled -o " + answer + "/a.h5");
    }
    const std::string scores = run("cchnn-eval", "suite suite --submissions subs --json suite.json");
    const auto json = nlohmann::ordered_json::parse(bytes_of(scratch / "suite.json"));
    CHECK(cchnn::schema_problems(json, "", "suite_scores").empty());
    CHECK(json["standings"][0]["missing"].size() == 0);
    CHECK(contains_text(run("cchnn-gen", "suite suite/suite.lock.json -o again --threads 2"), "the same digests"));
}
