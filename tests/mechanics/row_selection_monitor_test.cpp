#include "mechanics/row_selection_monitor.hpp"

#include <doctest/doctest.h>

#include <Eigen/Dense>

#include "mechanics/bennett.hpp"
#include "mechanics/closed_mechanisms.hpp"
#include "mechanics/example_systems.hpp"
#include "mechanics/plan/constraint_rows.hpp"
#include "mechanics/rank/onto_manifold.hpp"

using namespace cchnn;
using namespace cchnn_test;

namespace {

// sqrt(det A_S / det' A) by eigenvalues.
double share_of(const ConstrainedSystem& system, const std::vector<SolverRow>& rows, const std::vector<double>& x) {
    std::vector<int> all(rows.size());
    for (std::size_t k = 0; k < all.size(); ++k) all[k] = static_cast<int>(k);
    const auto plan = converted<SolvePlan>(solve_plan(rows, all, system.masses().inverse(), 3, false));
    const auto n = static_cast<Eigen::Index>(rows.size());
    Eigen::MatrixXd a = Eigen::Map<const Eigen::MatrixXd>(matrix_of<3>(system.manifold(), plan, x).data(), n, n);
    const Eigen::VectorXd size = a.diagonal().cwiseSqrt().cwiseInverse();
    a = (size.asDiagonal() * a * size.asDiagonal()).eval();
    double logarithm = 0;
    const Eigen::VectorXd of_all = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(a).eigenvalues();
    for (const double value : of_all)
        if (value > 1e-10) logarithm -= std::log(value);
    const std::vector<int>& chosen = system.plan().row;
    const Eigen::MatrixXd kept = a(chosen, chosen);
    const Eigen::VectorXd of_kept = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(kept).eigenvalues();
    for (const double value : of_kept) logarithm += std::log(value);
    return std::exp(logarithm / 2);
}

TEST_CASE("the conditioning of rows is their share of the determinant of all, and reselected rows have most of it") {
    const Bennett bennett;
    const ExampleSystem s(parse_system(bennett.text(1, 3, false), "bennett.json"));
    const RowSelectionMonitor* const rows = s.system.row_selection_monitor();
    REQUIRE(rows);
    const std::vector<SolverRow> all = solver_rows(s.graph);
    double least = 1;
    for (const long double q : {0.3L, 1.1L, 2.0L, 3.1L, 4.2L, 5.5L}) {
        CAPTURE(static_cast<double>(q));
        const ExampleSystem there(parse_system(bennett.text(q, 1, false), "bennett.json"));
        const InitialState state = there.state(0);
        const double share = rows->conditioning(s.system, state.x.data(), nullptr);
        CHECK(share == doctest::Approx(share_of(s.system, all, state.x)).epsilon(1e-8));
        const auto reselected = rows->reselected(s.system, state.x.data(), nullptr);
        REQUIRE(reselected);
        const double best = rows->conditioning(*reselected, state.x.data(), nullptr);
        CHECK(best == doctest::Approx(share_of(*reselected, all, state.x)).epsilon(1e-8));
        CHECK(best >= 0.07);  // of one row of each three of 38, the largest, 1/sqrt(38)^3 = 0.004 or more
        CHECK(reselected->independent_count() == 35);
        CHECK(reselected->plan().size() == 35);
        least = std::min(least, share / best);
    }
    CHECK(least < 0.2);  // the rows of the start do not serve everywhere
}

TEST_CASE("rows that were left out and do not hold leave no share") {
    const Bennett bennett;
    const ExampleSystem s(parse_system(bennett.text(1, 3, false), "bennett.json"));
    InitialState state = s.state(0);
    CHECK(s.system.row_selection_monitor()->conditioning(s.system, state.x.data(), nullptr) > 0);
    for (double& entry : state.x) entry *= 1 + 1e-7;
    CHECK(s.system.row_selection_monitor()->conditioning(s.system, state.x.data(), nullptr) == 0);
}

TEST_CASE("only loops with more rows than they need choose on their way") {
    CHECK(ExampleSystem(parse_system(bricard_text(), "loop.json")).system.row_selection_monitor());
    CHECK(ExampleSystem(parse_system(four_hinges_text(), "loop.json")).system.row_selection_monitor());
    CHECK_FALSE(ExampleSystem(parse_system(parallelograms_text(2), "loop.json")).system.row_selection_monitor());
    for (const char* name : {"four_bar_linkage", "hinged_arm_3", "gyroscope", "chain_pendulum_3"})
        CHECK_FALSE(ExampleSystem(load_system(name)).system.row_selection_monitor());
}

}  // namespace
