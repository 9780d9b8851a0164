#pragma once
// Compares a model with a classical solver of the true equations, at equal error and at equal time. The solver is run
// at several settings (rungs), each with its error and its time on the same trajectories (stories/evaluate/
// solver_beside.cpp).
//
//   (1)  error of a rung or of a model  = geometric mean over trajectories (and training seeds) of judged_errors.hpp
//        (1)
//   (2)  at equal error = of the rungs that are not less accurate than the model the one that takes the least time
//   (3)  at equal time  = of the rungs that take no more time than the model the most accurate one
//
// Nothing is interpolated: an answer is a rung that was run. Times are of one core, s a trajectory; those of rungs are
// of this machine, those of models are what submissions say. Errors, steps and evaluations are the same on every
// machine.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cchnn {

// One setting of the solver, with what it cost and achieved.
struct SolverRung {
    std::string setting;                // "rattle2 substeps 4", "dopri5 rtol 1e-5"
    std::string flags;                  // of cchnn-gen rollout, which does the same
    double seconds = 0;                 // a trajectory
    double error = 0;                   // (1)
    double steps = 0, evaluations = 0;  // a trajectory: attempted steps; accelerations that these computed
};

struct SolverLadder {
    std::string machine;  // of the times
    std::uint64_t trajectories = 0;
    std::vector<SolverRung> rungs;
};

// Rungs are numbers in the ladder.
struct SolverComparison {
    double error = 0;                                // (1) of the model, over the trajectories of the ladder
    std::optional<double> seconds = {};              // of the model, where all its submissions say it
    std::optional<std::size_t> at_equal_error = {};  // none: no rung is as accurate
    bool cheapest_is_enough = false;                 // (2) is the rung of least time: what is as accurate may take less
    std::optional<std::size_t> at_equal_time = {};   // none: seconds are not said, or every rung takes more
    // As (2), by evaluations in place of time.
    std::optional<std::size_t> fewest_evaluations = {};
    bool fewest_is_enough = false;
};

// (2) and (3). Ties in time go to the smaller error, those in error to the shorter time.
SolverComparison beside_solver(const SolverLadder& ladder, double error, std::optional<double> seconds);

}  // namespace cchnn
