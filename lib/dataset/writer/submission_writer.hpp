#pragma once
// Trajectories -> a submission, in the format that its name promises: a NumPy archive (npz_submission.hpp) for .npz,
// otherwise HDF5 (dataset_writer.hpp). An archive holds what is scored and who made it, x, v or q, qdot, t and the
// texts; it is made of an HDF5 file in the directory for temporary files, so that memory does not grow here either.

#include <filesystem>
#include <memory>
#include <string>

#include "dataset/writer/dataset_writer.hpp"

namespace cchnn {

// What is wrong with a name for a submission: that of a format that is not written, such as .json or .npy, whose
// readers would find HDF5. "" for a fitting one; a name may end in anything else, "lr0.001" say.
std::string wrong_suffix(const std::filesystem::path& path);

class SubmissionWriter {
  public:
    // Throws as DatasetWriter; IoError too when the archive cannot be made.
    SubmissionWriter(const std::filesystem::path& path, const DatasetDescription& description,
                     const ConstrainedSystem& system, bool overwrite);
    ~SubmissionWriter();
    SubmissionWriter(const SubmissionWriter&) = delete;
    SubmissionWriter& operator=(const SubmissionWriter&) = delete;

    void append(const TrajectoryBatch& batch);
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
