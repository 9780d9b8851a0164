#include "stories/generate/environments.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

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
    const ScratchDirectory scratch;
    const SystemSpec spec = parse_system(family, "family");
    const EnvironmentsReport report = make_environments(spec, few(scratch.path()));
    REQUIRE(report.environments.size() == 5);
    CHECK(report.made == 5);
    for (std::uint64_t e = 0; e < 5; ++e) {
        CAPTURE(e);
        const Environment& one = report.environments[e];
        SampleKey key{0, Split::train, e, 0};
        CHECK(one.values == draw_varied(spec, key));
        const fs::path directory = scratch / one.side / one.name;
        const TrajectoryFile train(directory / "train.h5"), test(directory / "test.h5");
        CHECK(train.info().count == (e < 3 ? 4u : 1u));
        CHECK(test.info().count == 3);
        CHECK(one.train_digest == train.truth_digest());
        CHECK(one.test_digest == test.truth_digest());
        const Json system = Json::parse(test.info().description.system_json);
        CHECK(system["bodies"][1]["mass"] == one.values[0]);
        CHECK(system["constraints"][0]["length"] == one.values[1]);
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
        CHECK(make_environments(spec, few(scratch.path())).made == 0);
        CHECK((content_of(scratch.path()) == before));
    }
    SUBCASE("more to adapt to extends it, but no environment to adapt to becomes one to train on") {
        EnvironmentsOptions options = few(scratch.path());
        options.adaptations = 3;
        CHECK(make_environments(spec, options).made == 1);
        options.environments = 4;
        CHECK(complaint([&] { make_environments(spec, options); }).find("holds 'bobs_0003'") != std::string::npos);
    }
    SUBCASE("another seed is refused where environments are") {
        EnvironmentsOptions options = few(scratch.path());
        options.seed = 7;
        CHECK_THROWS(make_environments(spec, options));
    }
}

TEST_CASE("a system that draws nothing, or by formulas of draws, has no environments") {
    const ScratchDirectory scratch;
    CHECK(complaint([&] {
              make_environments(load_system("chain_pendulum_1"), few(scratch.path()));
          }).find("draws no mass") != std::string::npos);
    Json computed = Json::parse(family);
    computed["draws"]["m"] = {{"uniform", {{"low", 1}, {"high", 2}}}};
    computed["bodies"][1]["mass"] = "2*m";
    const SystemSpec spec = parse_system(computed.dump(), "family");
    CHECK(complaint([&] { make_environments(spec, few(scratch.path())); }).find("formulas of 'draws'") !=
          std::string::npos);
    EnvironmentsOptions none = few(scratch.path());
    none.environments = none.few = 0;
    const std::string text = complaint([&] { make_environments(spec, none); });
    CHECK(text.find("environments") != std::string::npos);
    CHECK(text.find("few") != std::string::npos);
}
