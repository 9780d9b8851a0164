// Files that were made to do harm, through the programs: each ends soon, with its exit code and a message that names
// it.

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <string>

#include "apps/cost.hpp"
#include "apps/program.hpp"
#include "sanitized.hpp"

using namespace cchnn_test;

namespace {

using cchnn_test::sanitized;

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
    CHECK(said.ends_with("cchnn-gen: and 800 more problems; fix these first\n"));
}

TEST_CASE("hostile files: ten times as many unknown names among ten times as many bodies cost ten times as much") {
    const auto with = [](int count) {
        std::string text =
            R"({"name": "a", "dimension": 2, "bodies": [{"id": "o", "type": "Origin", "position": [0, 0]})";
        const std::string letters(50, 'q');
        for (int i = 0; i < count; ++i)
            text += R"(, {"id": "b)" + letters + std::to_string(i) + R"(", "type": "Obj0D", "mass": 1})";
        text += R"(], "constraints": [)";
        for (int i = 0; i < count; ++i)
            text += (i ? ", " : "") + std::string(R"({"type": "Link", "length": 1, "between": ["x)") + letters +
                    std::to_string(i) + R"(", "o"]})";
        return text + R"(], "initial_conditions": {"bodies": {}}})";
    };
    std::string said;
    const double few = least_processor_seconds([&] { refused_system(with(900)); });
    const double many = least_processor_seconds([&] { said = refused_system(with(9000)); });
    CHECK(many < most_for_ten_times * few);
    CHECK(contains_text(said, "#/constraints/0/between/0: unknown body 'x" + std::string(50, 'q') + "0'"));
}

TEST_CASE(
    "hostile files: ten times as many mistakes, repeated names and circles cost ten times as much, and 201 lines") {
    const auto repeated = [](int count, const auto& text_of) {
        std::string all;
        for (int i = 0; i < count; ++i) all += (i ? ", " : "") + text_of(std::to_string(i));
        return all;
    };
    const auto body = [](const std::string& id) { return R"({"id": ")" + id + R"(", "type": "Obj0D", "mass": 1})"; };
    const auto file = [](const std::string& bodies, const std::string& constraints, const std::string& placed,
                         const std::string& more = "") {
        return R"({"name": "a", "dimension": 2, )" + more + R"("bodies": [{"id": "o", "type": "Origin"}, )" + bodies +
               R"(], "constraints": [)" + constraints + R"(], "initial_conditions": {"bodies": {)" + placed + "}}}";
    };
    const auto placed = [](const std::string& id, const std::string& from) {
        return '"' + id + R"(": {"from": ")" + from + R"(", "angle": 0, "length": 1})";
    };
    const auto link = [](const std::string& a, const std::string& b) {
        return R"({"type": "Link", "length": 1, "between": [")" + a + R"(", ")" + b + R"("]})";
    };
    const std::string one = body("b"), on_o = placed("b", "o"), held = link("o", "b");
    const auto cases_of = [&](int n) -> std::map<std::string, std::string> {
        return {
            {"unknown bodies", file(one, repeated(n * 3 / 4, [&](auto i) { return link("x" + i, "y" + i); }), on_o)},
            {"one Link again and again", file(one, repeated(n * 3 / 4, [&](auto) { return held; }), on_o)},
            {"one name again and again", file(repeated(n, [&](auto) { return body("b"); }), "", on_o)},
            {"unknown bodies placed", file(one, "", repeated(n, [&](auto i) { return placed("x" + i, "o"); }))},
            {"unknown keys", file(one, held, on_o, repeated(n, [&](auto i) { return "\"k" + i + "\": 1"; }) + ", ")},
            {"comments", file(one, held, on_o, repeated(n, [&](auto i) { return "\"//" + i + "\": 1"; }) + ", ")},
            {"a circle", file(repeated(n / 2, [&](auto i) { return body("b" + i); }), "", repeated(n / 2, [&](auto i) {
                                  return placed("b" + i, "b" + std::to_string((std::stoi(i) + 1) % (n / 2)));
                              }))}};
    };
    const std::map<std::string, std::string> few = cases_of(1990), many = cases_of(19'900);
    for (const auto& one_case : many) {
        const std::string &name = one_case.first, &text = one_case.second;
        CAPTURE(name);
        std::string said;
        const double of_few = least_processor_seconds([&] { refused_system(few.at(name)); });
        const double of_many = least_processor_seconds([&] { said = refused_system(text); });
        CAPTURE(of_few);
        CAPTURE(of_many);
        CHECK(of_many < most_for_ten_times * of_few);
        CHECK(std::count(said.begin(), said.end(), '\n') <= 201);
        CHECK(said.size() < 100'000);
        CHECK_FALSE(contains_text(said, " more than "));  // within the limits of schemas/security.md
    }
}

TEST_CASE("hostile files: a list of 30 MB under a limit of memory is refused, or memory is said to be short") {
    if (sanitized) return;  // no program starts under such a limit
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
        CHECK(contains_text(said, WEXITSTATUS(status) == 3 ? "holds more than 1000000 values" : "out of memory"));
    }
}

TEST_CASE("hostile files: more samples than memory holds are refused before any is made") {
    const Shell shell;
    const std::string many = "generate chain_pendulum_1 -o data --train 8 --valid 0 --test 0 --steps 1000000000";
    const std::string said = shell.refused(many, 2);
    CHECK(contains_text(said, "--steps: 1000000000 samples of 8 trajectories that are integrated together take "));
    CHECK(contains_text(said, " GB of memory, this machine has "));
}
