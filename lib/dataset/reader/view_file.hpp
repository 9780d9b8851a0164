#pragma once
// A view opened for reading. Views come from strangers: what find_unsafe_content() refuses is refused, and types, shapes and
// numbers of samples are checked. Throws IoError, DataError with every problem.

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "dataset/view_description.hpp"

namespace cchnn {

// Whether an HDF5 file says that it is a view.
bool is_view(const std::filesystem::path& path);

class ViewFile {
  public:
    explicit ViewFile(const std::filesystem::path& path);
    ~ViewFile();
    ViewFile(ViewFile&&) noexcept;
    ViewFile& operator=(ViewFile&&) noexcept;

    const ViewDescription& info() const;  // with content_digest as stored
    // Digest of what the file holds now.
    std::string content_digest() const;
    // Throws DataError where it is not the stored one.
    void require_unchanged() const;
    // Trajectories first .. first + count - 1. Velocities of a view without them are empty. Throws DataError where
    // numbers of samples do not increase or are none of the truth's.
    std::vector<ObservedTrajectory> read(std::uint64_t first, std::uint64_t count) const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace cchnn
