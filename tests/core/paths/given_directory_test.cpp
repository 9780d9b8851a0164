#include "core/paths/given_directory.hpp"

#include <doctest/doctest.h>

#include <fstream>

#include "core/errors.hpp"
#include "core/paths/temporary_directory.hpp"

using namespace cchnn;

namespace {

std::string complaint(const std::filesystem::path& given) {
    try {
        require_directory(given);
        return "";
    } catch (const IoError& error) {
        return error.what();
    }
}

TEST_CASE("a file in place of a directory is told the directory that it is in, and what is missing is missing") {
    const TemporaryDirectory scratch("given");
    const std::filesystem::path path = scratch.path();
    std::ofstream(path / "test.h5") << "text";
    CHECK(complaint(path) == "");
    CHECK(complaint(path / "test.h5") ==
          (path / "test.h5").string() +
              ": is a file; give a directory, such as the one that contains it: " + path.string());
    CHECK(complaint(path / "none") == (path / "none").string() + ": does not exist; give a directory");
}

TEST_CASE("directories are made below each other, and the file that lies in the way is named") {
    const TemporaryDirectory scratch("made");
    const std::filesystem::path path = scratch.path();
    make_directories(path / "a/b/c");
    CHECK(std::filesystem::is_directory(path / "a/b/c"));
    make_directories(path / "a/b/c");
    std::ofstream(path / "file") << "text";
    const auto said = [&](const std::filesystem::path& directory, const std::filesystem::path& named) {
        try {
            make_directories(directory, named);
            return std::string();
        } catch (const IoError& error) {
            return std::string(error.what());
        }
    };
    const std::string in_the_way = ": cannot be created: " + (path / "file").string() + " is not a directory";
    CHECK(said(path / "file/b/c", path / "file/b/c") == (path / "file/b/c").string() + in_the_way);
    CHECK(said(path / "file/.b.part", path / "file/b") == (path / "file/b").string() + in_the_way);
    CHECK(said(path / "file", path / "file") == (path / "file").string() + in_the_way);
    CHECK(said("/proc/none", "/proc/none").starts_with("/proc/none: cannot be created: "));
}

}  // namespace
