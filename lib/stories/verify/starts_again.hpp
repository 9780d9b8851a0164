#pragma once
// Do the trajectories of a set start where its seed draws them, and in a family with the numbers that it draws? A seed
// is said by the file and its manifest; nothing else in a file of one set shows it but training windows.

#include <cstdint>
#include <set>
#include <string>

#include "dataset/reader/trajectory_file.hpp"
#include "model/compiled_system.hpp"

namespace cchnn {

// "trajectory 3 does not start where seed 7 draws, ..." of the first one; "" where all agree within 1e-9 of their
// largest number. Of initial states that were drawn; so were `inputs`. Throws DataError, IoError.
std::string first_other_start(const TrajectoryFile& file, const CompiledSystem& compiled,
                              const std::set<std::uint64_t>& trajectories, bool inputs);

}  // namespace cchnn
