#include "lyapunov/mean_interval.hpp"

#include <doctest/doctest.h>

#include <boost/math/distributions/students_t.hpp>
#include <cmath>

using namespace cchnn;

TEST_CASE("mean_interval: quantiles of Student's t agree with Boost's") {
    for (int nu : {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 15, 30, 99, 1000}) {
        CAPTURE(nu);
        const double exact = quantile(boost::math::students_t(nu), 0.975);
        CHECK(student_quantile_975(nu) == doctest::Approx(exact).epsilon(nu <= 10 ? 1e-6 : 1e-3));
    }
}

TEST_CASE("mean_interval: mean and interval of four numbers, by hand, of one, infinite") {
    const MeanInterval four = mean_interval({1, 2, 3, 6});  // s^2 = 14/3
    CHECK(four.mean == 3);
    CHECK(four.high == doctest::Approx(3 + 3.182446 * std::sqrt(14.0 / 12)));
    CHECK(four.low == doctest::Approx(3 - 3.182446 * std::sqrt(14.0 / 12)));
    const MeanInterval one = mean_interval({5});
    CHECK(one.mean == 5);
    CHECK(std::isinf(one.high));
}
