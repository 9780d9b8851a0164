// What a shell offers besides the programs: completion for bash, zsh and fish, manual pages; both ask the programs
// themselves.

#include <doctest/doctest.h>

#include <sstream>
#include <vector>

#include "apps/users_clone.hpp"
#include "stories/story_fixture.hpp"

namespace cchnn_test {
namespace {

using cchnn_test::contains_text;

// What pressing Tab after the last word offers, in a line.
std::string offered(const UsersClone& clone, const std::string& words) {
    return clone
        .run("PATH=$PWD/build/bin:$PATH\nsource apps/completions/cchnn.bash\nCOMP_WORDS=(" + words +
             ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_cchnn \"${COMP_WORDS[0]}\"\necho \"${COMPREPLY[@]}\"")
        .output;
}

TEST_CASE("bash completes commands, families, options and their values, systems and groups") {
    const UsersClone clone;
    CHECK(offered(clone, "cchnn-gen ge") == "generate\n");
    CHECK(offered(clone, "cchnn-gen help ver") == "verify\n");
    CHECK(offered(clone, "cchnn-gen graph ''") == "chain coupled beam-chain ring\n");
    CHECK(offered(clone, "cchnn-gen graph chain --li") == "--links\n");
    CHECK(offered(clone, "cchnn-gen generate -o data --thr") == "--threads\n");
    CHECK(offered(clone, "cchnn-gen show gyro") == "gyroscope\n");
    CHECK(offered(clone, "cchnn-gen generate na") == "\n");  // the heading of the list, "name", is no system
    CHECK(offered(clone, "cchnn-gen generate pee") == "peers\n");
    CHECK(offered(clone, "cchnn-gen show al") == "all\n");
    CHECK(offered(clone, "cchnn-gen suite ''") == "paper pendulums mechanisms impacts forecast uncertain structure\n");
    CHECK(offered(clone, "cchnn-gen generate --integrator rat") == "rattle2 rattle4 rattle6 rattle8\n");
    CHECK(offered(clone, "cchnn-gen rollout x --starts ''") == "first chunk\n");
    CHECK(offered(clone, "cchnn-gen generate --refine ''") == "off\n");
    CHECK(offered(clone, "cchnn-eval score --span ''") == "T Ndt\n");
    CHECK(offered(clone, "cchnn-gen generate -o ''") == "\n");  // a file, which the shell itself completes
    CHECK(offered(clone, "cchnn-gen list --json ''") == "\n");
    CHECK(contains_text(offered(clone, "cchnn-gen generate --force ''"), " chain_pendulum_3 "));
    CHECK(offered(clone, "cchnn-eval score --jso") == "--json\n");
    CHECK(offered(clone, "cchnn-eval nonsense --") == "\n");
}

// The same of fish, a line each, with what it means behind a tab. Zsh offers nothing to a script: tests/package.sh
// reads it.
TEST_CASE("fish completes commands, families, options and their values, systems and groups, where it is installed") {
    const UsersClone clone;
    if (clone.run("command -v fish").output.empty()) return;
    const auto in_fish = [&](const std::string& words) {
        return clone
            .run("PATH=$PWD/build/bin:$PATH fish --no-config -c 'source apps/completions/cchnn.fish; complete -C \"" +
                 words + "\"'")
            .output;
    };
    CHECK(contains_text(in_fish("cchnn-gen ge"), "generate\twrite train"));
    CHECK(contains_text(in_fish("cchnn-gen help ver"), "verify\tcheck a dataset"));
    CHECK(contains_text(in_fish("cchnn-gen graph "), "beam-chain\t"));
    CHECK(in_fish("cchnn-gen graph chain --li") == "--links\n");
    CHECK(contains_text(in_fish("cchnn-gen show gyro"), "gyroscope\tsystem"));
    CHECK(in_fish("cchnn-gen generate --starts ") == "chunk\nfirst\n");
    CHECK(in_fish("cchnn-gen generate pee") == "peers\n");
    CHECK(in_fish("cchnn-gen suite mech") == "mechanisms\n");
    CHECK(in_fish("cchnn-eval score --jso") == "--json\n");
    CHECK(in_fish("cchnn-eval nonsense --") == "");
}

TEST_CASE("apps/commands.md is what the programs say of their commands") {
    const UsersClone clone;
    const auto differs = clone.run("apps/commands_page.sh build/bin | diff - apps/commands.md").output;
    CHECK_MESSAGE(differs == "", "make it again: apps/commands_page.sh build/bin > apps/commands.md\n", differs);
}

TEST_CASE("manual pages have the usual sections, in their order, with options and examples of each command") {
    const UsersClone clone;
    const std::vector<std::string> sections{"NAME",     "SYNOPSIS",    "DESCRIPTION", "COMMANDS", "OPTIONS",
                                            "EXAMPLES", "EXIT STATUS", "FILES",       "SEE ALSO"};
    for (const std::string program : {"cchnn-gen", "cchnn-eval"}) {
        const std::string page = clone.run("apps/man_page.sh build/bin/" + program).output;
        std::string listed, wanted;
        std::istringstream lines(page);
        for (std::string line; std::getline(lines, line);)
            if (line.starts_with(".SH ")) listed += line.substr(4) + ";";
        for (const std::string& section : sections) wanted += section + ";";
        CHECK(listed == wanted);
        CHECK(contains_text(page, ".SH NAME\n" + program + " \\- "));
        CHECK_FALSE(contains_text(page, "\n'"));  // roff would take it for a request
        CHECK(contains_text(page, "\n.TP\n\\fB5\\fR\nnumerical failure\n"));
        CHECK(contains_text(page, "\n.TP\n\\fB129, 130, 143\\fR\nstopped by "));
    }
    const std::string gen = clone.run("apps/man_page.sh build/bin/cchnn-gen").output;
    const std::string options = gen.substr(gen.find(".SH OPTIONS"), gen.find(".SH EXAMPLES") - gen.find(".SH OPTIONS"));
    for (const char* command : {"generate", "info", "merge", "graph beam\\-chain", "challenge seal"})
        CHECK_MESSAGE(contains_text(options, "\n.SS \"" + std::string(command) + "\"\n"), command);
    CHECK(contains_text(
        options, "\n.PP\n\\fIIntegration\\fR\n.TP\n\\fB\\-\\-protocol\\fR \\fBdefault|paper|sampled\\-impacts\\fR\n"));
    CHECK(contains_text(options, "\n.TP\n\\fB\\-\\-json\\fR \\fIFILE|\\-\\fR\n"));
    const std::string patience = "\\-\\-patience";
    CHECK(options.find(patience) == options.rfind(patience));  // what every command has is there once
    CHECK(contains_text(gen,
                        "\n.SS \"merge\"\n.EX\n  cchnn\\-gen generate chain_pendulum_3 \\-o data \\-\\-shard 1/2\n"));
}

TEST_CASE("groff and mandoc have nothing to say of the manual pages, where they are installed") {
    const UsersClone clone;
    for (const std::string program : {"cchnn-gen", "cchnn-eval"}) {
        REQUIRE(clone.run("apps/man_page.sh build/bin/" + program + " > page.1").exit_code == 0);
        if (!clone.run("command -v groff").output.empty())
            CHECK(clone.run("groff -ww -man -Tutf8 page.1 2>&1 >/dev/null").output == "");
        if (!clone.run("command -v mandoc").output.empty())  // help has lines of 80 letters
            CHECK(clone.run("mandoc -T lint page.1 | grep -v 'input text line longer than 80 bytes'").output == "");
    }
}

}  // namespace
}  // namespace cchnn_test
