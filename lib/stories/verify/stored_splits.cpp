#include "stories/verify/stored_splits.hpp"

#include <utility>

#include "core/counted.hpp"
#include "core/errors.hpp"
#include "core/sha256.hpp"
#include "dataset/reader/trajectory_file.hpp"

namespace cchnn {

std::vector<SplitContent> stored_splits(const std::filesystem::path& directory, std::vector<SplitContent> splits) {
    for (SplitContent& split : splits) {
        const std::filesystem::path file = directory / split.file;
        if (!std::filesystem::exists(file)) throw DataError(file.string(), "is missing, but manifest.json names it");
        ContentDigest digest = TrajectoryFile(file).digests();
        split.truth_digest = std::move(digest.truth);
        split.content_digest = std::move(digest.content);
        split.array_digests = std::move(digest.arrays);
        split.file_sha256 = sha256_of_file(file);
    }
    return splits;
}

std::string compared_digests(const std::vector<SplitContent>& splits) {
    std::size_t arrays = 0;
    for (const SplitContent& split : splits) arrays += split.array_digests.size();
    return arrays > 0 ? counted(arrays, "array") : "none is listed; digests of the whole content agree";
}

}  // namespace cchnn
