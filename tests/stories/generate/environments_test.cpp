#include "stories/generate/environments.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "places.hpp"
#include "sample/draw_varied.hpp"
#include "spec/json/schema_check.hpp"
#include "stories/exchange/file_info.hpp"
#include "stories/story_fixture.hpp"

using namespace cchnn_test;
using Json = nlohmann::ordered_json;

namespace {

constexpr const char* family = R"({"name": "bobs", "dimension": 2,
  "bodies": [{"id": "hook", "type": "Origin"}, {"id": "bob", "type": "Obj0D", "mass": {"uniform": {"low": 0.5, "high": 2}}}],
  "constraints": [{"type": "Link", "between": ["hook", "bob"], "length": {"uniform": {"low": 1, "high": 2}}}],
  "potentials": [{"type": "Gravity"}],
  "initial_conditions": {"bodies": {"bob": {"from": "hook", "angle": {"normal": {"mean": 0, "std": 1}}}}},
  "sampling": {"steps": 11}})";

EnvironmentsOptions few(const fs::path& directory) {
    EnvironmentsOptions options;
    options.directory = directory;
    options.environments = 3;
    options.adaptations = 2;
    options.test = 3;
    return options;
}

}  // namespace

TEST_CASE("environments are members of a family, each a dataset, with adaptation sets of few trajectories beside") {
    const ScratchDirectory scratch, elsewhere;
    const SystemSpec spec = parse_system(family, "family");
    const fs::path file = elsewhere / "bobs.json";
    write_text(file, family);
    const EnvironmentFamily bobs = environment_family(file.string());
    const EnvironmentsReport report = make_environments(bobs, few(scratch.path()));
    REQUIRE(report.environments.size() == 5);
    CHECK(report.made == 5);
    for (std::uint64_t e = 0; e < 5; ++e) {
        CAPTURE(e);
        const Environment& one = report.environments[e];
        SampleKey key{0, Split::train, e, 0};
        const std::vector<double> values = draw_varied(spec, key);
        REQUIRE(one.values.size() == values.size());
        for (std::size_t i = 0; i < values.size(); ++i) CHECK(std::stod(one.values[i]) == values[i]);
        const fs::path directory = scratch / one.side / one.name;
        const TrajectoryFile train(directory / "train.h5"), test(directory / "test.h5");
        CHECK(train.info().count == (e < 3 ? 4u : 1u));
        CHECK(test.info().count == 3);
        CHECK(test.info().description.seed == 1 + e);
        CHECK(one.train_digest == train.truth_digest());
        CHECK(one.test_digest == test.truth_digest());
        const Json system = Json::parse(test.info().description.system_json);
        CHECK(system["bodies"][1]["mass"] == values[0]);
        CHECK(system["constraints"][0]["length"] == values[1]);
        CHECK(one.side == (e < 3 ? "train" : "adapt"));
    }
    CHECK(report.environments[0].values != report.environments[1].values);
    CHECK(report.environments[0].test_digest != report.environments[1].test_digest);
    const Json said = Json::parse(file_info(scratch.path()));
    CHECK(said["kind"] == "environments");
    CHECK(said["parameters"].size() == 2);
    CHECK(schema_problems(Json::parse(content_of(scratch.path()).at("environments.json")), "", "environments").empty());
    SUBCASE("the same command keeps what is there") {
        const auto before = content_of(scratch.path());
        CHECK(make_environments(bobs, few(scratch.path())).made == 0);
        CHECK((content_of(scratch.path()) == before));
    }
    SUBCASE("more to adapt to extends it, but no environment to adapt to becomes one to train on") {
        EnvironmentsOptions options = few(scratch.path());
        options.adaptations = 3;
        CHECK(make_environments(bobs, options).made == 1);
        options.environments = 4;
        CHECK(complaint([&] { make_environments(bobs, options); }).find("holds 'bobs_0003'") != std::string::npos);
    }
    SUBCASE("another seed is refused where environments are") {
        EnvironmentsOptions options = few(scratch.path());
        options.seed = 7;
        CHECK_THROWS(make_environments(bobs, options));
    }
}

TEST_CASE("a system that draws nothing, or by formulas of draws, has no environments") {
    const ScratchDirectory scratch;
    CHECK(complaint([&] { environment_family("chain_pendulum_1"); }).find("draws no mass") != std::string::npos);
    Json computed = Json::parse(family);
    computed["draws"]["m"] = {{"uniform", {{"low", 1}, {"high", 2}}}};
    computed["bodies"][1]["mass"] = "2*m";
    write_text(scratch / "bobs.json", computed.dump());
    CHECK(complaint([&] { environment_family((scratch / "bobs.json").string()); }).find("formulas of 'draws'") !=
          std::string::npos);
    write_text(scratch / "bobs.json", family);
    EnvironmentsOptions none = few(scratch.path());
    none.environments = none.few = 0;
    const EnvironmentFamily bobs = environment_family((scratch / "bobs.json").string());
    const std::string text = complaint([&] { make_environments(bobs, none); });
    CHECK(text.find("environments") != std::string::npos);
    CHECK(text.find("few") != std::string::npos);
}

TEST_CASE("environments of a prior draw any value by choice: charges, a force, the formula of an energy") {
    const ScratchDirectory scratch;
    const char* prior = R"({"format": "cchnn prior", "format_version": 1, "name": "charges", "title": "Charges",
      "system": {"name": "charges", "dimension": 2,
        "bodies": [{"id": "a", "type": "Obj0D", "mass": 1}, {"id": "b", "type": "Obj0D", "mass": 1}],
        "potentials": [{"type": "Potential", "points": ["a", "b"], "constants": {"q": 1}, "energy": "q/r"},
                       {"type": "Force", "on": "a", "force": [1, 0]}],
        "initial_conditions": {"bodies": {"a": {"position": [1, 0]}, "b": {"position": [-1, 0]}}},
        "sampling": {"dt": 0.01, "steps": 5}},
      "hidden": {"/potentials/0/constants/q": {"choice": [-1, 1]},
                 "/potentials/0/energy": {"choice": ["q/r", "q/r^2"]},
                 "/potentials/1/force/0": {"uniform": {"low": -2, "high": 2}}}})";
    write_text(scratch / "prior.json", prior);
    EnvironmentsOptions options = few(scratch / "env");
    options.environments = 12;
    options.trajectories = options.test = 1;
    const EnvironmentsReport report = make_environments(environment_family((scratch / "prior.json").string()), options);
    std::set<std::string> charges, energies, forces;
    for (const Environment& one : report.environments) {
        const TrajectoryFile test(scratch / "env" / one.side / one.name / "test.h5");
        const Json system = Json::parse(test.info().description.system_json);
        CHECK(system["potentials"][0]["constants"]["q"] == Json::parse(one.values[0]));
        CHECK(system["potentials"][0]["energy"] == Json::parse(one.values[1]));
        charges.insert(one.values[0]);
        energies.insert(one.values[1]);
        forces.insert(one.values[2]);
        // From rest, 2 m apart, after one step of 0.01 s: x = 1 + a t^2/2, a = F + q/4 or F + 2 q/8.
        std::vector<double> x, v;
        test.read(0, 1, x, v);
        const double q = std::stod(one.values[0]), force = std::stod(one.values[2]);
        CHECK((x[4] - 1) / 5e-5 == doctest::Approx(force + q / 4).epsilon(1e-3));
    }
    CHECK(charges == std::set<std::string>{"-1", "1"});
    CHECK(energies.size() == 2);
    CHECK(forces.size() == 14);
    CHECK(
        schema_problems(Json::parse(content_of(scratch / "env").at("environments.json")), "", "environments").empty());
}

TEST_CASE("the prior of schemas/system/families.md is read, and its environments are valid") {
    const ScratchDirectory scratch;
    const std::string page = content_of(fs::path(source_dir()) / "schemas/system").at("families.md"),
                      begin = "```json prior\n";
    const std::size_t at = page.find(begin) + begin.size();
    write_text(scratch / "laws.json", page.substr(at, page.find("```", at) - at));
    EnvironmentsOptions options = few(scratch / "env");
    options.environments = options.test = options.trajectories = 1;
    const EnvironmentsReport report = make_environments(environment_family((scratch / "laws.json").string()), options);
    CHECK(report.environments.front().values.size() == 2);
}
