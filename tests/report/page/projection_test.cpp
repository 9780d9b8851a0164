#include "report/page/projection.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace cchnn;

TEST_CASE("a line and the plane are looked at as they are") {
    CHECK(Projection(1, 0).flat({3.0}).across == 3);
    CHECK(Projection(1, 0).flat({3.0}).down == 0);
    CHECK(Projection(2, 1).flat({3.0, 4.0}).across == 3);
    CHECK(Projection(2, 1).flat({3.0, 4.0}).down == 4);
}

TEST_CASE("space is looked at along one direction, from a little above and aside, whichever axis points up") {
    for (const int up : {0, 1, 2}) {
        CAPTURE(up);
        const Projection projection(3, up);
        double across = 0, down = 0, both = 0;  // products of the two directions that the picture has
        SvgPoint sum{0, 0};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            std::vector<double> unit(3, 0.0);
            unit[axis] = 1;
            const SvgPoint p = projection.flat(unit);
            across += p.across * p.across;
            down += p.down * p.down;
            both += p.across * p.down;
            sum.across += static_cast<double>(axis + 2) * p.across;
            sum.down += static_cast<double>(axis + 2) * p.down;
            if (static_cast<int>(axis) != up) continue;
            CHECK(p.across == 0);
            CHECK(p.down == doctest::Approx(std::cos(0.35)));
        }
        CHECK(across == doctest::Approx(1));
        CHECK(down == doctest::Approx(1));
        CHECK(std::fabs(both) < 1e-15);
        CHECK(projection.flat({2, 3, 4}).across == doctest::Approx(sum.across));
        CHECK(projection.flat({2, 3, 4}).down == doctest::Approx(sum.down));
    }
}
