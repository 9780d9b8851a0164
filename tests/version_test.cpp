// The version stands in lib/core/version.hpp; whatever else says it is made from there, or compared here.

#include <doctest/doctest.h>

#include <regex>

#include "apps/program.hpp"
#include "core/version.hpp"
#include "places.hpp"

using namespace cchnn_test;
using cchnn_test::bytes_of;
using cchnn_test::contains_text;
namespace fs = std::filesystem;

TEST_CASE(
    "both programs, their man pages, the Python package and the tutorial say the version of lib/core/version.hpp") {
    const Shell shell;
    const std::string version = cchnn::tool_version;
    const fs::path root = cchnn_test::source_dir();
    for (const std::string program : {"cchnn-gen", "cchnn-eval"}) {
        const std::string said = run_program(program, "--version", shell.scratch.path()).out + "\n";
        CHECK(said.starts_with(program + " " + version + "\n"));
        CHECK(said == run_program(program, "-V", shell.scratch.path()).out + "\n");
        const std::string page = (shell.scratch / program).string();
        const std::string make = "'" + (root / "apps/man_page.sh").string() + "' '" + cchnn_test::bin_dir() + "/" +
                                 program + "' > '" + page + "'";
        REQUIRE(std::system(make.c_str()) == 0);
        CHECK(contains_text(bytes_of(page), "\"" + program + " " + version + "\""));
    }
    CHECK(contains_text(bytes_of(root / "apps/python/cchnn/version.py"), "__version__ = \"" + version + "\"\n"));
    const std::string tutorial = bytes_of(root / "apps/tutorial.md");
    const std::regex signed_by("\\|v:([0-9.]+)");
    std::smatch found;
    REQUIRE(std::regex_search(tutorial, found, signed_by));
    CHECK(found[1] == version);
    CHECK(contains_text(bytes_of(root / "schemas/commands.md"), "\"tool_version\": \"" + version + "\""));
}

// What apps/commit.cmake says of the clone at `place`; "" for nothing.
std::string commit_at(const fs::path& place, const fs::path& scratch) {
    const std::string out = (scratch / "commit.cpp").string();
    const fs::path script = fs::path(cchnn_test::source_dir()) / "apps/commit.cmake";
    fs::remove(out);
    REQUIRE(std::system(
                ("cmake -DOUT='" + out + "' -DSOURCE='" + place.string() + "' -DGIT=git -P '" + script.string() + "'")
                    .c_str()) == 0);
    const std::string text = bytes_of(out);
    const std::size_t begin = text.find(" = \"") + 4;
    return text.substr(begin, text.find('"', begin) - begin);
}

TEST_CASE("a build of a clone says its commit and whether files were changed, one of an archive says none") {
    const Shell shell;
    const fs::path here = shell.scratch.path(), clone = here / "clone", part = clone / "part";
    const std::string git = "cd '" + clone.string() + "' && git -c user.name=a -c user.email=a@b ";
    fs::create_directories(part);
    CHECK(commit_at(here, here) == "");
    cchnn_test::write_text(clone / "file", "one\n");
    REQUIRE(std::system((git + "init -q . && git add file && " + git + "commit -q -m one").c_str()) == 0);
    const std::string commit = commit_at(clone, here);
    CHECK_MESSAGE(std::regex_match(commit, std::regex("[0-9a-f]{12}")), commit);
    cchnn_test::write_text(clone / "other", "untracked\n");
    CHECK(commit_at(clone, here) == commit);
    cchnn_test::write_text(clone / "file", "two\n");
    CHECK(commit_at(clone, here) == commit + "-dirty");
    CHECK(commit_at(part, here) == "");  // of another project's repository
}

TEST_CASE("--version and the JSON of commands say the commit, what has promised bytes does not") {
    const Shell shell;
    const fs::path here = shell.scratch.path();
    std::smatch found;
    const std::string said = run_program("cchnn-gen", "--version", here).out;
    const bool of_clone = std::regex_search(said, found, std::regex("\nbuilt from commit ([0-9a-f]+(-dirty)?)\n"));
    CHECK(of_clone == contains_text(run_program("cchnn-eval", "--version", here).out, "\nbuilt from commit "));
    const std::string commit = of_clone ? found[1].str() : "no commit";
    REQUIRE(shell("generate chain_pendulum_1 -o d --train 0 --valid 0 --test 9 -q --json made.json").code == 0);
    const std::string test = "d/chain_pendulum_1/test.h5";
    REQUIRE(shell("rollout chain_pendulum_1 --from " + test + " -o r.h5 -q --json rolled.json").code == 0);
    const auto eval = [&](const std::string& line) { return run_program("cchnn-eval", line, here).code; };
    REQUIRE(eval("score " + test + " r.h5 -q --json scores.json --html scores.html") == 0);
    REQUIRE(eval("diff r.h5 r.h5 -q --json same.json") == 0);
    REQUIRE(eval("score " + test + " none.h5 -q --json failed.json") == 4);
    REQUIRE(eval("score --jsn -q --json usage.json") == 2);
    for (const char* file : {"made.json", "rolled.json", "scores.json", "same.json", "failed.json", "usage.json"}) {
        const std::string text = bytes_of(here / file);
        CAPTURE(file);
        CHECK(contains_text(text, "\"tool_commit\": \"" + commit + "\"") == of_clone);
    }
    REQUIRE(shell("show chain_pendulum_1 --json system.json").code == 0);
    const fs::path data = here / "d/chain_pendulum_1";
    for (const fs::path& file : {data / "test.h5", data / "manifest.json", data / "README.md", here / "r.h5",
                                 here / "scores.html", here / "system.json"})
        CHECK_MESSAGE(!contains_text(bytes_of(file), commit.substr(0, 12)), file);
}

TEST_CASE("the build takes its version from lib/core/version.hpp and nowhere else") {
    const std::string build = bytes_of(fs::path(cchnn_test::source_dir()) / "CMakeLists.txt");
    CHECK(contains_text(build, "project(cchnn VERSION ${version}"));
    CHECK_FALSE(std::regex_search(build, std::regex("VERSION [0-9]+\\.[0-9]+\\.[0-9]+")));
}
