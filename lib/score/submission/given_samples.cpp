#include "score/submission/given_samples.hpp"

#include <algorithm>
#include <limits>

#include "core/errors.hpp"
#include "core/option.hpp"
#include "core/to_size.hpp"

namespace cchnn {

namespace fs = std::filesystem;

ViewFile view_of_test_set(const fs::path& path, const TrajectoryFile& truth, const std::string& flag) {
    if (fs::is_directory(path))
        throw IoError(path.string(), "is a directory; give its file for the test set, " + (path / "test.h5").string());
    ViewFile view(path);
    view.require_unchanged();
    const std::string wanted = truth.truth_digest(), found = view.info().truth_digest;
    if (found != wanted)
        throw UsageError(flag, path.string() + " is a view of the reference solution " + found.substr(0, 12) + ", " +
                                   truth.path().string() + " is " + wanted.substr(0, 12) +
                                   "; give the view of this test set");
    const TrajectoryFileInfo& info = truth.info();
    const bool fits = view.info().count == info.count && view.info().truth_samples == info.samples &&
                      std::ranges::all_of(view.info().seen, [&](int node) { return node < info.nodes; });
    if (!fits)
        throw DataError(path.string(),
                        "does not have the trajectories, samples and nodes of the reference solution that it names");
    return view;
}

GivenSamples::GivenSamples(const TrajectoryFile& truth, int context, const fs::path& view)
    : truth_(truth), context_(context) {
    if (view.empty()) return;
    view_.emplace(view_of_test_set(view, truth, option("view")));
    if (!view_->info().recipe.camera.empty())
        throw UsageError(option("view"),
                         view.string() + " shows what a camera sees; a context needs the axes of the test set");
}

// Without a view the first K samples of the test set. With one, samples are placed by their index in the trajectory, as
// a view need not have all of them; those at K or later are not context.
void GivenSamples::read(std::uint64_t first, std::uint64_t count, std::vector<double>& x,
                        std::vector<double>& v) const {
    if (!view_) return truth_.read_first(first, count, context_, x, v);
    const std::size_t nodes = truth_.info().nodes, axes = truth_.info().dimension;
    const std::size_t state = nodes * axes, trajectory = context_ * state;
    const std::vector<int>& seen = view_->info().seen;
    x.assign(count * trajectory, std::numeric_limits<double>::quiet_NaN());
    v = x;
    const std::vector<ObservedTrajectory> observed = view_->read(first, count);
    for (std::size_t i = 0; i < count; ++i) {
        const ObservedTrajectory& one = observed[i];
        for (std::size_t k = 0; k < one.samples.size() && one.samples[k] < context_; ++k)
            for (std::size_t j = 0; j < seen.size(); ++j) {
                const std::size_t from = (k * seen.size() + j) * axes;
                const std::size_t to = i * trajectory + one.samples[k] * state + to_size(seen[j]) * axes;
                std::copy_n(&one.x[from], axes, &x[to]);
                if (!one.v.empty()) std::copy_n(&one.v[from], axes, &v[to]);
            }
    }
}

}  // namespace cchnn
