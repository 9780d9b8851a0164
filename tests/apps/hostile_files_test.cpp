// Files that were made to do harm, through the programs: each ends soon, with its exit code and a message that names
// it.

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <string>

#include "apps/program.hpp"

using namespace cchnn_story_test;
using namespace cchnn_program_test;

namespace {

std::string pendulum_with(const std::string& more) {
    return R"({"name": "a", "dimension": 2, )" + more + R"("bodies": [{"id": "o", "type": "Origin", "position": [0, 0]},
        {"id": "b", "type": "Obj0D", "mass": 1}], "constraints": [{"type": "Link", "between": ["o", "b"], "length": 1}],
        "initial_conditions": {"bodies": {"b": {"from": "o", "angle": 0.5}}}})";
}

std::string refused_system(const std::string& text) {
    const Shell shell;
    write_text(shell.scratch / "a.json", text);
    return shell.refused("check a.json", 3);
}

}  // namespace

TEST_CASE("hostile files: escapes and line breaks of a system file are spelled out in messages and by show") {
    const std::string said = refused_system(pendulum_with(R"("k\u001b[2J\n\u202ey": 1, )"));
    CHECK(contains_text(said, R"(a.json#/k\x1b[2J\n\u202ey: unknown key 'k\x1b[2J\n\u202ey')"));
    CHECK(std::count(said.begin(), said.end(), '\n') == 1);

    const Shell shell;
    write_text(
        shell.scratch / "a.json",
        pendulum_with(R"("title": "t\u001b[2J", "description": "d\u009b\nBodies", "reference": "r\u2028\u0007", )"));
    const std::string shown = shell("show a.json").out;
    CHECK(contains_text(shown, "a: t\\x1b[2J\n  d\\u009b\\nBodies\n  Source: r\\u2028\\x07\n"));
    REQUIRE(shell("generate a.json -o data --train 1 --valid 0 --test 0").code == 0);
    CHECK(contains_text(bytes_of(shell.scratch / "data/a/README.md"), "t\\x1b[2J (`a`)\n\nd\\u009b\\nBodies\n"));
}

TEST_CASE("hostile files: of very many problems the first 200 are told") {
    std::string keys;
    for (int i = 0; i < 15'000; ++i) keys += "\"unknown" + std::to_string(i) + "\": 1, ";
    const std::string said = refused_system(pendulum_with(keys));
    CHECK(std::count(said.begin(), said.end(), '\n') == 201);
    CHECK(said.ends_with("cchnn-gen: and 800 more, not told; mend these first\n"));
}

TEST_CASE("hostile files: very many unknown names among very many bodies are told in seconds") {
    std::string text = R"({"name": "a", "dimension": 2, "bodies": [{"id": "o", "type": "Origin", "position": [0, 0]})";
    const std::string letters(50, 'q');
    for (int i = 0; i < 3000; ++i)
        text += R"(, {"id": "b)" + letters + std::to_string(i) + R"(", "type": "Obj0D", "mass": 1})";
    text += R"(], "constraints": [)";
    for (int i = 0; i < 3000; ++i)
        text += (i ? ", " : "") + std::string(R"({"type": "Link", "length": 1, "between": ["x)") + letters +
                std::to_string(i) + R"(", "o"]})";
    const auto begin = std::chrono::steady_clock::now();
    const std::string said = refused_system(text + R"(], "initial_conditions": {"bodies": {}}})");
    CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(20));  // minutes, pair by pair
    CHECK(contains_text(said, "#/constraints/0/between/0: unknown body 'x" + letters + "0'"));
}

TEST_CASE("hostile files: a list of 30 MB under a limit of memory is refused, or memory is said to be short") {
    const Shell shell;
    std::string list = R"({"a": [1)";
    for (int i = 0; i < 15'000'000; ++i) list += ",1";
    write_text(shell.scratch / "a.json", list + "]}");
    for (const int megabytes : {100, 120, 150, 200, 300, 700}) {
        CAPTURE(megabytes);
        const std::string limited = "ulimit -v " + std::to_string(megabytes) + "000; exec " + cchnn_test::bin_dir() +
                                    "/cchnn-gen check a.json 2> said";
        const int status = std::system(("cd '" + shell.scratch.path().string() + "' && " + limited).c_str());
        const std::string said = bytes_of(shell.scratch / "said");
        CAPTURE(said);
        REQUIRE(WIFEXITED(status));
        CHECK((WEXITSTATUS(status) == 3 || WEXITSTATUS(status) == 4));
        CHECK(contains_text(said, WEXITSTATUS(status) == 3 ? "holds more than 2000000 values" : "out of memory"));
    }
}

TEST_CASE("hostile files: more samples than memory holds are refused before any is made") {
    const Shell shell;
    const std::string many = "generate outer_solar_system -o data --train 8 --valid 0 --test 0 --steps 1000000000";
    const std::string said = shell.refused(many, 2);
    CHECK(contains_text(said, "--steps: 1000000000 samples of 8 trajectories that are integrated together take "));
    CHECK(contains_text(said, " GB of memory, this machine has "));
}
