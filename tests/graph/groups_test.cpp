#include "graph/groups.hpp"

#include <doctest/doctest.h>

using cchnn::Groups;

TEST_CASE("things that are joined have one root, through others too, and joining them again says so") {
    Groups groups(5);
    CHECK(groups.join(0, 1));
    CHECK(groups.join(2, 3));
    CHECK(groups.root(0) != groups.root(2));
    CHECK(groups.join(1, 3));
    CHECK(!groups.join(0, 2));
    CHECK(groups.root(0) == groups.root(2));
    CHECK(groups.root(4) == 4);
}
