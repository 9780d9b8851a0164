// A classical solver beside models, as a user asks for it.

#include <nlohmann/json.hpp>

#include "apps/program.hpp"

using namespace cchnn_test;
using cchnn_test::bytes_of;
using cchnn_test::contains_text;
using Json = nlohmann::json;

namespace {

// data/chain_pendulum_2/test.h5, timed.h5 and off.npz.
struct Made {
    Shell gen;
    Made() {
        for (const std::string arguments :
             {"generate chain_pendulum_2 -o data --train 0 --valid 0 --test 8 --steps 20 --threads 1",
              "rollout chain_pendulum_2 --from data/chain_pendulum_2/test.h5 --integrator rattle2 --substeps 100 "
              "--timed "
              "--model even -o timed.h5",
              "rollout chain_pendulum_2 --from data/chain_pendulum_2/test.h5 --epsilon 1e-3 --model off -o off.npz"})
            REQUIRE(gen(arguments).code == 0);
    }
    Ran eval(const std::string& arguments) const { return run_program("cchnn-eval", arguments, gen.scratch.path()); }
};

const std::string score = "score data/chain_pendulum_2/test.h5 timed.h5 off.npz ";

}  // namespace

TEST_CASE("cchnn-eval score --solver says which setting of a classical solver is as accurate and which takes as long") {
    const Made made;
    const Ran ran = made.eval(score + "--solver --json report.json --html report.html --csv scores.csv");
    CAPTURE(ran.err);
    REQUIRE(ran.code == 0);
    CHECK(contains_text(ran.out, "\nClassical solver of the true equations beside each model, at equal error and"));
    CHECK(contains_text(ran.out, "\nSettings of that solver, each on the first 8 trajectories, one core of "));
    CHECK(contains_text(ran.out, "not said"));  // off.npz
    const auto& directory = made.gen.scratch;
    const Json solver = Json::parse(bytes_of(directory / "report.json"))["solver"];
    REQUIRE(solver["models"].size() == 2);
    CHECK(solver["models"][0]["seconds"] > 0);
    CHECK(solver["models"][0]["at_equal_error"].get<std::string>().starts_with("dopri5"));
    CHECK(solver["models"][0]["at_equal_time"].is_string());
    CHECK(solver["models"][1]["seconds"].is_null());
    CHECK(solver["models"][1]["at_equal_time"].is_null());
    CHECK(contains_text(bytes_of(directory / "report.html"), "Classical solver of the true equations"));
    CHECK(contains_text(bytes_of(directory / "scores.csv"), "solver_at_equal_error:dopri5"));
}

TEST_CASE("without --solver nothing is timed: a report says what a file says, and no more") {
    const Made made;
    REQUIRE(made.eval(score + "--json report.json").code == 0);
    const Json report = Json::parse(bytes_of(made.gen.scratch / "report.json"));
    CHECK(!report.contains("solver"));
    CHECK(report["submissions"][0]["stated_time"]["seconds"] > 0);
    CHECK(!report["submissions"][1].contains("stated_time"));  // no --timed
}

TEST_CASE("cchnn-eval gate judges by evaluations of a solver, compare shows it for each system, --at refuses it") {
    const Made made;
    const std::string gate = "gate data/chain_pendulum_2/test.h5 timed.h5 ";
    const Ran passed = made.eval(gate + "--min solver_evaluations=100"),
              failed = made.eval(gate + "--min solver_evaluations=1e9");
    CHECK(passed.code == 0);
    CHECK(contains_text(passed.out, "passed  even: solver_evaluations is "));
    CHECK(failed.code == 1);
    const Ran compared = made.eval("compare data/chain_pendulum_2/test.h5:timed.h5 --solver");
    CHECK(compared.code == 0);
    CHECK(contains_text(compared.out, "\nSettings of that solver, "));
    const Ran refused = made.eval(score + "--solver --at data/chain_pendulum_2/test.h5");
    CHECK(refused.code == 2);
    CHECK(contains_text(refused.err, "--solver: is for forecasts, and cannot be combined with --at"));
}
