// cchnn-gen check of energies that are not finite, and what both programs say where file descriptors are few.

#include <doctest/doctest.h>

#include "apps/program.hpp"
#include "contains_text.hpp"
#include "sanitized.hpp"

namespace cchnn_test {
namespace {

using cchnn_test::write_text;

std::string with_energy(const std::string& energy, const std::string& start) {
    return R"({"name": "one", "dimension": 1, "bodies": [{"id": "bob", "type": "Obj0D", "mass": 1}],
      "potentials": [{"type": "Potential", "points": ["bob"], "energy": ")" +
           energy + R"("}], "initial_conditions": )" + start + "}";
}

std::string drawn_at(const std::string& position) {
    return R"({"bodies": {"bob": {"position": [)" + position + R"(], "velocity": [1]}}})";
}

TEST_CASE("check names an energy that is not finite in initial states, and where") {
    const Shell shell;
    const std::string somewhere = drawn_at(R"({"uniform": {"low": -3, "high": 1}})");
    write_text(shell.scratch / "some.json", with_energy("-log(x)", somewhere));
    const Ran some = shell("check some.json");
    CHECK(some.code == 0);
    CHECK(some.out.starts_with("some.json: fine: one, 1 degree of freedom\n  some.json#/initial_conditions: "));
    CHECK(contains_text(some.out, " of 10 initial states have no finite energy or force: in that of trajectory "));
    CHECK(contains_text(some.out, " V of Potential bob, -log(x), is nan at x = -"));
    CHECK(some.out.ends_with("; generate redraws such states\n"));
    CHECK(shell("generate some.json -o d --train 4 --valid 0 --test 0 --steps 5 --dt 0.001").code == 0);  // as it says

    write_text(shell.scratch / "all.json", with_energy("1/x", drawn_at("0")));
    CHECK(shell.refused("check all.json", 3) ==
          "cchnn-gen: all.json#/initial_conditions: 10 of 10 initial states have no finite energy or force: in that of "
          "trajectory 0 V of Potential bob, 1/x, is inf at x = 0; start where they are finite, or use a finite "
          "potential\n");
    const std::string states = R"({"states": [{"position": {"bob": [1]}}, {"position": {"bob": [-1]}}]})";
    write_text(shell.scratch / "given.json", with_energy("sqrt(x)", states));
    CHECK(contains_text(shell.refused("check given.json", 3),
                        "1 of 2 initial states has no finite energy or force: in that "
                        "of trajectory 1 V of Potential bob, sqrt(x), is nan"));
    write_text(shell.scratch / "fine.json", with_energy("x^2", somewhere));
    CHECK(shell("check fine.json").out == "fine.json: fine: one, 1 degree of freedom\n");
}

TEST_CASE("check names what is wrong with each file, though another one is missing, and a fault hides no other one") {
    const Shell shell;
    const std::string start = R"({"state": {"position": {"bob": [0, -2]}}})";
    const auto pendulum = [&](const std::string& more) {
        return R"({"name": "p", "dimension": 2, "bodies": [{"id": "hook", "type": "Origin"},
          {"id": "bob", "type": "Obj0D", "mass": 1}], "constraints": [{"type": "Link", "between": ["hook", "bob"],
          "length": 1}], "initial_conditions": )" +
               start + more + "}";
    };
    write_text(shell.scratch / "off.json", pendulum(R"(, "conserved": ["linear_momentum_x"])"));
    write_text(shell.scratch / "typo.json",
               pendulum(R"(, "potentials": [{"type": "Gravity", "gg": 1}, {"type": "Spring", "between": ["bob", "hok"],
                 "stiffness": 1, "rest_length": 1}], "conserved": ["energy", "energy"])"));
    const std::string said = shell.refused("check missing.json off.json typo.json -q", 3);
    for (const char* part :
         {"missing.json: cannot be read: No such file or directory",
          "off.json#/conserved/0: 'linear_momentum_x' is not conserved by this graph",
          "off.json#/initial_conditions/state: Link ", "typo.json#/potentials/0/gg: unknown key 'gg'",
          "typo.json#/potentials/1/between/1: unknown body 'hok', did you mean 'hook'?",
          "typo.json#/conserved/1: 'energy' is listed twice"})
        CHECK_MESSAGE(contains_text(said, part), part, "\n", said);
    const Ran told = shell("check chain_pendulum_1 missing.json -q --json told.json");
    CHECK(told.code == 4);
    const std::string json = cchnn_test::bytes_of(shell.scratch / "told.json");
    CHECK(contains_text(json, R"("file": "missing.json")"));
    CHECK_FALSE(contains_text(json, "not_done"));
    CHECK(shell("check chain_pendulun_1").code == 2);
}

// Sanitizers look through a pipe whether memory is there, and would have no descriptors for it.
TEST_CASE("where file descriptors are few the message names them" * doctest::skip(cchnn_test::sanitized)) {
    const Shell shell;
    REQUIRE(shell("generate chain_pendulum_1 -o d --train 1 --valid 0 --test 1 -q").code == 0);
    const std::string test = "d/chain_pendulum_1/test.h5";
    REQUIRE(shell("rollout chain_pendulum_1 --from " + test + " -o r.h5 -q").code == 0);
    for (const char* most : {"8", "12"}) {
        const Ran few = run_program("",
                                    std::string("bash -c 'ulimit -n ") + most + "; exec " + cchnn_test::bin_dir() +
                                        "/cchnn-eval score " + test + " r.h5'",
                                    shell.scratch.path());
        CAPTURE(most);
        CHECK(few.code == 4);
        CHECK(few.err ==
              "cchnn-eval: cchnn-read: cannot be given its files: Too many open files: this process has no file "
              "descriptors left; raise its limit with ulimit -n\n");
    }
}

}  // namespace
}  // namespace cchnn_test
