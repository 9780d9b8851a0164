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

}  // namespace
