#pragma once
// Checks that a shard was made by the job that lies beside it. A journal holds only numbers, so the first
// trajectories of its part of each set, at most eight, are made again, from the draw of their states to refinement, and
// compared bit for bit. A wrong seed, protocol, dt or system shows there, unless a looser tolerance takes the same
// steps in all of them.

#include <filesystem>

#include "stories/generate/dataset_plan.hpp"

namespace cchnn {

// `block` is the first of a shard. A merge does not have a file of initial states; then those of the journal count as
// given, and the seed, which only selects training windows, remains unchecked. Throws DataError.
void require_made_by(const DatasetPlan& plan, Split split, const std::filesystem::path& journal,
                     const DrawnBatch& block);

}  // namespace cchnn
