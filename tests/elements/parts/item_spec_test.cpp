#include "elements/parts/item_spec.hpp"

#include <doctest/doctest.h>

#include <string>

#include "elements/parts/term_lists.hpp"

using namespace cchnn;

TEST_CASE("items of one kind come in the order of the list, and are those of the list itself") {
    std::vector<ItemSpec> list{ItemSpec(1), ItemSpec(std::string("two")), ItemSpec(3)};
    const auto numbers = items_of<int>(list);
    REQUIRE(numbers.size() == 2);
    CHECK(numbers[0] == list[0].as<int>());
    CHECK(*numbers[1] == 3);
    CHECK(items_of<std::string>(list).size() == 1);
    CHECK(!list[0].as<std::string>());
    const ItemSpec copy = list[0];
    *list[0].as<int>() = 5;
    CHECK(*copy.as<int>() == 1);
}

TEST_CASE("terms of one type have a list of their own, which stays where it is when others follow") {
    TermLists terms;
    CHECK(std::as_const(terms).of<int>().empty());
    std::vector<int>& numbers = terms.of<int>();
    numbers.push_back(7);
    for (const char* one : {"a", "b", "c"}) terms.of<std::string>().push_back(one);
    terms.of<double>().push_back(0.5);
    CHECK(&std::as_const(terms).of<int>() == &numbers);
    CHECK(numbers.front() == 7);
    CHECK(terms.of<std::string>().size() == 3);
}
