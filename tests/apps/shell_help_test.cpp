// What a shell offers besides the programs: completion for bash, zsh and fish, manual pages; both ask the programs themselves.

#include <doctest/doctest.h>

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

TEST_CASE("bash completes commands, families, options and systems") {
    const UsersClone clone;
    CHECK(offered(clone, "cchnn-gen ge") == "generate\n");
    CHECK(offered(clone, "cchnn-gen help ver") == "verify\n");
    CHECK(offered(clone, "cchnn-gen graph ''") == "chain coupled beam-chain ring\n");
    CHECK(offered(clone, "cchnn-gen graph chain --li") == "--links\n");
    CHECK(offered(clone, "cchnn-gen generate -o data --thr") == "--threads\n");
    CHECK(offered(clone, "cchnn-gen show gyro") == "gyroscope\n");
    CHECK(offered(clone, "cchnn-eval score --jso") == "--json\n");
    CHECK(offered(clone, "cchnn-eval nonsense --") == "\n");
}

// The same of fish, a line each, with what it means behind a tab. Zsh offers nothing to a script: tests/package.sh reads it.
TEST_CASE("fish completes commands, families, options and systems, where it is installed") {
    const UsersClone clone;
    if (clone.run("command -v fish").output.empty()) return;
    const auto in_fish = [&](const std::string& words) {
        return clone
            .run("PATH=$PWD/build/bin:$PATH fish --no-config -c 'source apps/completions/cchnn.fish; complete -C \"" +
                 words + "\"'")
            .output;
    };
    CHECK(contains_text(in_fish("cchnn-gen ge"), "generate\twrite train"));
    CHECK(contains_text(in_fish("cchnn-gen help ver"), "verify\tis a dataset"));
    CHECK(contains_text(in_fish("cchnn-gen graph "), "beam-chain\t"));
    CHECK(in_fish("cchnn-gen graph chain --li") == "--links\n");
    CHECK(contains_text(in_fish("cchnn-gen show gyro"), "gyroscope\tsystem"));
    CHECK(in_fish("cchnn-eval score --jso") == "--json\n");
    CHECK(in_fish("cchnn-eval nonsense --") == "");
}

TEST_CASE("apps/commands.md is what the programs say of their commands") {
    const UsersClone clone;
    const auto differs = clone.run("apps/commands_page.sh build/bin | diff - apps/commands.md").output;
    CHECK_MESSAGE(differs == "", "make it again: apps/commands_page.sh build/bin > apps/commands.md\n", differs);
}

TEST_CASE("a manual page has a part for each command, with its options and examples") {
    const UsersClone clone;
    const auto page_of = [&](const std::string& program) {
        return clone.run("apps/man_page.sh build/bin/" + program).output;
    };
    for (const std::string program : {"cchnn-gen", "cchnn-eval"}) {
        const std::string page = page_of(program);
        CHECK(contains_text(page, ".SH NAME\n" + program + " \\- "));
        CHECK(contains_text(page, "\\-\\-json FILE|\\-"));
        CHECK_FALSE(contains_text(page, "\n'"));  // roff would take it for a request
    }
    for (const char* command : {"generate", "info", "merge"})
        CHECK_MESSAGE(contains_text(page_of("cchnn-gen"), std::string(".SH cchnn-gen ") + command + "\n"), command);
    for (const char* command : {"score", "diff"})
        CHECK_MESSAGE(contains_text(page_of("cchnn-eval"), std::string(".SH cchnn-eval ") + command + "\n"), command);
}

}  // namespace
}  // namespace cchnn_test
