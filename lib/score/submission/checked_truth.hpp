#pragma once
// A test set that may be scored against, read once: whether it is whole, and how its coordinates spread.

#include "dataset/content_digest.hpp"
#include "dataset/reader/trajectory_file.hpp"
#include "score/statistics/coordinate_spread.hpp"

namespace cchnn {

struct CheckedTruth {
    ContentDigest digests;  // of what it holds
    CoordinateSpread spread;
};
// A test set must be whole: at least one trajectory and two samples, finite everywhere, its content as its digest says,
// its error bounds what bounds may be. Throws DataError.
CheckedTruth check_truth(const TrajectoryFile& truth);

}  // namespace cchnn
