#include "core/errors.hpp"

#include <doctest/doctest.h>

#include <type_traits>

namespace cchnn {
namespace {

TEST_CASE("the type of an error decides the exit code") {
    CHECK(static_cast<int>(UsageError("", "x").exit_code()) == 2);
    CHECK(static_cast<int>(SpecError("", "x").exit_code()) == 3);
    CHECK(static_cast<int>(DataError("", "x").exit_code()) == 3);
    CHECK(static_cast<int>(IoError("", "x").exit_code()) == 4);
    CHECK(static_cast<int>(NumericalError("", "x").exit_code()) == 5);
}

TEST_CASE("a system's file and a dataset are different types of error with one exit code") {
    CHECK(!std::is_convertible_v<SpecError, DataError>);
    CHECK_THROWS_AS(throw SpecError("a", "b"), Error);
    CHECK_THROWS_AS(throw DataError("a", "b"), Error);
}

TEST_CASE("the text of an error is where and what, a line for each problem") {
    CHECK(std::string(SpecError("a.json#/x", "must be > 0, got -1").what()) == "a.json#/x: must be > 0, got -1");
    CHECK(std::string(UsageError("", "no such option").what()) == "no such option");
    const SpecError two(std::vector<Problem>{{"a.json#/x", "first"}, {"", "second"}});
    CHECK(std::string(two.what()) == "a.json#/x: first\nsecond");
    REQUIRE(two.problems().size() == 2);
    CHECK(two.problems()[0].where == "a.json#/x");
    CHECK(two.problems()[1].what == "second");
    CHECK(to_text({}) == "");
}

TEST_CASE("a problem is told with at most 4,000 bytes of a file's contents") {
    const std::string key(5000, 'k');
    const SpecError error("a.json#/" + key, "unknown key '" + key + "'");
    CHECK(error.problems()[0].where.size() + error.problems()[0].what.size() < 4050);
    CHECK(error.problems()[0].where.ends_with("k... (5008 bytes)"));
}

}  // namespace
}  // namespace cchnn
