#include "stories/generate/described_system.hpp"

#include <doctest/doctest.h>

#include "model/compiled_system.hpp"
#include "score/rollout_fixture.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

std::string fact(const DescribedSystem& described, const std::string& name) {
    for (const auto& [key, value] : described.facts)
        if (key == name) return value;
    return "";
}

}  // namespace

TEST_CASE("a test set is described by its own motion, how it was made, and how far it is known") {
    const RolloutFiles files("chain_pendulum_2", 5, 11);
    const DescribedSystem described = described_test_set(files.test(), 3);
    std::vector<double> x, v;
    TrajectoryFile(files.test()).read(3, 1, x, v);
    CHECK(described.x == x);
    CHECK(described.samples == 11);
    CHECK(fact(described, "integration") ==
          "verner87 (default), rtol 1e-13, atol 1e-13, projected onto the constraints");
    CHECK(fact(described, "truth digest") == files.digest());
    CHECK(fact(described, "degrees of freedom").starts_with("2, 2 independent"));
    REQUIRE(described.floor);
    REQUIRE(described.floor->median.size() == 11);
    // The fixture's bounds are 1e-15 (1 + k) in every trajectory; a histogram of 100 bins a decade has them to 1.2 %.
    for (const std::size_t k : {1u, 10u})
        CHECK(described.floor->median[k] == doctest::Approx(1e-15 * static_cast<double>(1 + k)).epsilon(0.012));
}

TEST_CASE("a system is described by the first test trajectory of seed 0, from its initial state on") {
    const DescribedSystem described = described_system("gyroscope");
    SampleKey key{0, Split::test, 0, 0};
    const std::vector<double> start = described.compiled->sampler.draw(key).x;
    REQUIRE(described.x.size() == start.size() * 100);
    CHECK(std::equal(start.begin(), start.end(), described.x.begin()));
    CHECK(!described.floor);
    CHECK(fact(described, "seed") == "");
    CHECK(described.drawing.tips.size() == 1);
}
