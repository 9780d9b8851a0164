#pragma once
// What a manifest states of a set, beside what the set's file says and holds.

#include <filesystem>
#include <string>
#include <vector>

#include "dataset/content_digest.hpp"
#include "dataset/documents/lock_file.hpp"
#include "dataset/reader/trajectory_file.hpp"

namespace cchnn {

// A published manifest may be of the same content in other bytes; the one beside a file is of its bytes.
enum class ManifestIs { beside, elsewhere };

// "train.h5: seed is 3, the manifest says 4", one a fact: name and text of the system, split, protocol, seed, counts,
// steps, dt, length of chunks, outcomes, what is held on request, digests of content, truth and bytes. Arrays one by
// one are compare_digests(). Throws IoError, DataError.
std::vector<std::string> differing_facts(const LockFile& lock, const SplitContent& said, const TrajectoryFile& file,
                                         const ContentDigest& digests, ManifestIs place);

// Sets whose files are there and which the manifest does not name: "valid.h5 is there, and ...".
std::vector<std::string> unknown_sets(const LockFile& lock, const std::vector<std::filesystem::path>& files);

}  // namespace cchnn
