// cchnn-gen rollout --sweep and --drop, as a user runs them.

#include <doctest/doctest.h>

#include "apps/program.hpp"
#include "contains_text.hpp"

using namespace cchnn_test;
using cchnn_test::Ran;
using cchnn_test::Shell;

namespace {

const std::string rollout_command = "rollout chain_pendulum_2 --from d/chain_pendulum_2/test.h5 ";

}  // namespace

TEST_CASE("a sweep writes one rollout per value, each with its own model name") {
    const Shell shell;
    REQUIRE(shell("generate chain_pendulum_2 -o d --train 0 --valid 0 --test 2 --steps 11").code == 0);
    CHECK(shell(rollout_command + "--protocol paper --projection off --sweep rtol=1e-3,1e-6 -o 'r_{}.h5'").code == 0);
    CHECK(TrajectoryFile(shell.scratch / "r_1e-3.h5").info().description.model == "reference, dopri5 rtol 0.001");
    const std::string protocol = TrajectoryFile(shell.scratch / "r_1e-6.h5").info().description.protocol_json;
    CHECK(contains_text(protocol, "\"rtol\": 1e-06"));
    CHECK(contains_text(protocol, "\"atol\": 1e-08"));  // the ratio of the preset, 1e-9 to 1e-7
    CHECK(shell(rollout_command + "--sweep epsilon=1e-3,1e-6 -o 'e_{}.h5'").code == 0);
    const Arrays a = arrays_of(shell.scratch / "e_1e-3.h5", 0, 1), b = arrays_of(shell.scratch / "e_1e-6.h5", 0, 1);
    CHECK(a.x != b.x);

    // Without its last link the second bob falls freely: y = y0 + v0 t - g t^2 / 2.
    CHECK(shell(rollout_command + "--sweep 'drop=Link bob1-bob2' -o 'd_{}.h5'").code == 0);
    CHECK(shell(rollout_command + "--drop 'Link bob1-bob2' -o same.h5").code == 0);
    const Arrays free = arrays_of(shell.scratch / "d_1.h5", 0, 1);
    CHECK(free.x == arrays_of(shell.scratch / "same.h5", 0, 1).x);
    const double t = 10 * 0.03;
    // x is (T, 2, 2): the second bob's y is entry 3 of a sample. rtol 1e-13 over a fall of decimetres.
    CHECK(free.x[43] == doctest::Approx(free.x[3] + free.v[3] * t - 0.5 * 9.81 * t * t).epsilon(1e-11));
    CHECK(TrajectoryFile(shell.scratch / "same.h5").info().description.model == "reference, without Link bob1-bob2");
}

TEST_CASE("a sweep over baselines writes each naive forecast, which score lists without a rank") {
    const Shell shell;
    REQUIRE(shell("generate chain_pendulum_2 -o d --train 20 --valid 0 --test 6 --steps 11").code == 0);
    const Ran ran = shell(rollout_command + "--sweep baseline=persistence,mean,parrot -o 'n_{}.h5'");
    CHECK(ran.code == 0);
    CHECK_MESSAGE(ran.err == "", ran.err);
    CHECK(TrajectoryFile(shell.scratch / "n_parrot.h5").info().description.naive == "parrot");
    CHECK(shell(rollout_command + "--sweep baseline=mean,meen -o 'm_{}.h5'").err ==
          "cchnn-gen: --sweep: unknown forecast 'meen', did you mean 'mean'?\n");
    CHECK(shell(rollout_command + "--baseline meen -o m.h5").err ==
          "cchnn-gen: --baseline: unknown forecast 'meen', did you mean 'mean'?\n");
    CHECK(shell(rollout_command + "--baseline mean --rtol 1e-3 -o m.h5").err ==
          "cchnn-gen: --baseline: integrates nothing; remove perturbations, --drop, --bound, --refine, --timed and "
          "integration settings\n");
}

TEST_CASE("a sweep that makes no sense is refused before anything is written") {
    const Shell shell;
    CHECK(shell("rollout chain_pendulum_2 --sweep rtoll=1 -o 'x_{}.h5'").err ==
          "cchnn-gen: --sweep: unknown name 'rtoll', did you mean 'rtol'?\n");
    CHECK(shell("rollout chain_pendulum_2 --sweep rtol=1e-3,x -o 'x_{}.h5'").err ==
          "cchnn-gen: --sweep: must be NAME=NUMBER,NUMBER,..., got 'x' among the numbers\n");
    const Ran ran = shell("rollout chain_pendulum_2 --sweep rtol=1e-3 -o x.h5");
    CHECK(ran.code == 2);
    CHECK(ran.err ==
          "cchnn-gen: --output: must contain {} for the values of --sweep, such as rollout_{}.h5, got 'x.h5'\n");
    CHECK(shell("rollout chain_pendulum_2 --sweep rtol=1e-3,1e-4,1e-3 -o 'x_{}.h5'").err ==
          "cchnn-gen: --sweep: has 1e-3 twice, for one file\n");
}

TEST_CASE("a sweep of views with a value twice is refused before the first is written") {
    const Shell shell;
    REQUIRE(shell("generate chain_pendulum_1 -o d --train 2 --valid 0 --test 0").code == 0);
    CHECK(shell.refused("observe d/chain_pendulum_1 -o 'v_{}' --sweep noise=0.1,0.2,0.1", 2) ==
          "cchnn-gen: --sweep: has 0.1 twice, for one view\n");
    CHECK(names_in(shell.scratch.path()) == std::vector<std::string>{"d"});
}
