#include "dataset/documents/dataset_card.hpp"

#include <doctest/doctest.h>

#include "stories/story_fixture.hpp"

using namespace cchnn;
using cchnn_story_test::contains_text;

namespace {

// Of a file that holds these arrays.
std::string card_of(const std::vector<std::string>& arrays) {
    ManifestContent content;
    content.system_name = "a_system";
    SplitContent split;
    split.split = "train", split.file = "train.h5", split.count = 20;
    split.samples = 30, split.nodes = 3, split.dimension = 2, split.coordinates = 4, split.chunk_length = 5;
    for (const std::string& array : arrays) split.array_digests.emplace_back(array, "");
    content.splits.push_back(split);
    return dataset_card(content);
}

}  // namespace

TEST_CASE("a card says of which kind the system is: damped, rolling, or Hamiltonian") {
    CHECK(contains_text(card_of({"/x"}), "Trajectories of a constrained Hamiltonian system, generated"));
    CHECK(
        contains_text(card_of({"/x", "/dissipated"}), "Trajectories of a constrained mechanical system with damping"));
    CHECK(contains_text(card_of({"/x", "/system/dynamics"}),
                        "Trajectories of a nonholonomic system (energy is conserved"));
    CHECK(contains_text(card_of({"/x", "/dissipated", "/system/dynamics"}),
                        "Trajectories of a nonholonomic system with damping"));
}

TEST_CASE("a card gives shapes in axes, and once how long these are") {
    const std::string card = card_of({"/x", "/system/bodies/mass"});
    CHECK(contains_text(card,
                        "Shapes are in axes: trajectory 20, t 30, node 3, axis 2, coordinate 4, sample (of a "
                        "training window) 5.\n"));
    CHECK(contains_text(card, "| `/x` | (trajectory, t, node, axis) | float64 |"));
    CHECK(contains_text(card, "| `/system/bodies/mass` | (body,) | float64 |"));
}
