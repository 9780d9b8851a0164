#pragma once
// Trajectories -> one HDF5 file of a dataset or a submission, laid out as schemas/dataset.md says.
// Written to a temporary name beside the final one, synced, renamed by finish(): a file that exists is complete.
// Without finish() the destructor removes the temporary file. Memory does not grow with the number of trajectories.

#include <filesystem>
#include <memory>
#include <string>

#include "dataset/content_digest.hpp"
#include "dataset/dataset_description.hpp"
#include "files/atomic_file.hpp"
#include "integrate/derived_arrays.hpp"
#include "integrate/trajectory.hpp"
#include "mechanics/constrained_system.hpp"

namespace cchnn {

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
    // 0x7ff8000000000000. Of an ensemble all members of a trajectory follow each other. Submissions need no energy and no outcomes; `derived` are the arrays of description.with.
    // Throws IoError (disk full), std::invalid_argument.
    void append(const TrajectoryBatch& batch, const DerivedArrays& derived = {});

    // Of a submission, once it is known; before finish().
    void set_rollout_time(const RolloutTime& time);

    // Makes the file visible under its final name, once all N trajectories are there. Returns its content digest
    // (64 hex digits): of rows as they were appended, of everything else as the file holds it.
    std::string finish(Sync sync = Sync::now);
    // The same with the digest of each array; after finish().
    const ContentDigest& content() const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace cchnn
