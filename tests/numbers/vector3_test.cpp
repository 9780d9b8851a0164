#include "numbers/vector3.hpp"

#include <doctest/doctest.h>

using namespace cchnn;

TEST_CASE("the cross product is right-handed and at right angles to both") {
    CHECK(cross(Vector3{1, 0, 0}, Vector3{0, 1, 0}) == Vector3{0, 0, 1});
    const Vector3 a{1, 2, 3}, b{-2, 5, 4}, c = cross(a, b);
    CHECK(c == Vector3{-7, -10, 9});
    CHECK(dot(a, c) == 0);
    CHECK(minus(a, b) == Vector3{3, -3, -1});
}
