#pragma once
// Checks reference rollouts by computing them again. A file that is marked as one is believed only if the true
// system, integrated from the initial states of the test set with the integration settings, the perturbation and
// the dropped constraints that the file names, gives its x and v (or q and qdot) to the last bit. The digest of the
// file and the name of its model prove nothing.

#include <filesystem>
#include <vector>

#include "core/errors.hpp"
#include "dataset/reader/trajectory_file.hpp"
#include "model/compiled_system.hpp"

namespace cchnn {

// The limit on the number of fixed steps in a whole file, about ten minutes on one core, keeps a submitted file
// from occupying the machine that scores it.
constexpr double most_reference_steps = 1e9;

// Why `reference`, a submission to the test set `truth` that passes is_reference(), cannot be believed; empty
// when it can. evaluate() calls it. Throws IoError only; every other error is a reason why the settings cannot
// be repeated.
std::vector<Problem> reference_problems(const CompiledSystem& compiled, const TrajectoryFile& truth,
                                        const TrajectoryFile& reference, int threads);

}  // namespace cchnn
