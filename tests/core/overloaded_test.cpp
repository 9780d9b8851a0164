#include "core/overloaded.hpp"

#include <doctest/doctest.h>

#include <string>
#include <variant>

using namespace cchnn;

TEST_CASE("a visitor made of lambdas answers with the one of the alternative that is there") {
    const auto answer = Overloaded{[](int) { return "a number"; }, [](const std::string&) { return "a text"; }};
    CHECK(std::visit(answer, std::variant<int, std::string>(1)) == std::string("a number"));
    CHECK(std::visit(answer, std::variant<int, std::string>("x")) == std::string("a text"));
}
