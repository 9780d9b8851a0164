#pragma once
// Error bounds of some trajectories made again: from the stored start by the stored protocol, and bounded by the other
// solutions that the protocol names (integrate/error_bound.hpp, and its refinement). What is at the floor of a test set
// is decided by these numbers, and no digest of the truth has them.
//
//   (1)  |log10(stored bound / bound again)|, the largest over samples; both at least 1e-14, where rounding begins
//
// The same program gives the same bits, 0; another version rounds in another way, and a bound that is made of grown
// rounding errors is another draw of them: a factor of 30 is allowed, log10 of which is 1.5.

#include <cstdint>
#include <optional>
#include <set>
#include <string>

#include "dataset/reader/trajectory_file.hpp"
#include "model/compiled_system.hpp"
#include "score/stored_physics.hpp"

namespace cchnn {

struct BoundsAgain {
    std::string why_not;  // not made again: "" where they were
    Worst worst;          // (1)
    // "trajectory 3: 17 accepted steps are stored, 16 are made": of one whose x and v came out again bit for bit, so
    // that steps, /refined and bounds must too; "" where none differs.
    std::string other_steps = {};
    // "trajectory 3 is another motion, ..."; "" where x and v of all came out again bit for bit, which they do with the
    // version that made them.
    std::string other_motion = {};
};
constexpr double most_decades_off = 1.5;

// Of a dataset that was generated; one without bounds has its motion compared alone. Throws DataError, IoError.
BoundsAgain bounds_again(const TrajectoryFile& file, const CompiledSystem& compiled,
                         const std::set<std::uint64_t>& trajectories, int threads);

}  // namespace cchnn
