#include "dataset/writer/planned_arrays.hpp"

#include <doctest/doctest.h>

#include "dataset/dataset_fixture.hpp"

using namespace cchnn;
using namespace cchnn_test;

TEST_CASE("derived rows: those of the layout, by their paths") {
    const DerivedArrays derived{{1}, {2}, {3}, {4}, {5}, {6}, {7}, {8}, {9}, {10}};
    double sum = 0;
    for (const auto& [path, values] : derived_rows(derived)) {
        const ArrayLayout& layout = array_layout(path);
        CHECK(layout.axes[0] == "trajectory");
        CHECK((layout.axes[1] == "t" || path == "/sensitivity/basis"));
        sum += values->front();
    }
    CHECK(sum == 55);
}

TEST_CASE("derived rows: what was planned has to be there in full, and nothing else") {
    const Fixture fixture("chain_pendulum_2");  // 2 nodes in the plane, 2 rows, no coordinates in this description
    DatasetDescription description = fixture.dataset(4, 3);
    description.with = {true, false, true};
    const PlannedArrays planned(description, fixture.system);
    DerivedArrays derived;
    derived.acceleration.resize(2 * 3 * 4);
    derived.multipliers.resize(2 * 3 * 2);
    CHECK(fits(derived, planned, 2));
    CHECK_FALSE(fits(derived, planned, 3));
    derived.momentum.resize(2 * 3 * 4);
    CHECK_FALSE(fits(derived, planned, 2));

    const ScratchDirectory scratch;
    DatasetWriter writer(scratch / "a.h5", description, fixture.system, false);
    CHECK_THROWS_WITH_AS(writer.append(fixture.batch(0, 2, 3)),
                         "dataset writer: arrays of --with have another shape than the file", std::invalid_argument);
}
