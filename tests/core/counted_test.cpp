#include "core/counted.hpp"

#include <doctest/doctest.h>

using namespace cchnn;

TEST_CASE("one thing is told as one, none and several as several") {
    CHECK(counted(0, "system") == "0 systems");
    CHECK(counted(1, "system") == "1 system");
    CHECK(counted(2, "system") == "2 systems");
    CHECK(counted(1, "body", "bodies") == "1 body");
    CHECK(trajectories_text(1) == "1 trajectory");
    CHECK(trajectories_text(100) == "100 trajectories");
    CHECK(one_or_many(1, "is", "are") == std::string("is"));
}
