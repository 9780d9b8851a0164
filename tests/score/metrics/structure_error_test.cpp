#include "score/metrics/structure_error.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "core/to_size.hpp"
#include "integrate/integrate_fixture.hpp"
#include "sample/shared_draws.hpp"

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

// 3 of 4 directions are free, and 5 of 6 of the states: angle_0 is 90 2/3 = 60 and 90 4/5 = 72 degrees.
TEST_CASE("nothing, everything, and all that the motion does not rule out have the error 1") {
    const auto units = [](std::size_t size) {
        Rows rows(size, Row(size));
        for (std::size_t i = 0; i < size; ++i) rows[i][i] = 1;
        return rows;
    };
    const Row energy{0, 20, 0, 80, 0, 6, 8, 16};
    const Rows across{{1, 0, 0, 0}, {0, 1, -3, 0}, {0, 0, 2, -1}};  // of v = (0, 3, 1, 2)
    constexpr double rounding = 1e-14, differences = 1e-9;
    CHECK(scores_of({}).error == 1);
    CHECK(scores_of({units(4), {}, units(8)}).error == 1);
    CHECK(std::fabs(scores_of({across, {}, {energy}}).error - 0.5) < differences);  // of constraints alone 1
    CHECK(std::fabs(scores_of({{{1, 0, 0, 0}}, {}, {}}).error - 0.5) < rounding);
    CHECK(scores_of({{{1, 0, 0, 0}}, {}, {energy}}).error < differences);
    const double off = std::atan(0.5) * 180 / std::numbers::pi / 60;
    CHECK(std::fabs(scores_of({{}, {{1, 0, 1, 0}}, {}}).error - (off + 1) / 2) < rounding);
    CHECK(scores_of({{{1, 0, 0, NAN}}, {}, {energy}}).error > 0.5);
}

// The same state twice, with a row that is right and one that is 90 degrees off: (0 + 90)/(60 + 60), and 1 without invariants.
TEST_CASE("a guess that is near now and then is worth its average") {
    const std::vector<double> x{0.5, 0, 1, 1, 0.5, 0, 1, 1}, v{0, 3, 1, 2, 0, 3, 1, 2};
    const KineticSpread spread{&pendulum_and_stone(), 1, 1};
    const auto guess = [](std::size_t k) { return FoundRows{{k == 0 ? Row{1, 0, 0, 0} : Row{0, 0, 1, 0}}, {}, {}}; };
    const StructureScores scores = structure_scores(pendulum_and_stone(), spread, 2, true, {x.data(), v.data()}, guess);
    CHECK(std::fabs(scores.error - (0.75 + 1) / 2) < 1e-14);
}

// With one degree of freedom the constraint follows from the velocity, and the energy from the motion.
TEST_CASE(
    "where all follows from the motion nothing can be shown, and where nothing is to be found nothing is to be said") {
    const Compiled pendulum(R"({"name": "one", "dimension": 2,
      "bodies": [{"id": "pivot", "type": "Origin"}, {"id": "bob", "type": "Obj0D", "mass": 1}],
      "constraints": [{"type": "Link", "between": ["pivot", "bob"], "length": 1}], "potentials": [{"type": "Gravity", "g": 10}],
      "initial_conditions": {"states": [{"position": {"bob": [1, 0]}}]}})");
    const Compiled lost(R"({"name": "lost", "dimension": 2, "bodies": [{"id": "stone", "type": "Obj0D", "mass": 1}],
      "damping": [{"type": "Damping", "body": "stone", "coefficient": 1}],
      "potentials": [{"type": "Gravity", "g": 10}], "initial_conditions": {"states": [{"position": {"stone": [1, 0]}}]}, "conserved": []})");
    const std::vector<double> x{1, 0}, v{0, 2};
    const auto error = [&](const Compiled& of, const FoundRows& rows) {
        return structure_scores(of.system, {&of.system, 1, 1}, 1, true, {x.data(), v.data()},
                                [&](std::size_t) { return rows; })
            .error;
    };
    CHECK(error(pendulum, {{{1, 0}}, {}, {{0, 10, 0, 2}}}) == 1);
    CHECK(error(lost, {}) == 0);
    CHECK(error(lost, {{}, {}, {{0, 10, 0, 2}}}) == 1);
    CHECK(error(lost, {{{1, 0}}, {}, {}}) == 1);
}

TEST_CASE("what is not finite is worst") {
    const StructureScores worst = scores_of({{{1, 0, 0, 0}, {0, NAN, 0, 0}}, {}, {}});
    CHECK(worst.constraints.angle == 90);
    CHECK(worst.constraints.missed == 1);
    CHECK(worst.constraints.invented == 2);
    CHECK(worst.invariants.invented == 0);
}

// Hinges of hinged_arm_3 and wheels of bicycle are within 5 degrees of rigidity, the energy of a motion near rest within 5
// degrees of what constraints allow.
TEST_CASE("exact constraints and the exact energy of every built-in system score whole, in any basis") {
    constexpr double differences = 1e-4;  // degrees; a gradient of order 2 with a step of 1e-5 has 1e-10 of error
    std::mt19937_64 random(5);
    std::normal_distribution<double> normal;
    const auto add = [](double share, const Row& from, Row& to) {
        for (std::size_t i = 0; i < to.size(); ++i) to[i] += share * from[i];
    };
    // Rows that span the same space modulo `free`, each mixed with all others.
    const auto mixed = [&](const Rows& rows, const Rows& free) {
        Rows all(rows.size(), Row(rows.empty() ? 0 : rows[0].size()));
        const double share = 1 / std::sqrt(static_cast<double>(rows.size()));
        for (std::size_t i = 0; i < rows.size(); ++i) {
            for (std::size_t j = 0; j < rows.size(); ++j)
                add((i == j ? 3 : 0) + share * normal(random), rows[j], all[i]);
            for (const Row& one : free) add(0.2 * normal(random), one, all[i]);
        }
        return all;
    };
    for (const std::string& name : builtin_system_names()) {
        CAPTURE(name);
        const Compiled c(name);
        const auto* const given = std::get_if<std::vector<GivenState>>(&c.spec.initial_conditions);
        const long listed = given ? static_cast<long>(given->size()) : listed_count(c.spec);
        const int states = listed < 0 ? 2 : static_cast<int>(std::min(2L, listed));
        const std::size_t size = to_size(c.system.state_size()), all = c.system.rows().size(),
                          positions = to_size(c.system.position_row_count());
        std::vector<double> x, v, s;
        for (const InitialState& state : c.draw(states)) {
            x.insert(x.end(), state.x.begin(), state.x.end());
            v.insert(v.end(), state.v.begin(), state.v.end());
            const std::vector<double> own = c.system.nearest_parameters(state.x.data(), state.v.data());
            s.insert(s.end(), own.begin(), own.end());
        }
        const KineticSpread spread = kinetic_spread(c.system, c.spec.sampling.dt * c.spec.sampling.steps, x, v);
        const auto exact = [&](std::size_t k) {
            const double* const at = x.data() + k * size;
            const double* const rate = v.data() + k * size;
            Rows rigidity, on_positions, on_velocities;
            const Rows rows =
                rows_of_rates(size, all, [&](const double* u, double* out) { c.system.phi_rate(at, u, out); });
            for (std::size_t r = 0; r < all; ++r) {
                const bool rigid = c.system.rows()[r].name.starts_with("rigidity ");
                (rigid ? rigidity : r < positions ? on_positions : on_velocities).push_back(rows[r]);
            }
            FoundRows found{mixed(on_velocities, rigidity), mixed(on_positions, rigidity), {}};
            for (const ConservedQuantity& quantity : c.system.conserved()) {
                Row gradient, point(at, at + size), speed(rate, rate + size);
                for (Row* const moved : {&point, &speed})
                    for (double& entry : *moved) {
                        const double before = entry, step = 1e-5 * std::max(1.0, std::fabs(before));
                        double change = 0;
                        for (const double way : {1.0, -1.0}) {
                            entry = before + way * step;
                            change += way * c.system.conserved_value(quantity, point.data(), speed.data(),
                                                                     s.data() + k * c.system.parameter_count());
                        }
                        gradient.push_back(change / (2 * step));
                        entry = before;
                    }
                found.invariants.push_back(gradient);
            }
            return found;
        };
        const StructureScores scores =
            structure_scores(c.system, spread, states, true, {x.data(), v.data(), s.data()}, exact);
        CHECK(scores.constraints.missed + scores.constraints.invented == 0);
        CHECK(scores.holonomic.missed + scores.holonomic.invented == 0);
        CHECK(scores.invariants.missed + scores.invariants.invented == 0);
        CHECK(scores.constraints.angle_95 < differences);
        CHECK(scores.invariants.angle_95 < differences);
    }
}
