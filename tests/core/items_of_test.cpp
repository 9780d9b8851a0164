#include "core/items_of.hpp"

#include <doctest/doctest.h>

#include <string>

#include "core/overloaded.hpp"

using namespace cchnn;

TEST_CASE("items of one alternative come in the order of the list, and are those of the list itself") {
    const std::vector<std::variant<int, std::string>> list{1, "two", 3};
    const auto numbers = items_of<int>(list);
    REQUIRE(numbers.size() == 2);
    CHECK(numbers[0] == std::get_if<int>(&list[0]));
    CHECK(*numbers[1] == 3);
    CHECK(items_of<std::string>(list).size() == 1);
}

TEST_CASE("a visitor made of lambdas answers with the one of the alternative that is there") {
    const auto answer = Overloaded{[](int) { return "a number"; }, [](const std::string&) { return "a text"; }};
    CHECK(std::visit(answer, std::variant<int, std::string>(1)) == std::string("a number"));
    CHECK(std::visit(answer, std::variant<int, std::string>("x")) == std::string("a text"));
}
