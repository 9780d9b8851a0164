#pragma once
// Describes a file for `cchnn-gen info`: a dataset or a submission (HDF5, .npz), the manifest of a dataset, a
// shard, a system, or a document; what it contains, its digests, and what made it. Only attributes and
// documents are read; nothing is recomputed, which is the task of `cchnn-gen verify`.

#include <filesystem>
#include <string>

namespace cchnn {

// A JSON object as text, whose first keys are "path" and "kind": "dataset", "submission", "manifest", "shard",
// "unfinished run", "view", "system", "corpus", "corpus shard", "corpus index", "recipe", or one of document_info.hpp; the others, in the order in which a reader wants them, are those that the file says. A directory
// is what its manifest.json, job.json, view.json, suite.lock.json, corpus.json, environments.json, board.json,
// entry.json or round.json says, or the export in it. Throws IoError; DataError or SpecError for a file that is none of
// these, or a damaged one.
std::string file_info(const std::filesystem::path& path);

}  // namespace cchnn
