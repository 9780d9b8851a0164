// cchnn-gen for long times, as a user runs it: symplectic integrators and Lyapunov exponents.

#include <doctest/doctest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "apps/program.hpp"
#include "dataset/trajectory_file.hpp"

using namespace cchnn_story_test;
using cchnn_program_test::Ran;

namespace {

struct Shell {
    Scratch scratch;
    Ran operator()(const std::string& arguments) const {
        return cchnn_program_test::run_program("cchnn-gen", arguments, scratch.path());
    }
    std::string refused(const std::string& arguments) const {
        const Ran ran = (*this)(arguments);
        CHECK(ran.code == 2);
        CHECK(ran.out == "");
        return ran.err;
    }
};

nlohmann::json json_in(const fs::path& file) { return nlohmann::json::parse(bytes_of(file)); }

}  // namespace

TEST_CASE("cchnn-gen generate --integrator: the protocol is in file and manifest, and its command makes the same again") {
    const Shell shell;
    const std::string counts = " --train 0 --valid 0 --test 2 --steps 5";
    REQUIRE(shell("generate chain_pendulum_2 -o a --integrator rattle4 --step 0.003" + counts).code == 0);
    const fs::path directory = shell.scratch / "a/chain_pendulum_2";
    const auto manifest = json_in(directory / "manifest.json");
    const nlohmann::json expected{{"name", "symplectic"}, {"method", "rattle4"}, {"substeps", 10}};
    CHECK(manifest["protocol"] == expected);
    const cchnn::TrajectoryFile file(directory / "test.h5");
    CHECK(nlohmann::json::parse(file.info().description.protocol_json) == expected);
    std::string command = manifest["command"];
    CHECK(command.find(" --integrator rattle4 --substeps 10") != std::string::npos);
    command.replace(command.find("DIR"), 3, "b");
    REQUIRE(shell(command.substr(std::string("cchnn-gen ").size())).code == 0);
    CHECK(bytes_of(shell.scratch / "b/chain_pendulum_2/test.h5") == bytes_of(directory / "test.h5"));
}

TEST_CASE("cchnn-gen rollout --integrator: answers a test set, and says in its model's name how") {
    const Shell shell;
    REQUIRE(shell("generate chain_pendulum_2 -o a --train 0 --valid 0 --test 2 --steps 5").code == 0);
    REQUIRE(shell("rollout chain_pendulum_2 --from a/chain_pendulum_2/test.h5 --integrator rattle8 -o r.h5").code == 0);
    CHECK(cchnn::TrajectoryFile(shell.scratch / "r.h5").info().description.model == "truth, rattle8 substeps 10");
}

TEST_CASE("cchnn-gen --integrator: flags of another kind of method are refused, each by name") {
    const Shell shell;
    const std::string generate = "generate chain_pendulum_2 -o data ";
    CHECK(shell.refused(generate + "--integrator ratle4") == "cchnn-gen: --integrator: must be verner87, dopri5, rattle2, rattle4, rattle6 or rattle8, "
                                                             "got 'ratle4', did you mean 'rattle4'?\n");
    const std::string rule = ": does not apply to rattle4, whose steps are set by --substeps or --step\n";
    CHECK(shell.refused(generate + "--integrator rattle4 --protocol paper --rtol 1e-9 --projection off") ==
          "cchnn-gen: --protocol" + rule + "cchnn-gen: --rtol" + rule + "cchnn-gen: --projection" + rule);
    CHECK(shell.refused(generate + "--substeps 4") ==
          "cchnn-gen: --substeps: is for --integrator rattle2 .. rattle8; verner87 chooses its steps by --rtol and --atol\n");
    CHECK(shell.refused(generate + "--integrator rattle4 --step 0.1 --substeps 4") ==
          "cchnn-gen: --step: cannot be combined with --substeps\n");
    CHECK(shell.refused("generate damped_pendulum -o data --integrator rattle2") ==
          "cchnn-gen: --integrator: rattle2 is symplectic, and damped_pendulum loses energy to Damping; use verner87\n");
}

TEST_CASE("cchnn-gen lyapunov: a sentence for people, and JSON with every trajectory") {
    const Shell shell;
    const Ran text = shell("lyapunov chain_pendulum_1 --time 20 --trajectories 3");
    CHECK(text.code == 0);
    CHECK(text.out.find("chain_pendulum_1: 3 trajectories of 20 s") == 0);
    CHECK(text.out.find("not told from 0: no chaos seen") != std::string::npos);
    const Ran ran = shell("lyapunov chain_pendulum_2 --time 10 --trajectories 2 --spectrum --json");
    REQUIRE(ran.code == 0);
    const auto json = nlohmann::json::parse(ran.out);
    CHECK(json["exponents"].size() == 4);
    REQUIRE(json["trajectories"].size() == 2);
    const double mean = (json["trajectories"][0]["exponents"][0].get<double>() + json["trajectories"][1]["exponents"][0].get<double>()) / 2;
    CHECK(json["exponents"][0]["mean"].get<double>() == doctest::Approx(mean).epsilon(1e-15));
    CHECK(json["time"] == 10);
    CHECK(shell.refused("lyapunov chain_pendulum_2 --time 0 --trajectories 0") ==
          "cchnn-gen: --time: must be > 0 s, got 0.0\ncchnn-gen: --trajectories: must be 1 .. 100000, got 0\n");
}
