#pragma once
// Compares what a manifest states about a set with what the set's file says and holds. verify uses it.

#include <filesystem>
#include <string>
#include <vector>

#include "dataset/content_digest.hpp"
#include "dataset/documents/lock_file.hpp"
#include "dataset/reader/trajectory_file.hpp"

namespace cchnn {

// A published manifest may describe the same content in other bytes; the one beside a file describes its bytes.
enum class ManifestIs { beside, elsewhere };

// All differing facts: "train.h5: seed is 3, the manifest says 4". Compared are name and text of the system, split,
// protocol, seed, counts, steps, dt, window length, outcomes, optional arrays, and the digests of content, reference
// and bytes. compare_digests() compares single arrays. Throws IoError, DataError.
// Each difference is one sentence for the user, and all of them are returned: one wrong fact does not hide
// another.
std::vector<std::string> differing_facts(const LockFile& lock, const SplitContent& said, const TrajectoryFile& file,
                                         const ContentDigest& digests, ManifestIs place);

// Files of sets that the manifest does not name: "valid.h5 exists, but the manifest does not name it".
std::vector<std::string> unknown_sets(const LockFile& lock, const std::vector<std::filesystem::path>& files);

}  // namespace cchnn
