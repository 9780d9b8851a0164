#pragma once
// Writes trajectories to a submission in the format that its name promises: a NumPy archive
// (npz_submission.hpp) for .npz, otherwise HDF5 (dataset_writer.hpp). An archive contains what is scored and
// who made it: x, v or q, qdot, derivatives, t and texts. It is made from a temporary HDF5 file, so that memory does not
// grow with the number of trajectories.

#include <filesystem>
#include <memory>
#include <string>

#include "dataset/writer/dataset_writer.hpp"

namespace cchnn {

// Why a name does not fit a submission; "" if it does. Names of formats that are not written, such as .json or
// .npy, are rejected, because their readers would find HDF5. Any other ending, "lr0.001" for instance, is
// accepted.
std::string wrong_suffix(const std::filesystem::path& path);

class SubmissionWriter {
  public:
    // Throws as DatasetWriter; IoError too when the archive cannot be made.
    SubmissionWriter(const std::filesystem::path& path, const DatasetDescription& description,
                     const ConstrainedSystem& system, bool overwrite);
    ~SubmissionWriter();
    SubmissionWriter(const SubmissionWriter&) = delete;
    SubmissionWriter& operator=(const SubmissionWriter&) = delete;

    void append(const TrajectoryBatch& batch, const DerivedArrays& derived = {});
    void set_rollout_time(const RolloutTime& time);  // before finish()
    std::string finish();                            // the content digest: the same for both formats

  private:
    struct Archive;
    std::unique_ptr<Archive> archive_;  // of .npz
    DatasetDescription description_;
    std::string system_;
    std::unique_ptr<DatasetWriter> writer_;
};

}  // namespace cchnn
