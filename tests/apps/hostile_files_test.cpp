// Files that were made to do harm, through the programs: each ends soon, with its exit code and a message that names it.

#include <doctest/doctest.h>

#include <algorithm>
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
