// --json of commands that tell what they did: one schema, all of standard output, written however the command ends.

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "apps/program.hpp"
#include "model/compiled_system.hpp"
#include "report/commands/listed_systems.hpp"
#include "spec/json/schema_check.hpp"
#include "spec/read_system.hpp"
#include "stories/story_fixture.hpp"

namespace cchnn_test {
namespace {

using cchnn_test::bytes_of;
using cchnn_test::contains_text;
using cchnn_test::write_text;
namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

// What a command told, after the rules that hold for all of them.
struct Told : Shell {
    Told() { REQUIRE((*this)("generate chain_pendulum_1 -o d --train 2 --valid 0 --test 2 -q").code == 0); }

    Json operator[](const std::string& command) const {
        const std::size_t space = command.find(' ');
        const Ran ran = run_program(command.substr(0, space), command.substr(space + 1) + " --json -", scratch.path());
        CAPTURE(command);
        CAPTURE(ran.out);
        const Json json = Json::parse(ran.out, nullptr, false);
        REQUIRE(json.is_object());
        for (const cchnn::Problem& problem : cchnn::schema_problems(json, "", "command"))
            FAIL_CHECK(problem.where, ": ", problem.what);
        CHECK(json["exit_code"] == ran.code);
        return json;
    }
};

const char* model = R"(<robot name="arm"><link name="base"/><link name="rod"><inertial><origin xyz="0 0 -1"/>
  <mass value="1"/><inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial></link>
  <joint name="pin" type="revolute"><parent link="base"/><child link="rod"/><axis xyz="0 1 0"/>
  <limit lower="-1" upper="1" effort="1" velocity="1"/><dynamics friction="1"/></joint></robot>)";

const char* family = R"({"name": "bobs", "dimension": 2, "bodies": [{"id": "hook", "type": "Origin"},
  {"id": "bob", "type": "Obj0D", "mass": {"uniform": {"low": 1, "high": 2}}}],
  "constraints": [{"type": "Link", "between": ["hook", "bob"], "length": 1}], "potentials": [{"type": "Gravity"}],
  "initial_conditions": {"bodies": {"bob": {"from": "hook", "angle": 1}}}, "sampling": {"steps": 5}})";

const char* prior = R"({"format": "cchnn prior", "format_version": 1, "name": "unknown", "title": "Unknown",
  "system": "chain_pendulum_1", "train": 2, "test": 2, "hidden": {"/bodies/1/mass": {"uniform": {"low": 1, "high": 2}}}})";

TEST_CASE("list tells of every built-in system what compiling it tells") {
    std::set<std::string> listed;
    const Json told = Told()["cchnn-gen list"];
    for (const Json& group : told["groups"])
        for (const Json& system : group["systems"]) {
            const cchnn::CompiledSystem compiled(cchnn::load_system(system["name"]));
            CHECK(system == Json::parse(cchnn::system_facts_json(compiled)));
            listed.insert(system["name"]);
        }
    const std::vector<std::string> all = cchnn::builtin_system_names();
    CHECK(listed == std::set<std::string>(all.begin(), all.end()));
}

TEST_CASE("what commands tell as JSON follows one schema and is all of standard output") {
    const Told told;
    const std::string test = "d/chain_pendulum_1/test.h5";
    CHECK(told["cchnn-gen list"]["groups"].size() == 5);
    CHECK(told["cchnn-gen check chain_pendulum_1"]["files"][0]["system"]["degrees_of_freedom"] == 1);
    const Json made = told["cchnn-gen generate chain_pendulum_1 chain_pendulum_2 -o e --train 2 --valid 0 --test 0"];
    REQUIRE(made["systems"].size() == 2);
    CHECK(made["systems"][0]["state"] == "written");
    CHECK(made["systems"][0]["splits"][0]["trajectories"] == 2);
    CHECK(told["cchnn-gen rollout chain_pendulum_1 --from " + test + " -o r.h5"]["files"][0]["samples"] == 100);
    CHECK(told["cchnn-gen export " + test + " -o test.npz"]["files"][0]["file"] == "test.npz");
    CHECK(told["cchnn-gen import chain_pendulum_1 --test " + test + " -o i"]["systems"][0]["splits"].size() == 1);
    CHECK(told["cchnn-gen observe " + test + " -o seen --noise 0.01"]["views"][0]["files"].size() == 1);
    told("generate chain_pendulum_1 -o parts --train 2 --valid 0 --test 0 --shard 1/1 -q");
    CHECK(told["cchnn-gen merge parts"]["systems"][0]["state"] == "written");
    CHECK(told["cchnn-gen suite pendulums -o s --most 2"]["complete"] == true);
    CHECK(told["cchnn-gen corpus --recipe springs --systems 2 -o c"]["corpora"][0]["systems"] == 2);
    const Ran frames = told("stream springs --first 3 --frames 2 --json s.json");
    REQUIRE(frames.code == 0);
    const Json streamed = Json::parse(bytes_of(told.scratch / "s.json"));
    CHECK(cchnn::schema_problems(streamed, "", "command").empty());
    CHECK(streamed["streams"][0]["first"] == 3);
    CHECK(streamed["streams"][0]["frames"] == 2);
    CHECK(streamed["streams"][0]["bytes"] == frames.out.size());
    write_text(told.scratch / "bobs.json", family);
    CHECK(told["cchnn-gen environments bobs.json -o v --environments 2 --adapt 1 --test 2"]["environments"].size() ==
          3);
    write_text(told.scratch / "arm.urdf", model);
    CHECK(told["cchnn-gen convert arm.urdf -o arm.json --accept friction"]["models"][0]["file"] == "arm.json");
    write_text(told.scratch / "prior.json", prior);
    CHECK(told["cchnn-gen challenge seal prior.json -o round"]["rounds"][0]["train"] == 2);
    CHECK(told["cchnn-gen challenge reveal round"]["verdict"] == "done");
    CHECK(told["cchnn-eval template " + test + " -o t.h5"]["files"][0]["coordinates"] == "x");
    CHECK(told["cchnn-eval check " + test + " r.h5"]["submissions"][0]["valid"] == true);
}

TEST_CASE("a command that fails tells it in its JSON, with the exit code and every problem") {
    const Told told;
    const Json there = told["cchnn-gen generate chain_pendulum_1 -o d --train 2"];
    CHECK(there["verdict"] == "io");
    CHECK(there["systems"][0]["state"] == "not written");
    CHECK(contains_text(there["problems"][0]["what"].get<std::string>(), "give --force to replace it"));
    write_text(told.scratch / "arm.urdf", model);
    const Json lost = told["cchnn-gen convert arm.urdf -o arm.json"];
    CHECK(lost["verdict"] == "failed");
    CHECK(lost["models"][0]["not_accepted"] == Json::array({"friction"}));
    CHECK(lost["models"][0]["file"].is_null());
    write_text(told.scratch / "short.h5", "no file");
    CHECK(told["cchnn-eval check d/chain_pendulum_1/test.h5 short.h5"]["submissions"][0]["valid"] == false);
    REQUIRE(told("generate chain_pendulum_1 -o other --train 2 --valid 0 --test 2 --seed 1 -q").code == 0);
    CHECK(told["cchnn-gen generate --lock other/chain_pendulum_1/manifest.json -o same"]["lock"]["same"] == true);
}

TEST_CASE("check tells each problem with its JSON pointer and the value there") {
    const Told told;
    write_text(told.scratch / "bad.json",
               R"({"name": "bad", "dimension": 2, "bodies": [{"id": "hook", "type": "Origin"},
      {"id": "bob", "type": "Obj0D", "mass": -1.5}], "constraints": [{"type": "Link", "between": ["hook", "bob"], "lenth": 1}],
      "initial_conditions": {"bodies": {}}})");
    const Json checked = told["cchnn-gen check bad.json chain_pendulum_2"];
    CHECK(checked["verdict"] == "invalid_input");
    const Json& bad = checked["files"][0];
    CHECK(bad["valid"] == false);
    const auto at = [&](const std::string& pointer) {
        for (const Json& problem : bad["problems"])
            if (problem["pointer"] == pointer) return problem;
        return Json();
    };
    CHECK(at("/bodies/1/mass")["value"] == -1.5);
    CHECK(at("/bodies/1/mass")["what"] == "must be > 0 kg, got -1.5");
    CHECK_FALSE(at("/constraints/0").contains("value"));  // an object
    CHECK(checked["files"][1]["valid"] == true);
}

TEST_CASE("JSON replaces a report of an earlier run, of any command, and no file of others or of the command") {
    const Told told;
    for (const std::string command : {"list", "info d/chain_pendulum_1", "check chain_pendulum_1",
                                      "lyapunov chain_pendulum_1 --time 5 --trajectories 2", "list"}) {
        CAPTURE(command);
        const Ran ran = told(command + " --json report.json");
        CHECK_MESSAGE(ran.code == 0, ran.err);
    }
    write_text(told.scratch / "mine.json", "mine");
    CHECK(told("list --json mine.json").code == 4);
    CHECK(bytes_of(told.scratch / "mine.json") == "mine");
    const std::string test = bytes_of(told.scratch / "d/chain_pendulum_1/test.h5");
    const Ran over = told("generate chain_pendulum_1 -o d --train 2 --force --json d/chain_pendulum_1/test.h5");
    CHECK(over.code == 2);
    CHECK(bytes_of(told.scratch / "d/chain_pendulum_1/test.h5") == test);
}

TEST_CASE("graph writes its system to --json in place of standard output") {
    const Told told;
    const Ran graph = told("graph chain --links 4");
    CHECK(told("graph chain --links 4 --json chain.json").out == "wrote chain.json\n");
    CHECK(bytes_of(told.scratch / "chain.json") == graph.out);
    CHECK(told("graph chain --links 4 --json -").out == graph.out);
}

TEST_CASE("show --facts tells what show prints, and --json stays the file of the system") {
    const Told told;
    const auto facts = [&](const std::string& system) {
        const Ran ran = told("show " + system + " --facts -");
        const Json json = Json::parse(ran.out, nullptr, false);
        REQUIRE(json.is_object());
        CHECK(cchnn::schema_problems(json, "", "command").empty());
        CHECK(json["exit_code"] == ran.code);
        return json;
    };
    const Json loop = facts("a03_andrews")["systems"][0];
    CHECK(loop["system"]["degrees_of_freedom"] == 1);
    CHECK(loop["rows"].size() == loop["system"]["constraints"]);
    CHECK(loop["rank_in"] == "the given state");
    CHECK(contains_text(loop["no_coordinates"].get<std::string>(), "closes a loop"));
    std::size_t redundant = 0;
    const Json bricard = facts("a04_bricard")["systems"][0];
    for (const Json& row : bricard["rows"]) redundant += row["independent"] == false;
    CHECK(redundant == 7);  // 66 rows of rank 59: the mechanism moves, with 60 coordinates
    const Json arm = facts("coupled_pendulum_3")["systems"][0];
    CHECK(arm["mass_matrix"].size() == arm["nodes"]);
    CHECK(arm["coordinates"][0]["kind"] == "link_azimuth");
    CHECK(facts("nosuch")["verdict"] == "usage");
    CHECK(told("show chain_pendulum_2 --facts facts.json").out == "");
    CHECK(told("show chain_pendulum_2 --facts facts.json").code == 0);  // a report is replaced
    CHECK(contains_text(told.refused("show chain_pendulum_2 --facts - --json a.json", 2),
                        "--json: cannot be combined with --facts"));
    CHECK(contains_text(told.refused("show chain_pendulum_2 --facts - --svg a.svg", 2),
                        "--facts: cannot be combined with --html and --svg"));
}

TEST_CASE("schemas/commands.md has a row for every command of the schema") {
    const std::string page = bytes_of(fs::path(cchnn_test::source_dir()) / "schemas/commands.md");
    const Json schema = Json::parse(bytes_of(fs::path(cchnn_test::source_dir()) / "schemas/command.schema.json"));
    for (const Json& rule : schema["allOf"]) {
        const std::string format = rule["if"]["properties"]["format"]["enum"][0].get<std::string>();
        const std::string list = rule["then"]["required"][0].get<std::string>();
        const std::string word = format.substr(format.rfind(' ') + 1);
        CAPTURE(format);
        bool told = false;
        for (std::size_t at = page.find("| `cchnn-"); at != std::string::npos; at = page.find("| `cchnn-", at + 1)) {
            const std::string row = page.substr(at, page.find('\n', at) - at);
            told = told || (contains_text(row, format.substr(0, format.find(' '))) && contains_text(row, word + "`") &&
                            contains_text(row, "| `" + list + "` |"));
        }
        CHECK(told);
    }
}

}  // namespace
}  // namespace cchnn_test
