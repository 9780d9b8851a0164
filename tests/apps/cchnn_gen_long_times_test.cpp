// cchnn-gen for long times, as a user runs it: symplectic integrators and Lyapunov exponents.

#include <doctest/doctest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "apps/program.hpp"
#include "contains_text.hpp"
#include "dataset/reader/trajectory_file.hpp"

using namespace cchnn_test;
using cchnn_test::Ran;
using cchnn_test::Shell;

namespace {

nlohmann::json json_in(const fs::path& file) { return nlohmann::json::parse(bytes_of(file)); }

}  // namespace

TEST_CASE(
    "cchnn-gen generate --integrator: the protocol is in file and manifest, and its command makes the same again") {
    const Shell shell;
    const std::string counts = " --train 0 --valid 0 --test 2 --steps 5";
    REQUIRE(shell("generate chain_pendulum_2 -o a --integrator rattle4 --step 0.003 --bound off" + counts).code == 0);
    const fs::path directory = shell.scratch / "a/chain_pendulum_2";
    const auto manifest = json_in(directory / "manifest.json");
    const nlohmann::json expected{
        {"name", "symplectic"}, {"method", "rattle4"}, {"substeps", 10}, {"error_bound", "off"}};
    CHECK(manifest["protocol"] == expected);
    const cchnn::TrajectoryFile file(directory / "test.h5");
    CHECK(nlohmann::json::parse(file.info().description.protocol_json) == expected);
    std::string command = manifest["command"];
    CHECK(contains_text(command, " --integrator rattle4 --substeps 10"));
    command.replace(command.find("DIR"), 3, "b");
    REQUIRE(shell(command.substr(std::string("cchnn-gen ").size())).code == 0);
    CHECK(bytes_of(shell.scratch / "b/chain_pendulum_2/test.h5") == bytes_of(directory / "test.h5"));
}

TEST_CASE("cchnn-gen generate --integrator rk4: of a system with damping, projected or not, and made again the same") {
    const Shell shell;
    const std::string generate =
        "generate damped_pendulum -o a --train 0 --valid 0 --test 2 --steps 5 --integrator rk4";
    REQUIRE(shell(generate + " --substeps 20 --projection off").code == 0);
    const fs::path directory = shell.scratch / "a/damped_pendulum";
    const auto protocol = json_in(directory / "manifest.json")["protocol"];
    CHECK(protocol["name"] == "custom");
    CHECK(protocol["method"] == "rk4");
    CHECK(protocol["substeps"] == 20);
    CHECK(protocol["project"] == false);
    CHECK(protocol["error_bound"]["safety"] == 5);
    REQUIRE(shell("generate --lock " + (directory / "manifest.json").string() + " -o b").code == 0);
    CHECK(bytes_of(shell.scratch / "b/damped_pendulum/test.h5") == bytes_of(directory / "test.h5"));
    CHECK(shell("verify " + directory.string()).code == 0);
    CHECK(shell.refused(generate + " --rtol 1e-9", 2) ==
          "cchnn-gen: --rtol: does not apply to rk4, whose steps are set by --substeps or --step\n");
}

TEST_CASE("cchnn-gen rollout --integrator: answers a test set, and says in its model's name how") {
    const Shell shell;
    REQUIRE(shell("generate chain_pendulum_2 -o a --train 0 --valid 0 --test 2 --steps 5").code == 0);
    REQUIRE(shell("rollout chain_pendulum_2 --from a/chain_pendulum_2/test.h5 --integrator rattle8 -o r.h5").code == 0);
    CHECK(cchnn::TrajectoryFile(shell.scratch / "r.h5").info().description.model == "reference, rattle8 substeps 10");
}

TEST_CASE("cchnn-gen --integrator: flags of another kind of method are refused, each by name") {
    const Shell shell;
    const std::string generate = "generate chain_pendulum_2 -o data ";
    CHECK(shell.refused(generate + "--integrator ratle4", 2) ==
          "cchnn-gen: --integrator: must be verner87, dopri5, rattle2, rattle4, rattle6, rattle8 or rk4, "
          "got 'ratle4', did you mean 'rattle4'?\n");
    const std::string rule = ": does not apply to rattle4, whose steps are set by --substeps or --step\n";
    CHECK(shell.refused(generate + "--integrator rattle4 --protocol paper --rtol 1e-9 --projection off", 2) ==
          "cchnn-gen: --protocol" + rule + "cchnn-gen: --rtol" + rule + "cchnn-gen: --projection" + rule);
    CHECK(shell.refused(generate + "--substeps 4", 2) ==
          "cchnn-gen: --substeps: is for --integrator rattle2, rattle4, rattle6, rattle8 or rk4; verner87 chooses its "
          "steps by --rtol and --atol\n");
    CHECK(shell.refused(generate + "--integrator rattle4 --step 0.1 --substeps 4", 2) ==
          "cchnn-gen: --step: cannot be combined with --substeps\n");
    CHECK(shell.refused("generate damped_pendulum -o data --integrator rattle2", 2) ==
          "cchnn-gen: --integrator: rattle2 cannot compute forces that depend on velocities, and damped_pendulum has "
          "them: Damping; use verner87\n");
}

TEST_CASE("cchnn-gen lyapunov: a sentence for people, and JSON with every trajectory") {
    const Shell shell;
    const Ran text = shell("lyapunov chain_pendulum_1 --time 20 --trajectories 3");
    CHECK(text.code == 0);
    CHECK(text.out.find("chain_pendulum_1: 3 trajectories of 20 s") == 0);
    CHECK(contains_text(text.out, "no chaos seen; exponents below"));
    const Ran ran = shell("lyapunov chain_pendulum_2 --time 10 --trajectories 2 --spectrum --json -");
    REQUIRE(ran.code == 0);
    const auto json = nlohmann::json::parse(ran.out);
    CHECK(json["exponents"].size() == 4);
    REQUIRE(json["trajectories"].size() == 2);
    const double mean = (json["trajectories"][0]["exponents"][0].get<double>() +
                         json["trajectories"][1]["exponents"][0].get<double>()) /
                        2;
    CHECK(json["exponents"][0]["mean"].get<double>() == doctest::Approx(mean).epsilon(1e-15));
    CHECK(json["time"] == 10);
    CHECK(shell.refused("lyapunov chain_pendulum_2 --time 0 --trajectories 0", 2) ==
          "cchnn-gen: --time: must be > 0 s, got 0\ncchnn-gen: --trajectories: must be 1 .. 100000, got 0\n");
}

TEST_CASE(
    "cchnn-gen generate --lyapunov: the exponent is in the file as the command finds it, and scores are told in its "
    "time") {
    const Shell shell;
    write_text(shell.scratch / "upright.json", R"({"name": "upright", "dimension": 2,
  "bodies": [{"id": "hook", "type": "Origin"}, {"id": "bob", "type": "Obj0D", "mass": 2}],
  "constraints": [{"type": "Link", "between": ["hook", "bob"], "length": 1}],
  "potentials": [{"type": "Gravity", "g": 9, "up": [0, 1]}],
  "initial_conditions": {"states": [{"position": {"bob": [0, 1]}}]},
  "sampling": {"dt": 0.05, "steps": 9}})");
    REQUIRE(shell("generate ./upright.json -o data --lyapunov").code == 0);
    const fs::path test_set = shell.scratch / "data/upright/test.h5";
    const auto record = cchnn::TrajectoryFile(test_set).info().description.lyapunov;
    REQUIRE(record.has_value());
    CHECK(std::fabs(record->largest.mean - 3) < 1e-6);  // sqrt(g/l); after 4 s other directions are down to exp(-24)
    CHECK(record->largest.low < record->largest.mean);
    auto told = nlohmann::json::parse(shell("lyapunov ./upright.json --json -").out);
    for (const char* head : {"format", "format_version", "tool_version", "verdict", "exit_code", "problems"})
        CHECK(told.erase(head) == 1);
    told.erase("tool_commit");  // of a program that was built from a clone
    CHECK(told == nlohmann::json::parse(record->json));
    CHECK(json_in(shell.scratch / "data/upright/manifest.json")["command"].get<std::string>().find(" --lyapunov ") !=
          std::string::npos);

    REQUIRE(shell("rollout ./upright.json --from data/upright/test.h5 --epsilon 1e-3 -o r.h5").code == 0);
    const Ran scored = cchnn_test::run_program("cchnn-eval", "score data/upright/test.h5 r.h5 --all --json report.json",
                                               shell.scratch.path());
    CHECK(scored.code == 0);
    CHECK(contains_text(scored.out, "Valid prediction time (VPT) in Lyapunov times of 0.33 s"));
    const auto report = json_in(shell.scratch / "report.json");
    CHECK(report["truth"]["lyapunov_exponent"]["mean"] == record->largest.mean);
    const auto metric = report["submissions"][0]["metrics"]["valid_time_0.01"];
    CHECK(metric["lyapunov_times"].get<double>() == doctest::Approx(metric["mean"].get<double>() * 3).epsilon(1e-6));
}
