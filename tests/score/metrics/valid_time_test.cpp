#include "score/metrics/over_time.hpp"

#include <doctest/doctest.h>

using namespace cchnn;

TEST_CASE("valid time is the first sample above the threshold") {
    const ValidTime t = valid_time({0, 0.05, 0.2, 0.05}, 0.5, 0.1);
    CHECK(t.time == 1.0);
    CHECK(!t.censored);
}

TEST_CASE("an error equal to the threshold is still valid, and a prediction that never exceeds it is censored") {
    const ValidTime t = valid_time({0, 0.1, 0.1}, 0.5, 0.1);
    CHECK(t.time == 1.0);
    CHECK(t.censored);
}
