#include "score/metrics/structure_error.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "integrate/integrate_fixture.hpp"

using namespace cchnn;
using cchnn_test::Compiled;

namespace {

// A pendulum of 2 kg on a rod of 0.5 m, and a free stone of 8 kg; one state at the side of the pivot.
const ConstrainedSystem& pendulum_and_stone() {
    static const Compiled c(R"({
      "name": "pendulum_and_stone", "dimension": 2,
      "bodies": [{"id": "pivot", "type": "Origin"}, {"id": "bob", "type": "Obj0D", "mass": 2}, {"id": "stone", "type": "Obj0D", "mass": 8}],
      "constraints": [{"type": "Link", "between": ["pivot", "bob"], "length": 0.5}], "potentials": [{"type": "Gravity", "g": 10}],
      "initial_conditions": {"states": [{"position": {"bob": [0.5, 0], "stone": [1, 1]}}]}})");
    return c.system;
}

StructureScores scores_of(const FoundRows& rows) {
    static const std::vector<double> x{0.5, 0, 1, 1}, v{0, 3, 1, 2};
    const KineticSpread spread{&pendulum_and_stone(), 1, 1};
    return structure_scores(pendulum_and_stone(), spread, 1, true, {x.data(), v.data()},
                            [&](std::size_t) { return rows; });
}

}  // namespace

TEST_CASE("angles of constraints are those of accelerations in the norm of masses") {
    constexpr double rounding = 1e-12;  // degrees
    CHECK(scores_of({{{-3, 0, 0, 0}}, {}, {}}).constraints.angle < rounding);
    // M^-1 a^T = (1/2, 0, 1/8, 0), of squares 1/2 and 1/8 in the norm of M: tan = 1/2.
    const StructureScores off = scores_of({{{1, 0, 1, 0}}, {}, {}});
    CHECK(std::fabs(off.constraints.angle - std::atan(0.5) * 180 / std::numbers::pi) < rounding);
    CHECK(off.constraints.angle_95 == off.constraints.angle);
    CHECK(off.constraints.invented == 1);
}

TEST_CASE("constraints on positions are holonomic, if that is said") {
    const StructureScores said = scores_of({{}, {{1, 0, 0, 0}}, {}}), unsaid = scores_of({{{1, 0, 0, 0}}, {}, {}});
    CHECK(said.holonomic.found == 1);
    CHECK(unsaid.holonomic.missed == 1);
    for (const StructureScores& one : {said, unsaid}) CHECK(one.constraints.found == 1);
}

// Gravity pulls the stone as well: its horizontal momentum is conserved, but that of the system is not, and `show` lists the energy.
TEST_CASE("an invariant is found by the direction of its gradient along the motion") {
    const Row energy{0, 20, 0, 80, 0, 6, 8, 16};
    constexpr double differences = 1e-8;  // degrees
    CHECK(scores_of({{}, {}, {energy}}).invariants.angle < differences);
    Row scaled = energy, beside = energy;
    for (double& entry : scaled) entry *= -7;
    beside[0] += 100;  // along the rod, where nothing moves
    beside[1] += 300;  // 100 times the normal (v, x) of the bob
    beside[4] += 50;
    for (const Row& row : {scaled, beside}) CHECK(scores_of({{}, {}, {row}}).invariants.found == 1);
    const StructureScores momentum = scores_of({{}, {}, {{0, 0, 0, 0, 0, 0, 8, 0}}});
    CHECK(momentum.invariants.missed == 1);
    CHECK(momentum.invariants.invented == 1);
    const StructureScores of_constraints = scores_of({{}, {}, {{1, 0, 0, 0, 0, 0, 0, 0}, {0, 3, 0, 0, 0.5, 0, 0, 0}}});
    CHECK(of_constraints.invariants.invented ==
          0);  // x and its rate on the circle: (v, x) is normal, since v.dx + x.dv = 0
}

TEST_CASE("what is not finite is worst") {
    const StructureScores worst = scores_of({{{1, 0, 0, 0}, {0, NAN, 0, 0}}, {}, {}});
    CHECK(worst.constraints.angle == 90);
    CHECK(worst.constraints.missed == 1);
    CHECK(worst.constraints.invented == 2);
    CHECK(worst.invariants.invented == 0);
}
