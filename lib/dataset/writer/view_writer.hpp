#pragma once
// A view -> one HDF5 file, laid out as schemas/view.md says; complete or not there, as dataset_writer.hpp.

#include <filesystem>
#include <memory>
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

    // In order. `times` are all samples of the truth (T), s.
    void append(const ObservedTrajectory& seen, const std::vector<double>& times);
    // The content digest (content_digest.hpp).
    std::string finish();

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace cchnn
