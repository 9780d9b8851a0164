#include "score/metrics/relative_error.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <initializer_list>
#include <limits>
#include <vector>

using namespace cchnn;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();

double err(const std::vector<double>& x_hat, const std::vector<double>& v_hat, const std::vector<double>& x,
           const std::vector<double>& v) {
    return relative_error({x_hat.data(), v_hat.data()}, {x.data(), v.data()}, x.size());
}

}  // namespace

TEST_CASE("relative error of a worked example: |(0,4)-(3,0)| / (4 + 3) = 5/7") {
    // Norms of 3-4-5 triangles are exact, one division rounds.
    CHECK(err({0}, {4}, {3}, {0}) == 5.0 / 7.0);
}

TEST_CASE("relative error takes positions and velocities together") {
    // z = (1, 2, 2, 4), zhat = (1, 2, 2, 0): difference 4, norms 5 and 3.
    CHECK(err({1, 2}, {2, 0}, {1, 2}, {2, 4}) == 4.0 / 8.0);
}

TEST_CASE("relative error of equal states is 0, also at the origin") {
    CHECK(err({1, 2}, {3, 4}, {1, 2}, {3, 4}) == 0);
    CHECK(err({0, 0}, {0, 0}, {0, 0}, {0, 0}) == 0);
}

TEST_CASE("a prediction that is not finite has relative error 1") {
    for (double bad : {not_a_number, inf, -inf}) {
        CHECK(err({bad, 2}, {3, 4}, {1, 2}, {3, 4}) == 1);
        CHECK(err({1, 2}, {3, bad}, {1, 2}, {3, 4}) == 1);
    }
}

TEST_CASE("relative error is 1 at most and does not overflow or vanish") {
    CHECK(err({-1}, {-1}, {1}, {1}) == 1);
    CHECK(err({1e300}, {0}, {1}, {1}) == doctest::Approx(1).epsilon(1e-15));  // one rounding
    CHECK(err({-1.7e308}, {0}, {1.7e308}, {0}) == 1);
    CHECK(err({0}, {4e-300}, {3e-300}, {0}) == doctest::Approx(5.0 / 7.0).epsilon(1e-15));  // one rounding
}

TEST_CASE("relative error grows in proportion to a small perturbation") {
    const double small = err({1 + 1e-6}, {2}, {1}, {2}), large = err({1 + 1e-5}, {2}, {1}, {2});
    // First order in epsilon; the second order is 1e-5 relative.
    CHECK(large / small == doctest::Approx(10).epsilon(1e-4));
}

TEST_CASE("the other norm divides by |zhat + z|: |(1,2)-(2,0)| / |(3,2)| = sqrt(5/13)") {
    const auto other = [](const std::vector<double>& x_hat, const std::vector<double>& v_hat,
                          const std::vector<double>& x, const std::vector<double>& v) {
        return relative_error({x_hat.data(), v_hat.data()}, {x.data(), v.data()}, x.size(), NormChoice::vector);
    };
    CHECK(other({1}, {2}, {2}, {0}) == doctest::Approx(std::sqrt(5.0 / 13.0)).epsilon(1e-15));  // one rounding each
    CHECK(other({0, 1}, {2, 3}, {0, 1}, {2, 3}) == 0);
    CHECK(other({0}, {0}, {0}, {0}) == 0);
    // Against (1) it is never smaller, and the same for small errors: they differ by the square of the error.
    CHECK(other({0}, {4}, {3}, {0}) > err({0}, {4}, {3}, {0}));
    CHECK(other({1 + 1e-6}, {2}, {1}, {2 - 1e-6}) ==
          doctest::Approx(err({1 + 1e-6}, {2}, {1}, {2 - 1e-6})).epsilon(1e-11));
    // zhat = -z has no finite value; nothing is worse than what is not finite.
    CHECK(other({-1}, {-2}, {1}, {2}) == 1000);
    CHECK(other({not_a_number}, {2}, {1}, {2}) == worst_error(NormChoice::vector));
    CHECK(other({1e-300}, {0}, {0}, {3e-300}) == doctest::Approx(1).epsilon(1e-15));  // neither overflows nor vanishes
}

TEST_CASE(
    "errors of a curve are those of its states, for odd and even numbers of samples and for a state that is kept") {
    constexpr std::size_t size = 3, samples = 5;
    std::vector<double> x, v, x_hat, v_hat;
    for (std::size_t i = 0; i < size * samples; ++i) {
        const double u = static_cast<double>(i);
        x.push_back(std::sin(u));
        v.push_back(std::cos(3 * u));
        x_hat.push_back(std::sin(u) + 0.1 * u);
        v_hat.push_back(i == 7 ? not_a_number : std::cos(3 * u + 0.2));
    }
    for (const NormChoice norm : {NormChoice::sum, NormChoice::vector})
        for (const std::size_t step : {std::size_t{0}, size})
            for (const int count : {1, 4, 5})
                for (const std::size_t compared : {std::size_t{1}, size}) {
                    const auto errors = relative_errors({x_hat.data(), v_hat.data()}, step, {x.data(), v.data()}, size,
                                                        count, compared, norm);
                    REQUIRE(errors.size() == static_cast<std::size_t>(count));
                    for (std::size_t k = 0; k < errors.size(); ++k)
                        CHECK(errors[k] == relative_error({&x_hat[k * step], &v_hat[k * step]},
                                                          {&x[k * size], &v[k * size]}, compared, norm));
                }
}
