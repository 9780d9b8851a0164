#pragma once
// Trajectories -> one HDF5 file of a dataset or a submission, laid out as schemas/dataset.md says.
// Written to a temporary name beside the final one, synced, renamed by finish(): a file that exists is complete.
// Without finish() the destructor removes the temporary file. Memory does not grow with the number of trajectories.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "coordinates/generalised_coordinates.hpp"
#include "dataset/content_digest.hpp"
#include "graph/body_graph.hpp"
#include "integrate/trajectory.hpp"
#include "lyapunov/mean_interval.hpp"
#include "mechanics/constrained_system.hpp"
#include "sample/sampler.hpp"

namespace cchnn {

// Which body owns a node, and as which of its nodes (0 is the centre of mass).
struct NodeLabel {
    std::string body;
    int index_in_body = 0;
    bool operator==(const NodeLabel&) const = default;
};
std::vector<NodeLabel> node_labels(const BodyGraph& graph);

// The largest Lyapunov exponent, 1/s, and how it was found (lyapunov/lyapunov.hpp).
struct LyapunovRecord {
    MeanInterval largest;
    std::string json;
};

struct DatasetDescription {
    std::string kind;   // "dataset" or "submission"
    std::string split;  // "train", "valid", "test"; "" for a submission from given states
    std::uint64_t seed = 0;
    std::uint64_t count = 0;  // N, all of them will be appended
    TimeGrid times;
    std::string system_json;             // SystemSpec::json; "": no /system at all (submissions)
    Units units;                         // of every number in the file
    std::vector<VariedProperty> varied;  // then datasets also hold their values, one row a trajectory
    bool dissipative = false;            // then batches and datasets also say how much energy was lost
    std::vector<NodeLabel> nodes;        // node_labels(graph), n of them; written with /system
    // Generalised coordinates (table()): a dataset holds q, qdot beside x, v; a submission in their place.
    std::vector<Coordinate> coordinates;
    std::string why_no_coordinates;  // of a dataset that has none; "" says nothing about them
    std::string protocol_json;       // to_json(Protocol); "" when not ours (a model's submission)
    bool bounded = false;            // datasets: batches have error bounds and valid_until
    double bound_level = 0;          // of valid_until; not read back
    std::optional<LyapunovRecord> lyapunov = std::nullopt;  // datasets, on request
    bool chunks = false;   // train: also /chunks, pieces of chunk_length samples, one per trajectory
    int chunk_length = 5;  // L; trajectories are cut into floor(T/L) pieces
    int deflate = 0;       // level of compression, 1 .. 9, of what grows by trajectory; 0: none. Not read back
    // Submissions only:
    std::string model;  // name of the model
    std::string notes;
    std::string answers_digest;  // content digest of the test set that this answers; "" if none
};

class DatasetWriter {
  public:
    // Throws IoError (directory missing, no permission, file exists and !overwrite), UsageError (chunks longer than a
    // trajectory), std::invalid_argument (a description that contradicts itself or the system). The threads compress.
    DatasetWriter(const std::filesystem::path& path, const DatasetDescription& description,
                  const ConstrainedSystem& system, bool overwrite, int threads = 1);
    ~DatasetWriter();
    DatasetWriter(const DatasetWriter&) = delete;
    DatasetWriter& operator=(const DatasetWriter&) = delete;

    // Batches in order: batch.first is the number of trajectories appended so far. A NaN is stored as the one quiet NaN
    // 0x7ff8000000000000. Submissions need no energy and no outcomes. Throws IoError (disk full),
    // std::invalid_argument.
    void append(const TrajectoryBatch& batch);

    // Makes the file visible under its final name, once all N trajectories are there. Returns its content digest
    // (64 hex digits): of rows as they were appended, of everything else as the file holds it.
    std::string finish();
    // The same with the digest of each array; after finish().
    const ContentDigest& content() const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace cchnn
