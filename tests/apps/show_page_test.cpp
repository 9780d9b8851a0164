#include <doctest/doctest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <fstream>

#include "apps/program.hpp"
#include "places.hpp"

// cchnn-gen show, as pages and drawings of systems without any submission.

using cchnn_test::bytes_of;
using cchnn_test::Ran;
using cchnn_test::Shell;

namespace {

std::size_t count(const std::string& text, const std::string& part) {
    std::size_t n = 0;
    for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) ++n;
    return n;
}

// What a browser complains of; "" without one.
std::string complaints(const Shell& shell, const std::string& page) {
    const std::string out = (shell.scratch / "complaints").string();
    const std::string script = cchnn_test::source_dir() + "/tests/report/look_at_page.py";
    const int status = std::system(
        ("timeout 200 python3 '" + script + "' '" + (shell.scratch / page).string() + "' > '" + out + "' 2>&1")
            .c_str());
    return WEXITSTATUS(status) == 77 || WEXITSTATUS(status) == 0 ? "" : bytes_of(out);
}

}  // namespace

TEST_CASE("show writes a drawing with the names of bodies and constraints, the same bytes each time") {
    const Shell shell;
    REQUIRE(shell("show chain_pendulum_2 --svg a.svg").code == 0);
    const std::string svg = bytes_of(shell.scratch / "a.svg");
    CHECK(svg.starts_with("<svg "));
    for (const char* name :
         {">pivot</text>", ">bob1</text>", ">bob2</text>", "Link pivot-bob1, Link bob1-bob2", ">0.5 m</text>"})
        CHECK_MESSAGE(count(svg, name) == 1, name);
    CHECK(count(svg, "class=\"rod\"") == 2);
    CHECK(count(svg, "class=\"trail\"") == 2);                      // of each bob, in its colour
    REQUIRE(shell("show chain_pendulum_2 --svg a.svg").code == 0);  // one of ours is replaced
    CHECK(bytes_of(shell.scratch / "a.svg") == svg);
}

TEST_CASE("show writes a page with a motion to watch, and a gallery of all systems, which work in a browser") {
    const Shell shell;
    REQUIRE(shell("show satellite --html one.html").code == 0);
    const std::string page = bytes_of(shell.scratch / "one.html");
    CHECK(count(page, "class=\"player\"") == 1);
    CHECK(count(page, "<footer>Written by cchnn-gen ") == 1);
    CHECK(complaints(shell, "one.html") == "");
    REQUIRE(shell("show all --html all.html").code == 0);
    const std::string gallery = bytes_of(shell.scratch / "all.html");
    const std::string list = shell("list").out;
    // Beside systems the list has a line of headings, and of each group an empty one and its name.
    const std::size_t systems = count(list, "\n") - 1 - 2 * count(list, "\n\n");
    CHECK(count(gallery, "class=\"player\"") == systems);
    CHECK(count(gallery, "<h2 id=\"system-") == systems);
    CHECK(complaints(shell, "all.html") == "");
}

TEST_CASE("show makes a page of systems of a corpus in motion, spread evenly over it") {
    const Shell shell;
    REQUIRE(shell("corpus -o c --systems 50 --recipe springs --quiet").code == 0);
    for (const char* target : {"c", "c/corpus.json"})
        REQUIRE(shell("show " + std::string(target) + " --html page.html").code == 0);
    const std::string page = bytes_of(shell.scratch / "page.html");
    CHECK(count(page, "24 of 50 systems of the recipe springs, seed 0</h1>") == 1);
    CHECK(count(page, "class=\"player\"") == 24);
    for (const char* number : {"000000", "000002", "000004", "000047"})
        CHECK(count(page, "\">springs_" + std::string(number) + "</h2>") == 1);
    CHECK(count(page, "<dt>side by graph</dt>") == 24);
    CHECK(complaints(shell, "page.html") == "");
    for (const char* flags : {"", "--svg a.svg", "--html a.html --svg a.svg", "--json a.json", "--facts -"})
        CHECK(count(shell.refused("show c " + std::string(flags), 2), "c is a corpus, which works only with --html") ==
              1);
    CHECK(count(shell.refused("show c --html c/corpus.json", 2), "is an input of this command") == 1);
    std::filesystem::remove(shell.scratch / "c/shards/shard-00000.h5");
    CHECK(count(shell.refused("show c --html page.html", 4), "shard-00000.h5") >= 1);
}

TEST_CASE("show draws a body by its mesh while the mesh is there, and works in a browser") {
    const Shell shell;
    REQUIRE(shell("show mesh_top --html top.html --svg top.svg").code == 0);
    CHECK(complaints(shell, "top.html") == "");
    CHECK(count(bytes_of(shell.scratch / "top.html"), "\"surfaces\":[[") == 1);
    CHECK(count(bytes_of(shell.scratch / "top.svg"), "class=\"outline\"") == 1);  // all its creases
    std::ofstream(shell.scratch / "numbers.json") << shell("show mesh_top --json -").out;
    REQUIRE(shell("show ./numbers.json --svg box.svg").code == 0);  // its file is not beside it
    CHECK(count(bytes_of(shell.scratch / "box.svg"), "class=\"outline\"") == 24 + 24 + 4);
}

TEST_CASE("show says what it cannot draw, and replaces no file that is not its own") {
    const Shell shell;
    CHECK(count(shell.refused("show all --svg a.svg", 2), "all works only with --html") == 1);
    CHECK(count(shell.refused("show all", 2), "all works only with --html") == 1);
    CHECK(count(shell.refused("show chain_pendulum_2 --json a.json --svg a.svg", 2), "--json") >= 1);
    std::ofstream(shell.scratch / "mine.svg") << "<svg>mine</svg>";
    CHECK(count(shell.refused("show chain_pendulum_2 --svg mine.svg", 4), "mine.svg") == 1);
    CHECK(bytes_of(shell.scratch / "mine.svg") == "<svg>mine</svg>");
    CHECK(shell("show chain_pendulum_2 --svg mine.svg --force").code == 0);
}

TEST_CASE("a stranger's names of bodies are text in drawings and pages") {
    const Shell shell;
    const std::string hostile = "</script><img src=x onerror=alert(1)>";
    std::string json = shell("show spring_pendulum --json -").out;
    for (std::size_t at = 0; (at = json.find("\"title\": \"", at)) != std::string::npos; at += 60)
        json.insert(at + 10, hostile);
    std::ofstream(shell.scratch / "mine.json") << json;
    const Ran ran = shell("show ./mine.json --html page.html --svg a.svg");
    REQUIRE_MESSAGE(ran.code == 0, ran.err);
    for (const char* file : {"page.html", "a.svg"}) CHECK(count(bytes_of(shell.scratch / file), "<img") == 0);
    CHECK(count(bytes_of(shell.scratch / "page.html"), "&lt;/script&gt;&lt;img src=x") >= 1);
}
