#include "integrate/trajectory_arrays.hpp"

#include <doctest/doctest.h>

#include <numeric>
#include <stdexcept>

#include "dataset/dataset_layout.hpp"

using namespace cchnn;

namespace {

// Two trajectories of three samples, with other numbers in each array.
TrajectoryBatch example(double first) {
    TrajectoryBatch batch;
    batch.count = 2;
    batch.samples = 3;
    for (const TrajectoryArray& array : trajectory_arrays) {
        std::vector<double>& values = batch.*array.values;
        values.resize(array.each_sample ? 12 : 4);
        std::iota(values.begin(), values.end(), first += 100);
    }
    batch.outcomes.resize(2);
    return batch;
}

}  // namespace

TEST_CASE("every array of a batch is in the table of arrays, and has a row in the layout of files") {
    // Beside its arrays a batch has a number, four sizes, two counts, and the outcomes.
    CHECK(sizeof(TrajectoryBatch) == std::size(trajectory_arrays) * sizeof(std::vector<double>) +
                                         sizeof(std::vector<Outcome>) + sizeof(std::uint64_t) + 4 * sizeof(int) +
                                         2 * sizeof(long));
    for (const TrajectoryArray& array : trajectory_arrays) {
        CAPTURE(array.path);
        const ArrayLayout& layout = array_layout(array.path);
        CHECK(layout.axes.at(0) == "trajectory");
        CHECK((layout.axes.size() > 1 && layout.axes[1] == "t") == array.each_sample);
        CHECK(layout.element == float64);
    }
    for (const TrajectoryArray& array : kept_arrays) CHECK(array.from != TrajectoryArray::From::states);
    CHECK(kept_arrays.size() + 2 == std::size(trajectory_arrays));
}

TEST_CASE("a trajectory is copied with all arrays but drawn and lacking ones, other lengths are an error") {
    TrajectoryBatch source = example(0), target = example(5000);
    const TrajectoryBatch before = target;
    source.outcomes[1].accepted = 7;
    target.q.clear();
    source.q.clear();
    copy_trajectory(source, 1, target, 0);
    CHECK(target.outcomes[0].accepted == 7);
    CHECK(target.parameters == before.parameters);
    for (const TrajectoryArray& array : trajectory_arrays) {
        if (array.values == &TrajectoryBatch::parameters || array.values == &TrajectoryBatch::q) continue;
        CAPTURE(array.path);
        const std::vector<double>&from = source.*array.values, &to = target.*array.values, &had = before.*array.values;
        const std::size_t width = from.size() / 2;
        for (std::size_t k = 0; k < width; ++k) {
            CHECK(to[k] == from[width + k]);
            CHECK(to[width + k] == had[width + k]);
        }
    }
    target.work.clear();
    CHECK_THROWS_WITH_AS(copy_trajectory(source, 1, target, 0),
                         "/work has other lengths in the batch that is copied to", std::logic_error);
}
