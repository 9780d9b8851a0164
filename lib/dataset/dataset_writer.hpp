#pragma once
// Trajectories -> one HDF5 file of a dataset or a submission, laid out as schemas/dataset.md says.
// Written to a temporary name beside the final one, synced, renamed by finish(): a file that exists is complete.
// Without finish() the destructor removes the temporary file. Memory does not grow with the number of trajectories.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "integrate/trajectory.hpp"
#include "mechanics/constrained_system.hpp"
#include "sample/sampler.hpp"

namespace cchnn {

struct DatasetDescription {
    std::string kind;           // "dataset" or "submission"
    std::string split;          // "train", "valid", "test"; "" for a submission from given states
    std::uint64_t seed = 0;
    std::uint64_t count = 0;    // N, all of them will be appended
    TimeGrid times;
    std::string system_json;    // SystemSpec::json
    std::string protocol_json;  // to_json(Protocol); "" when not ours (a model's submission)
    bool chunks = false;        // train: also /chunks, pieces of chunk_length samples, one per trajectory
    int chunk_length = 5;       // L; trajectories are cut into floor(T/L) pieces
    // Submissions only:
    std::string model;          // name of the model
    std::string notes;
    std::string answers_digest; // content digest of the test set that this answers; "" if none
};

class DatasetWriter {
  public:
    // Throws IoError (directory missing, no permission, file exists and !overwrite).
    DatasetWriter(const std::filesystem::path& path, const DatasetDescription& description,
                  const ConstrainedSystem& system, bool overwrite);
    ~DatasetWriter();
    DatasetWriter(const DatasetWriter&) = delete;
    DatasetWriter& operator=(const DatasetWriter&) = delete;

    // Batches in order: batch.first is the number of trajectories appended so far.
    void append(const TrajectoryBatch& batch);

    // Makes the file visible under its final name. Returns its content digest (64 hex digits).
    std::string finish();

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace cchnn
