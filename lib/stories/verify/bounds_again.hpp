#pragma once
// Recomputes the error bounds of some trajectories: integrates from the stored initial state with the stored
// integration settings, and compares with the other solutions that the settings name
// (integrate/error_bound.hpp, and its refinement). Scores depend on the bounds, because errors below them count
// as zero, and the truth digest does not cover them.
//
//   (1)  |log10(stored bound / bound again)|, the largest over samples; both at least 1e-14, where rounding begins
//
// The same program gives the same bits and (1) = 0. Another version rounds in another way, and a bound that
// consists of amplified rounding errors is then another random draw: a factor of 30, log10 = 1.5, is allowed.

#include <cstdint>
#include <optional>
#include <set>
#include <string>

#include "dataset/reader/trajectory_file.hpp"
#include "model/compiled_system.hpp"
#include "score/stored_physics.hpp"

namespace cchnn {

// Checks that trajectories start where the seed of the dataset draws them, and that a family has the numbers
// that it draws. The seed in a file is only a claim: besides training windows nothing else in the file depends
// on it.

// "trajectory 3 does not start where seed 7 draws it" for the first such trajectory; "" where all agree within 1e-9 of
// their largest number. For files whose initial states were drawn; `inputs`: values of inputs were drawn too. Throws
// DataError, IoError.
std::string first_other_start(const TrajectoryFile& file, const CompiledSystem& compiled,
                              const std::set<std::uint64_t>& trajectories, bool inputs);

// What was found. Texts are sentences for the user, "" if nothing is wrong.
struct BoundsAgain {
    std::string why_not;  // not made again: "" where they were
    Worst worst;          // (1)
    // "trajectory 3: /steps_accepted is 17, made again 16": of one whose x and v came out again bit for bit, so that
    // steps, /refined and bounds must too; "" where none differs.
    std::string other_steps = {};
    // "trajectory 3 differs from the motion that ..."; "" where x and v of all came out again bit for bit, which they
    // do with the version that made them.
    std::string other_motion = {};
};
// The limit on (1).
constexpr double most_decades_off = 1.5;

// For a generated dataset. Without bounds in the file only the motion and its steps are compared. Throws DataError,
// IoError.
BoundsAgain bounds_again(const TrajectoryFile& file, const CompiledSystem& compiled,
                         const std::set<std::uint64_t>& trajectories, int threads);

}  // namespace cchnn
