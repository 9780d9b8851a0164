#pragma once
// The context of a forecast: the first K samples of each trajectory of a test set, or what a view saw of them.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "dataset/reader/trajectory_file.hpp"
#include "dataset/reader/view_file.hpp"

namespace cchnn {

// The view of a test set in a file. Throws IoError, DataError, and UsageError under the name of `flag`: a view of
// another one.
ViewFile view_of_test_set(const std::filesystem::path& path, const TrajectoryFile& truth, const std::string& flag);

// Reads the contexts of one test set for naive forecasts and templates; holds the view, if there is one.
class GivenSamples {
  public:
    // view: "" for the samples of the test set itself, which must outlive this; or a file of a view. Throws as
    // view_of_test_set(), and UsageError where the view shows other axes than those of the test set.
    GivenSamples(const TrajectoryFile& truth, int context, const std::filesystem::path& view);

    int context() const { return context_; }
    // Trajectories first .. first + count - 1, (count, K, n, d). What the view has not seen is NaN.
    void read(std::uint64_t first, std::uint64_t count, std::vector<double>& x, std::vector<double>& v) const;
    // Content digest of the view; "" without one.
    std::string view_digest() const { return view_ ? view_->info().content_digest : ""; }

  private:
    const TrajectoryFile& truth_;
    int context_;
    std::optional<ViewFile> view_;
};

}  // namespace cchnn
