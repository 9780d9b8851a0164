// What the programs do where a container denies their reader its jail, or hides where they lie.

#include <doctest/doctest.h>
#include <sys/stat.h>

#include "apps/program.hpp"
#include "sanitized.hpp"

namespace cchnn_test {
namespace {

using cchnn_test::bytes_of;
using cchnn_test::contains_text;
using cchnn_test::write_text;

const std::string test_set = "data/chain_pendulum_1/test.h5";

struct WithTestSet : Shell {
    WithTestSet() {
        REQUIRE((*this)("generate chain_pendulum_1 -o data --train 0 --valid 0 --test 2 --steps 11 --bound off").code ==
                0);
    }
    // A command of cchnn-eval where `calls` are refused.
    Ran where_refused(const std::string& calls, const std::string& arguments) const {
        return run_program(
            "",
            cchnn_test::bin_dir() + "/refuse_calls " + calls + " " + cchnn_test::bin_dir() + "/cchnn-eval " + arguments,
            scratch.path());
    }
};

}  // namespace

TEST_CASE(
    "a kernel that refuses the reader its filter or its limits is told on stderr, in JSON, on pages and by --version") {
    if (cchnn_test::sanitized) return;  // sanitizers stand in for both
    const WithTestSet shell;
    for (const std::string calls : {"seccomp", "limits"}) {
        const std::string what = calls == "seccomp" ? "the system call filter (seccomp)" : "limits (setrlimit)";
        CAPTURE(calls);
        const Ran ran = shell.where_refused(
            calls, "score " + test_set + " " + test_set + " --bootstrap 0 --json out.json --html out.html --force");
        if (ran.code == 77) return;  // no filter of this test's own either
        const std::string said = "files were read by a process without " + what;
        CHECK(ran.code == 0);
        CHECK(contains_text(ran.err, "Warning: cchnn-eval: " + said));
        CHECK(contains_text(bytes_of(shell.scratch / "out.json"), "\"open_jail\": \"" + said));
        CHECK(contains_text(bytes_of(shell.scratch / "out.html"), "Warning: " + said));
        CHECK(contains_text(shell.where_refused(calls, "--version").out, "without " + what));

        const Ran required = shell.where_refused(calls, "check " + test_set + " " + test_set + " --require-jail");
        CHECK(required.code == 4);
        CHECK(contains_text(required.err, "files of others would be read by a process without " + what));
        CHECK(contains_text(shell.where_refused(calls, "board nowhere").err, "files of others would be read by"));
        CHECK_FALSE(contains_text(shell.where_refused(calls, "board nowhere --no-require-jail").err, "would be read"));
    }
    const Ran usual = run_program("cchnn-eval", "score " + test_set + " " + test_set + " --bootstrap 0 --json out.json",
                                  shell.scratch.path());
    CHECK(usual.code == 0);
    CHECK_FALSE(contains_text(usual.err, "Warning"));
    CHECK_FALSE(contains_text(bytes_of(shell.scratch / "out.json"), "open_jail"));
}

TEST_CASE("without /proc nothing is read, and a cchnn-read in the current directory is not run") {
    const WithTestSet shell;
    write_text(shell.scratch / "cchnn-read", "#!/bin/sh\ntouch ran\n");
    REQUIRE(::chmod((shell.scratch / "cchnn-read").c_str(), 0755) == 0);
    const auto without_proc = [&](const std::string& arguments) {
        return run_program("",
                           "unshare --user --map-root-user --mount sh -c 'mount -t tmpfs none /proc || exit 77; exec " +
                               cchnn_test::bin_dir() + "/cchnn-eval " + arguments + "'",
                           shell.scratch.path());
    };
    if (run_program("", "unshare --user --map-root-user --mount sh -c 'mount -t tmpfs none /proc'", "/").code != 0) {
        MESSAGE("no mount of one's own is allowed here");
        return;
    }
    const Ran checked = without_proc("check " + test_set + " " + test_set);
    CHECK(checked.code == 4);
    CHECK(contains_text(checked.err, "cchnn-read: cannot be located: /proc is not mounted"));
    CHECK(contains_text(without_proc("--version").out, "/proc is not mounted"));
    CHECK_FALSE(std::filesystem::exists(shell.scratch / "ran"));
    // Nor with /proc.
    CHECK(run_program("cchnn-eval", "check " + test_set + " " + test_set, shell.scratch.path()).code == 0);
    CHECK_FALSE(std::filesystem::exists(shell.scratch / "ran"));
}

TEST_CASE("patience is a number of seconds") {
    const WithTestSet shell;
    const auto eval = [&](const std::string& arguments) {
        return run_program("cchnn-eval", arguments, shell.scratch.path());
    };
    CHECK(eval("check " + test_set + " " + test_set + " --patience 100").code == 0);
    CHECK(eval("check " + test_set + " " + test_set + " --patience 0").err ==
          "cchnn-eval: --patience: must be > 0 s and at most 1e6 s, got 0\n");
}

}  // namespace cchnn_test
