// apps/quickstart.sh, and apps/jobs.sh, which says how many jobs it builds with. What its commands print and whether
// the README's blocks work after it: readme_test.cpp.

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

#include "apps/users_clone.hpp"
#include "stories/story_fixture.hpp"

namespace cchnn_test {
namespace {

namespace fs = std::filesystem;
using cchnn_test::bytes_of;
using cchnn_test::contains_text;

TEST_CASE("quickstart.sh ends with the lines that put the programs on the PATH, and they do") {
    const UsersClone clone;
    const Finished finished = clone.run("apps/quickstart.sh --no-build 'my first look'");
    REQUIRE_MESSAGE(finished.exit_code == 0, finished.output);
    const std::size_t begin = finished.output.find("  export PATH=");
    REQUIRE(begin != std::string::npos);
    const std::size_t end = finished.output.find('\n', finished.output.find("  cd ", begin));
    REQUIRE(end != std::string::npos);
    const Finished after =
        clone.run(finished.output.substr(begin, end - begin) + "\ncchnn-gen --version\nbasename \"$PWD\"");
    CHECK_MESSAGE(after.exit_code == 0, after.output);
    CHECK(contains_text(after.output, "my first look\n"));
    CHECK(clone.run("ls data/chain_pendulum_3/test.h5 perturbed.h5 dopri5.h5 report.json report.html").exit_code == 0);
}

TEST_CASE("quickstart.sh --link links the programs into ~/.local/bin, and can be repeated") {
    const UsersClone clone;
    CHECK(clone.run("apps/quickstart.sh --no-build --link").exit_code == 0);
    CHECK(clone.run("apps/quickstart.sh --no-build --link").exit_code == 0);
    for (const char* program : {"cchnn-gen", "cchnn-eval"})
        CHECK_MESSAGE(clone.run(std::string("~/.local/bin/") + program + " --version").exit_code == 0, program);
}

TEST_CASE("quickstart.sh --link replaces no file that is not a link") {
    const UsersClone clone;
    fs::create_directories(clone.home() / ".local/bin");
    std::ofstream(clone.home() / ".local/bin/cchnn-gen") << "someone's";
    const Finished finished = clone.run("apps/quickstart.sh --no-build --link");
    CHECK(finished.exit_code == 4);
    CHECK(contains_text(finished.output, ".local/bin/cchnn-gen is a file, not a link; move it away"));
    CHECK(bytes_of(clone.home() / ".local/bin/cchnn-gen") == "someone's");
}

TEST_CASE("an option that quickstart.sh does not know is told, and nothing is done") {
    const UsersClone clone;
    const Finished finished = clone.run("apps/quickstart.sh --links");
    CHECK(finished.exit_code == 2);
    CHECK(finished.output == "quickstart.sh: unknown option '--links'; known: --link, --no-build, --help\n");
}

// Programs that stand before those of the machine on the PATH.
void put_first(const UsersClone& clone, const std::vector<std::pair<std::string, std::string>>& scripts) {
    for (const auto& [name, text] : scripts)
        REQUIRE(clone
                    .run("mkdir -p .first && printf '#!/bin/sh\\n%s\\n' '" + text + "' >.first/" + name +
                         " && chmod +x .first/" + name)
                    .exit_code == 0);
    REQUIRE(clone.run("export PATH=\"$PWD/.first:$PATH\"").exit_code == 0);
}

TEST_CASE(
    "where packages are missing and quickstart.sh is not root, it says what root installs and what to run again") {
    const UsersClone clone;
    put_first(clone, {{"dpkg-query", "exit 1"}, {"id", "echo 1000"}, {"sudo", "exit 1"}});
    const Finished finished = clone.run("apps/quickstart.sh --link 'my first look'");
    CHECK(finished.exit_code == 4);
    CHECK_MESSAGE(contains_text(finished.output, "run as root: apt-get install --no-install-recommends g++ "),
                  finished.output);
    CHECK_MESSAGE(finished.output.ends_with(
                      "\nquickstart.sh: after that, run again: apps/quickstart.sh --link my\\ first\\ look \n"),
                  finished.output);
}

TEST_CASE("quickstart.sh says how long the first build takes with how many cores, and nothing of the kind afterwards") {
    const UsersClone clone;
    put_first(clone, {{"dpkg-query", "echo installed"}, {"cmake", "exit 0"}, {"nproc", "echo 8"}});
    const std::string said =
        "Building with 4 of 8 cores: 12 to 20 minutes of one core in all, here about 3 to 5 minutes if";
    const Finished built = clone.run("CCHNN_JOBS=4 apps/quickstart.sh");
    CHECK_MESSAGE(built.exit_code == 0, built.output);
    CHECK_FALSE(contains_text(built.output, "Building"));
    const Finished first = clone.run("rm build/bin && CCHNN_JOBS=4 apps/quickstart.sh");
    CHECK(first.exit_code == 127);  // this cmake has built nothing
    CHECK_MESSAGE(contains_text(first.output, said), first.output);
}

TEST_CASE("a build has one job a core, and one for each 2 GiB of memory") {
    const UsersClone clone;
    const auto jobs = [&](const std::string& machine) {
        return clone.run("unset CCHNN_JOBS; apps/jobs.sh " + machine).output;
    };
    CHECK(jobs("4 65536") == "4\n");
    CHECK(jobs("16 16384") == "8\n");
    CHECK(jobs("16 16383") == "7\n");
    CHECK(jobs("2 512") == "1\n");
    CHECK(jobs("") != "");
    CHECK(clone.run("test \"$(apps/jobs.sh)\" -le \"$(nproc)\"").exit_code == 0);
}

TEST_CASE("CCHNN_JOBS decides instead, when it is a number") {
    const UsersClone clone;
    CHECK(clone.run("CCHNN_JOBS=3 apps/jobs.sh 64 512").output == "3\n");
    for (const char* wrong : {"0", "-1", "many", "2.5"}) {
        const Finished finished = clone.run(std::string("CCHNN_JOBS=") + wrong + " apps/jobs.sh");
        CHECK(finished.exit_code == 2);
        CHECK(finished.output ==
              std::string("jobs.sh: CCHNN_JOBS must be a number of jobs from 1, got '") + wrong + "'\n");
    }
}

TEST_CASE("every script that builds asks apps/jobs.sh how many jobs there may be") {
    const fs::path root = cchnn_test::source_dir();
    for (const char* script : {"apps/quickstart.sh", "tests/run.sh", "tests/digest_matrix.sh"})
        CHECK_MESSAGE(contains_text(bytes_of(root / script), "=$(\"$root/apps/jobs.sh\")\n"), script);
}

}  // namespace
}  // namespace cchnn_test
