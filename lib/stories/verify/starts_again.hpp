#pragma once
// Checks that trajectories start where the seed of the dataset draws them, and that a family has the numbers
// that it draws. The seed in a file is only a claim: besides training windows nothing else in the file depends
// on it.

#include <cstdint>
#include <set>
#include <string>

#include "dataset/reader/trajectory_file.hpp"
#include "model/compiled_system.hpp"

namespace cchnn {

// "trajectory 3 does not start where seed 7 draws it" for the first such trajectory; "" where all agree within 1e-9 of
// their largest number. For files whose initial states were drawn; `inputs`: values of inputs were drawn too. Throws
// DataError, IoError.
std::string first_other_start(const TrajectoryFile& file, const CompiledSystem& compiled,
                              const std::set<std::uint64_t>& trajectories, bool inputs);

}  // namespace cchnn
