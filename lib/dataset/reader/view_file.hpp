#pragma once
// Opens a view (schemas/view.md) for reading. Views come from strangers: unsafe content (find_unsafe_content())
// is rejected, and types, shapes and numbers of samples are checked. Throws IoError, DataError with every
// problem, SpecError for a description in /view that is wrong.

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "dataset/view_description.hpp"

namespace cchnn {

// Whether an HDF5 file says that it is a view.
bool is_view(const std::filesystem::path& path);

// Owns the open file. observe(), make_suite(), scores with a context, parameter bounds and file_info() read views by
// it.
class ViewFile {
  public:
    explicit ViewFile(const std::filesystem::path& path);
    ~ViewFile();
    ViewFile(ViewFile&&) noexcept;
    ViewFile& operator=(ViewFile&&) noexcept;

    const ViewDescription& info() const;  // with content_digest as stored
    // The digest of what the file holds now.
    std::string content_digest() const;
    // Throws DataError if the digest is not the stored one.
    void require_unchanged() const;
    // Reads trajectories first .. first + count - 1. Without velocities in the view, `v` is empty. Throws
    // DataError if sample numbers do not increase or exceed those of the dataset.
    std::vector<ObservedTrajectory> read(std::uint64_t first, std::uint64_t count) const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace cchnn
