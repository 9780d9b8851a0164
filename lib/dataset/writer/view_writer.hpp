#pragma once
// Writes a view to one HDF5 file in the layout of schemas/view.md. As with dataset_writer.hpp a file with its
// final name is complete.

#include <filesystem>
#include <memory>
#include <span>
#include <string>

#include "dataset/view_description.hpp"

namespace cchnn {

class ViewWriter {
  public:
    // Throws IoError.
    ViewWriter(const std::filesystem::path& path, const ViewDescription& description, bool overwrite);
    ~ViewWriter();
    ViewWriter(const ViewWriter&) = delete;
    ViewWriter& operator=(const ViewWriter&) = delete;

    // Appends the observations of the next trajectory. `times` are the times of all samples of the dataset (T)
    // [s], `inputs` the inputs at those samples (T, inputs), which nothing hides.
    void append(const ObservedTrajectory& seen, const std::vector<double>& times, std::span<const double> inputs);
    // The content digest (content_digest.hpp).
    std::string finish();

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace cchnn
