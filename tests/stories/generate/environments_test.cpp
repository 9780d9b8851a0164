#include "stories/generate/environments.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "contains_text.hpp"
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
        CHECK(contains_text(complaint([&] { make_environments(bobs, options); }), "holds 'bobs_0003'"));
    }
    SUBCASE("another seed is refused where environments are") {
        EnvironmentsOptions options = few(scratch.path());
        options.seed = 7;
        CHECK_THROWS(make_environments(bobs, options));
    }
}

TEST_CASE("a system that draws nothing has no environments, and all numbers of 0 are reported at once") {
    const ScratchDirectory scratch;
    CHECK(contains_text(complaint([&] { environment_family("chain_pendulum_1"); }), "draws no mass"));
    write_text(scratch / "bobs.json", family);
    EnvironmentsOptions none = few(scratch.path());
    none.environments = none.few = 0;
    const EnvironmentFamily bobs = environment_family((scratch / "bobs.json").string());
    const std::string text = complaint([&] { make_environments(bobs, none); });
    CHECK(contains_text(text, "environments"));
    CHECK(contains_text(text, "few"));
}

TEST_CASE(
    "properties that are formulas of draws have the environment's numbers, in initial states too, other draws differ") {
    const ScratchDirectory scratch;
    Json computed = Json::parse(family);
    computed["draws"] = Json::parse(
        R"({"m": {"choice": [1, 2, 3]}, "a": {"uniform": {"low": -1, "high": 1}}, "twice": "2*m", "b": "a*m"})");
    computed["bodies"][1]["mass"] = "twice + 1";
    computed["potentials"][0]["g"] = "9/m";
    computed["initial_conditions"]["bodies"]["bob"] =
        Json::parse(R"({"from": "hook", "angle": "a", "angle_rate": "b"})");
    write_text(scratch / "bobs.json", computed.dump());
    const EnvironmentFamily bobs = environment_family((scratch / "bobs.json").string());
    const SystemSpec spec = parse_system(computed.dump(), "family");
    const EnvironmentsReport report = make_environments(bobs, few(scratch / "env"));
    const Json lock = Json::parse(content_of(scratch / "env").at("environments.json"));
    CHECK(schema_problems(lock, "", "environments").empty());
    std::vector<std::string> pointers;
    for (const Json& parameter : lock["parameters"]) pointers.push_back(parameter["pointer"]);
    CHECK(pointers == std::vector<std::string>{"/draws/m", "/draws/twice", "/bodies/1/mass", "/constraints/0/length",
                                               "/potentials/0/g"});
    std::set<double> masses;
    for (std::uint64_t e = 0; e < 5; ++e) {
        const Environment& one = report.environments[e];
        std::vector<double> values;
        for (const std::string& value : one.values) values.push_back(std::stod(value));
        const double m = values[0];
        masses.insert(m);
        CHECK(values[1] == 2 * m);
        CHECK(values[2] == 2 * m + 1);
        CHECK(values[4] == 9 / m);
        SampleKey key{0, Split::train, e, 0};
        CHECK(draw_varied(spec, key) == std::vector<double>(values.begin() + 2, values.end()));
        const TrajectoryFile test(scratch / "env" / one.side / one.name / "test.h5");
        const Json system = Json::parse(test.info().description.system_json);
        CHECK(parse_system(system.dump(), "member").varied.empty());
        CHECK(system["bodies"][1]["mass"] == values[2]);
        CHECK(system["draws"]["m"] == m);
        CHECK(system["draws"]["a"] == computed["draws"]["a"]);
        // The angle a is counted from below and turns at a m, so at (sin a, -cos a) l the speed is a m l.
        std::vector<double> x, v;
        std::set<double> angles;
        test.read_initial(0, 3, x, v);
        for (std::size_t i = 0; i < 6; i += 2) {
            const double a = std::atan2(x[i], -x[i + 1]), l = std::hypot(x[i], x[i + 1]);
            CHECK(v[i] == doctest::Approx(a * m * l * std::cos(a)));
            CHECK(v[i + 1] == doctest::Approx(a * m * l * std::sin(a)));
            CHECK(l == doctest::Approx(values[3]));
            angles.insert(a);
        }
        CHECK(angles.size() == 3);
    }
    CHECK(masses.size() > 1);
}

TEST_CASE("a prior hides a draw that several properties are computed from, and their values are listed") {
    const ScratchDirectory scratch;
    const auto prior = [](const std::string& draws, const std::string& hidden) {
        return R"({"format": "cchnn prior", "format_version": 1, "name": "tied", "title": "Tied",
          "system": {"name": "tied", "dimension": 2, "draws": {)" +
               draws +
               R"(}, "bodies": [{"id": "a", "type": "Obj0D", "mass": "m"}, {"id": "b", "type": "Obj0D", "mass": "3*m"}],
            "potentials": [{"type": "Spring", "between": ["a", "b"], "stiffness": 1}],
            "initial_conditions": {"bodies": {"a": {"position": [1, 0]}, "b": {"position": ["-s", 0]}}},
            "sampling": {"dt": 0.01, "steps": 5}}, "hidden": {)" +
               hidden + "}}";
    };
    const std::string draws = R"("m": 1, "s": {"uniform": {"low": 1, "high": 2}})";
    write_text(scratch / "prior.json",
               prior(draws, R"("/draws/m": {"choice": [2, 4]}, "/bodies/1/mass": {"choice": ["3*m", 7]})"));
    const EnvironmentFamily tied = environment_family((scratch / "prior.json").string());
    const EnvironmentsReport report = make_environments(tied, few(scratch / "env"));
    CHECK(tied.values.size() == 3);
    CHECK(tied.values[2].pointer == "/bodies/0/mass");
    std::set<std::string> seen;
    for (const Environment& one : report.environments) {
        const Json system = Json::parse(
            TrajectoryFile(scratch / "env" / one.side / one.name / "test.h5").info().description.system_json);
        const double m = std::stod(one.values[0]), second = std::stod(one.values[1]);
        CHECK((second == 3 * m || second == 7));
        CHECK(std::stod(one.values[2]) == m);
        CHECK(system["bodies"][0]["mass"] == m);
        CHECK(system["bodies"][1]["mass"] == second);
        seen.insert(one.values[0] + " " + one.values[1]);
    }
    CHECK(seen.size() > 2);
    write_text(scratch / "prior.json",
               prior(R"("m": {"uniform": {"low": 1, "high": 2}}, "s": 1)", R"("/draws/s": {"choice": [1, 2]})"));
    CHECK(contains_text(complaint([&] { environment_family((scratch / "prior.json").string()); }),
                        "draws a mass for each trajectory"));
    // A choice that is drawn for each trajectory makes no environment.
    write_text(scratch / "prior.json", prior(draws, R"("/bodies/1/mass": {"choice": ["s", "2*s"]})"));
    const EnvironmentFamily none = environment_family((scratch / "prior.json").string());
    CHECK(contains_text(complaint([&] { none.draw(0, 0); }), "gives no valid system in 100 draws"));
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
