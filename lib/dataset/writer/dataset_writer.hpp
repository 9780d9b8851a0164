#pragma once
// Writes trajectories to one HDF5 file, a dataset or a submission in the layout of schemas/dataset.md.
//
// The file has a temporary name beside the final one until finish() syncs and renames it, so a file with its
// final name is complete. Without finish() the destructor removes it. Memory does not grow with the number of
// trajectories. Rows of trajectories are hashed while they are written, so finish() reads only the arrays without a
// row for each trajectory.

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

// SplitWriter (stories/generate), import_arrays() and SubmissionWriter make one, call append() for every batch,
// and finish(). check_tables() (stories/verify) makes one for a file without trajectories.
class DatasetWriter {
  public:
    // Throws IoError (directory missing, no permission, file exists and !overwrite), UsageError (chunks longer than a
    // trajectory, a model name or notes that are too long), std::invalid_argument (a description that contradicts
    // itself or the system). The threads compress.
    DatasetWriter(const std::filesystem::path& path, DatasetDescription description, const ConstrainedSystem& system,
                  bool overwrite, int threads = 1);
    ~DatasetWriter();
    DatasetWriter(const DatasetWriter&) = delete;
    DatasetWriter& operator=(const DatasetWriter&) = delete;

    // Appends a batch. Batches come in order: batch.first is the number of trajectories appended so far. All
    // NaNs are stored as the quiet NaN 0x7ff8000000000000, so that digests do not depend on the processor. Of
    // an ensemble, all members of a trajectory follow one another. Submissions need no energy and no outcomes;
    // `derived` holds the arrays of description.with. Throws IoError (disk full), std::invalid_argument.
    void append(const TrajectoryBatch& batch, const DerivedArrays& derived = {});

    // Of a submission, once it is known; before finish().
    void set_rollout_time(const RolloutTime& time);

    // Gives the file its final name, once all N trajectories are appended. Returns the content digest (64 hex
    // digits), computed from the digests of the appended rows and from everything else as the file holds it.
    std::string finish(Sync sync = Sync::now);
    // The same with the digest of each array; after finish().
    const ContentDigest& content() const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace cchnn
