#include "core/paths/contained_path.hpp"

#include <doctest/doctest.h>

#include "stories/story_fixture.hpp"

using namespace cchnn_test;
namespace fs = std::filesystem;

namespace {

std::string refusal(const fs::path& directory, const std::string& name) {
    return complaint([&] { contained_path(directory, name); });
}

}  // namespace

TEST_CASE("contained path: a name in a directory, or below it, is that path") {
    const ScratchDirectory scratch;
    CHECK(contained_path(scratch.path(), "meshes/./top.obj") == scratch / "meshes/top.obj");
    CHECK(contained_path(scratch.path(), "meshes/../top.obj") == scratch / "top.obj");
    CHECK(contained_path("", "a.obj") == fs::path("a.obj"));
    CHECK(contained_path("systems", "..a") == fs::path("systems/..a"));
}

TEST_CASE("contained path: what leaves the directory is refused") {
    const ScratchDirectory scratch;
    const std::string refused =
        "leaves the directory of the file that names it; copy the file into that directory or below it, and give its "
        "path from there";
    CHECK(refusal(scratch.path(), "/etc/passwd") == "io: '/etc/passwd': " + refused);
    CHECK(contains_text(refusal(scratch.path(), "../a.obj"), refused));
    CHECK(contains_text(refusal(scratch.path(), "meshes/../../a.obj"), refused));
    CHECK(contains_text(refusal(scratch.path(), std::string("a\0b", 3)), refused));
}

TEST_CASE("contained path: a symbolic link that leads out is refused, one that stays inside is followed") {
    const ScratchDirectory scratch;
    fs::create_directories(scratch / "in/meshes");
    fs::create_directories(scratch / "out");
    fs::create_directory_symlink(scratch / "out", scratch / "in/away");
    fs::create_symlink("meshes", scratch / "in/near");
    CHECK(contains_text(refusal(scratch / "in", "away/a.obj"), "leaves the directory"));
    CHECK(contained_path(scratch / "in", "near/a.obj") == scratch / "in/near/a.obj");
}
