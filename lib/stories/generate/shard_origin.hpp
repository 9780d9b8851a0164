#pragma once
// Was a shard made by the job that lies beside it? Its journal has numbers and no word of where they come from: the
// first eight trajectories of each set are made again, from drawing their states to refining them, and compared bit for
// bit. A seed, a protocol, a dt or a system that are not the shard's own show there, unless a looser tolerance takes the
// same steps in all of them.

#include <filesystem>

#include "stories/generate/dataset_plan.hpp"

namespace cchnn {

// `block` is the first of a shard. Of initial states from a file, which a merge does not have, that of the journal
// counts as given: then the seed, which draws training windows alone, is compared with nothing. Throws DataError.
void require_made_by(const DatasetPlan& plan, Split split, const std::filesystem::path& journal,
                     const DrawnBatch& block);

}  // namespace cchnn
