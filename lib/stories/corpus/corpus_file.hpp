#pragma once
// Drawn systems as one HDF5 file (schemas/corpus.md): a row for each system in tables and regular arrays, and the
// states of all of them one after the other in /x and /v, which /offsets and /shapes cut. They are contiguous, so
// that a loader may map them into memory.

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "corpus/drawn_system.hpp"

namespace cchnn {

class Hdf5File;

inline constexpr std::uint64_t systems_of_a_shard = 100;
std::string shard_name(std::uint64_t shard);  // "shard-00000.h5"
std::uint64_t shards_of(std::uint64_t systems);

// What makes the systems of a file, apart from their numbers.
struct CorpusJob {
    std::string recipe_json;
    std::uint64_t seed = 0;
    std::uint64_t trajectories = 0, samples = 0;
};

// Returns the content digest (dataset/content_digest.hpp). All systems have the trajectories and samples of the job.
std::string write_systems(const std::filesystem::path& path, const std::vector<DrawnSystem>& systems,
                          const CorpusJob& job, bool overwrite);

// What tables say of a system.
struct CorpusRow {
    std::uint64_t number = 0, attempt = 0;
    std::string graph, numbers;  // canonical id; SHA-256 of the text
    SystemLabels labels;
    double dt = 0, error_bound = 0;
    std::map<std::string, std::uint64_t> redrawn;
    std::uint64_t file = 0, row = 0;  // of its shard
};
CorpusRow row_of(const DrawnSystem& system);

struct StoredSystems {
    std::vector<CorpusRow> rows;
    std::string content_digest;
};
// Of a file that write_systems() wrote. Throws DataError where its recipe, seed or first number is not that of the job,
// or where its content differs from its digest.
StoredSystems stored_systems(const std::filesystem::path& path, const CorpusJob& job, std::uint64_t first);

// The table of all systems.
struct CorpusIndex {
    std::vector<CorpusRow> rows;
    std::vector<std::uint64_t> copy;     // how many systems before it have the same graph
    std::vector<std::uint8_t> selected;  // 1 where that is less than what was asked for
};
std::string write_index(const std::filesystem::path& path, const CorpusIndex& index, const CorpusJob& job);

// The attribute `kind`: "corpus shard", "corpus index"; "" of other files.
std::string kind_of(const Hdf5File& file);
// Of the root; "" and 0 without one.
std::string text_attribute(const Hdf5File& file, const std::string& name);
std::uint64_t number_attribute(const Hdf5File& file, const std::string& name);
// Of a column that counts or numbers. Throws DataError for other values.
std::vector<std::int64_t> whole_numbers(const Hdf5File& file, const std::string& path);

// A shard or index as it describes itself; `index` has rows alone. Throws DataError for other files.
struct CorpusTables {
    std::string kind, tool_version, content_digest, recipe_json;
    std::uint64_t seed = 0;
    CorpusIndex index;
};
CorpusTables read_tables(const std::filesystem::path& path);

// The text and the numbers of one system of a shard.
struct StoredStates {
    std::string json;
    std::vector<double> x, v, energy, error_bound, valid_until;
    std::vector<double> lyapunov;  // mean, low, high; empty without a label
};
StoredStates stored_states(const Hdf5File& shard, std::uint64_t row);

}  // namespace cchnn
