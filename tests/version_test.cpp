// The version stands in lib/core/version.hpp; whatever else says it is made from there, or compared here.

#include <doctest/doctest.h>

#include <regex>

#include "apps/program.hpp"
#include "core/version.hpp"
#include "places.hpp"

using namespace cchnn_program_test;
using cchnn_story_test::bytes_of;
using cchnn_story_test::contains_text;
namespace fs = std::filesystem;

TEST_CASE("both programs, their man pages, the Python package and the README say the version of lib/core/version.hpp") {
    const Shell shell;
    const std::string version = cchnn::tool_version;
    const fs::path root = cchnn_test::source_dir();
    for (const std::string program : {"cchnn-gen", "cchnn-eval"}) {
        CHECK(run_program(program, "--version", shell.scratch.path()).out.starts_with(program + " " + version + "\n"));
        const std::string page = (shell.scratch / program).string();
        const std::string make = "'" + (root / "apps/man_page.sh").string() + "' '" + cchnn_test::bin_dir() + "/" +
                                 program + "' > '" + page + "'";
        REQUIRE(std::system(make.c_str()) == 0);
        CHECK(contains_text(bytes_of(page), "\"" + program + " " + version + "\""));
    }
    CHECK(contains_text(bytes_of(root / "apps/python/cchnn/version.py"), "__version__ = \"" + version + "\"\n"));
    const std::string readme = bytes_of(root / "README.md");
    const std::regex signed_by("\\|v:([0-9.]+)");
    std::smatch found;
    REQUIRE(std::regex_search(readme, found, signed_by));
    CHECK(found[1] == version);
    CHECK(contains_text(bytes_of(root / "schemas/commands.md"), "\"tool_version\": \"" + version + "\""));
}

TEST_CASE("the build takes its version from lib/core/version.hpp and nowhere else") {
    const std::string build = bytes_of(fs::path(cchnn_test::source_dir()) / "CMakeLists.txt");
    CHECK(contains_text(build, "project(cchnn VERSION ${version}"));
    CHECK_FALSE(std::regex_search(build, std::regex("VERSION [0-9]+\\.[0-9]+\\.[0-9]+")));
}
