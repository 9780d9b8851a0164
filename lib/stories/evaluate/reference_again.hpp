#pragma once
// Reference rollouts made again: a file that says that it is one is believed where the true system, integrated from the
// starts of the test set by the integration settings and the perturbation that the file names, gives its x and v to the
// last bit. Nothing else of the file counts, neither its digest nor its model's name.

#include <filesystem>
#include <vector>

#include "core/errors.hpp"
#include "dataset/reader/trajectory_file.hpp"
#include "model/compiled_system.hpp"

namespace cchnn {

// More steps of fixed length than this in a whole file are not taken again: about ten minutes of one core.
constexpr double most_reference_steps = 1e9;

// Why `reference`, a submission to the test set `truth` that passes is_reference(), cannot be believed; empty when it
// can.
std::vector<Problem> reference_problems(const CompiledSystem& compiled, const std::filesystem::path& truth,
                                        const TrajectoryFile& reference, int threads);

}  // namespace cchnn
