#pragma once
// The documents beside the .h5 files in the directory of a dataset. All of them are functions of (system,
// integration settings, seed, counts, given states and inputs, options, publication); they contain no host name, path
// or time of generation, so that a regenerated directory is byte for byte the same.
//
//   manifest.json   tool version, system, protocol, seed; of every split: counts, times, digests, outcomes; the lock
//                   file of the dataset (lock_file.hpp)
//   README.md       dataset card: what it is, arrays, how to read it, how to generate it again
//   croissant.json  the same for machines that know nothing of this format (croissant.hpp)
//   SHA256SUMS      of every file above and the .h5 files; `sha256sum -c SHA256SUMS` checks a download
//
// Functions throw IoError, and DataError if the file of a split does not agree with its digests.

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "dataset/content_digest.hpp"
#include "dataset/documents/publication.hpp"
#include "integrate/derived_choice.hpp"
#include "spec/system_spec.hpp"

namespace cchnn {

// A file from which a dataset takes initial states or inputs instead of drawing them: its name, without its directory,
// and the digest of its content. The file itself is not part of the dataset.
struct GivenFile {
    std::string file, sha256;
};

// The names of all files that a dataset's directory can have.
const std::vector<std::string>& dataset_files();

// What a manifest says about one set. describe_split() makes it from a file, read_lock_file() from a manifest.
struct SplitContent {
    std::string split;        // "train"
    std::string file;         // "train.h5", in the directory of the manifest
    std::uint64_t count = 0;  // N
    int samples = 0, nodes = 0, dimension = 0, coordinates = 0;
    double dt = 0;                                  // s
    int chunk_length = 0;                           // samples of a training chunk; 0: no chunks
    std::uint64_t resampled = 0;                    // trajectories whose initial state had to be drawn more than once
    std::map<std::string, std::uint64_t> outcomes;  // "completed" -> number of trajectories
    std::string truth_digest, content_digest, file_sha256;           // truth_digest "" in locks of before 0.2.0
    std::uint64_t file_bytes = 0;                                    // not in the manifest
    std::vector<std::pair<std::string, std::string>> array_digests;  // path -> SHA-256 of its values
};

// What the documents are made from; DatasetPlan::manifest() and import_arrays() fill it.
struct ManifestContent {
    std::string system_name, system_title, system_description, system_reference, system_json;
    Units units;  // of every number in the files
    std::string protocol_json;
    std::uint64_t seed = 0;
    bool draw_again = true;  // trajectories that cannot be integrated
    bool lyapunov = false;   // the files also hold the largest Lyapunov exponent
    std::string command;     // the exact command that makes the directory again, without host or path
    std::vector<SplitContent> splits;
    Publication publication = {};
    std::optional<int> compress = std::nullopt;      // level of deflate
    std::optional<GivenFile> states = std::nullopt;  // initial states that were given, not drawn
    std::optional<GivenFile> inputs = std::nullopt;  // inputs likewise
    DerivedChoice with = {};                         // what the files hold on request

    bool imported() const;  // made elsewhere
};

// Describes a finished file by reading all of it. `resampled` is the one fact that the file does not contain.
SplitContent describe_split(const std::filesystem::path& file, std::uint64_t resampled);
// The same without reading the arrays again; digests and outcomes are known from writing the file.
SplitContent describe_split(const std::filesystem::path& file, std::uint64_t resampled, const ContentDigest& content,
                            std::map<std::string, std::uint64_t> outcomes);

// Whether the integration settings of a dataset say that it was made elsewhere.
bool is_imported(const std::string& protocol_json);

// manifest.json as text.
std::string manifest_json(const ManifestContent& content);

// Writes the four documents, each atomically; SHA256SUMS comes last because it contains the digests of the
// others. The StagedDirectory around them syncs them.
void write_manifest(const std::filesystem::path& directory, const ManifestContent& content);

}  // namespace cchnn
