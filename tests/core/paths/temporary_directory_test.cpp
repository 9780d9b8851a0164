#include "core/paths/temporary_directory.hpp"

#include <doctest/doctest.h>
#include <stdlib.h>

#include <fstream>
#include <optional>

#include "contains_text.hpp"
#include "core/errors.hpp"

using namespace cchnn;
using cchnn_test::contains_text;

namespace {

namespace fs = std::filesystem;

TEST_CASE("a temporary directory is gone with everything in it, and two have different names") {
    std::optional<TemporaryDirectory> one("test"), two("test");
    const fs::path path = one->path();
    CHECK(path != two->path());
    CHECK(path.filename().string().starts_with("cchnn-test-"));
    fs::create_directory(path / "inner");
    std::ofstream(path / "inner/file") << "text";
    CHECK(fs::exists(path / "inner/file"));
    one.reset();
    CHECK(!fs::exists(path));
    CHECK(fs::exists(two->path()));
}

TEST_CASE("where no directory can be made, the error says so and names TMPDIR") {
    const char* const before = ::getenv("TMPDIR");
    const std::string kept = before ? before : "";
    ::setenv("TMPDIR", "/proc", 1);  // a directory in which nothing can be made, even by root
    try {
        const TemporaryDirectory directory("test");
        FAIL("made " << directory.path().string());
    } catch (const IoError& error) {
        CHECK(contains_text(std::string(error.what()), "/proc/cchnn-test-"));
        CHECK(contains_text(std::string(error.what()), "TMPDIR"));
    }
    before ? ::setenv("TMPDIR", kept.c_str(), 1) : ::unsetenv("TMPDIR");
}

TEST_CASE("a TMPDIR that is not there is an error of input and output that names it") {
    const char* const before = ::getenv("TMPDIR");
    const std::string kept = before ? before : "";
    ::setenv("TMPDIR", "/nowhere/at/all", 1);
    CHECK_THROWS_WITH_AS(
        TemporaryDirectory("test"),
        "/nowhere/at/all: is not a directory, and temporary files belong there; set TMPDIR to another directory",
        IoError);
    before ? ::setenv("TMPDIR", kept.c_str(), 1) : ::unsetenv("TMPDIR");
}

}  // namespace
