// tests/format.sh, in a tree of its own.

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "places.hpp"
#include "stories/story_fixture.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

namespace fs = std::filesystem;
using cchnn_test::bytes_of;
using cchnn_test::ScratchDirectory;

struct Tree {
    ScratchDirectory scratch;
    Tree() {
        const fs::path root = cchnn_test::source_dir();
        for (const char* room : {"apps", "lib/core", "tests"}) fs::create_directories(scratch / room);
        fs::copy_file(root / "tests/format.sh", scratch / "tests/format.sh");
        fs::copy_file(root / ".clang-format", scratch / ".clang-format");
        std::ofstream(scratch / "apps/fine.hpp") << "int fine(int x);\n";
    }
    // Exit code; what it prints is in "said".
    int format(const std::string& option = "") const {
        const std::string script = (scratch / "tests/format.sh").string() + " " + option;
        return WEXITSTATUS(std::system((script + " >'" + (scratch / "said").string() + "' 2>&1").c_str()));
    }
};

bool is_there() {
    if (std::system("command -v clang-format-14 >/dev/null") == 0) return true;
    MESSAGE("skipped: no clang-format-14");
    return false;
}

TEST_CASE("a file that is not as .clang-format says is named, with the command that mends it, and is mended") {
    if (!is_there()) return;
    const Tree tree;
    CHECK(tree.format() == 0);
    CHECK(bytes_of(tree.scratch / "said") == "");
    std::ofstream(tree.scratch / "lib/core/wide.cpp") << "int  wide( int x );\nint wide2( int x );\n";
    CHECK(tree.format() == 1);
    CHECK(bytes_of(tree.scratch / "said") ==
          "not as .clang-format says; tests/format.sh --fix mends it:\nlib/core/wide.cpp\n");
    CHECK(tree.format("--fix") == 0);
    CHECK(bytes_of(tree.scratch / "lib/core/wide.cpp") == "int wide(int x);\nint wide2(int x);\n");
    CHECK(tree.format() == 0);
}

TEST_CASE("a .clang-format that clang-format cannot read is no agreement") {
    if (!is_there()) return;
    const Tree tree;
    std::ofstream(tree.scratch / ".clang-format") << "BasedOnStyle: Nobody\n";
    CHECK(tree.format() == 1);
    CHECK(bytes_of(tree.scratch / "said") != "");
}

}  // namespace
