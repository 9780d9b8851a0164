#include "dataset/documents/dataset_card.hpp"

#include <doctest/doctest.h>

#include "stories/story_fixture.hpp"

using namespace cchnn;
using cchnn_test::contains_text;

namespace {

// Of a file that holds these arrays.
std::string card_of(const std::vector<std::string>& arrays, const std::string& system_json = "") {
    ManifestContent content;
    content.system_name = "a_system";
    content.system_json = system_json;
    SplitContent split;
    split.split = "train";
    split.file = "train.h5";
    split.count = 20;
    split.samples = 30;
    split.nodes = 3;
    split.dimension = 2;
    split.coordinates = 4;
    split.chunk_length = 5;
    for (const std::string& array : arrays) split.array_digests.emplace_back(array, "");
    content.splits.push_back(split);
    return dataset_card(content);
}

}  // namespace

TEST_CASE("a card says of which kind the system is: damped, rolling, or Hamiltonian") {
    CHECK(contains_text(card_of({"/x"}), "Trajectories of a constrained Hamiltonian system, generated"));
    CHECK(
        contains_text(card_of({"/x", "/dissipated"}), "Trajectories of a constrained mechanical system with damping"));
    CHECK(contains_text(card_of({"/x", "/system/constraints/up", "/system/dynamics"}),
                        "Trajectories of a nonholonomic system (energy is conserved"));
    CHECK(contains_text(card_of({"/x", "/dissipated", "/system/constraints/up", "/system/dynamics"}),
                        "Trajectories of a nonholonomic system with damping"));
    CHECK(
        contains_text(card_of({"/x", "/system/dynamics"}),
                      "Trajectories of a constrained mechanical system with forces that depend on velocities and do no "
                      "work (energy is conserved; p = M v is not the canonical momentum)"));
}

TEST_CASE("a card calls a system constrained, driven or Hamiltonian only if it is") {
    const std::string free = R"({"constraints": []})", held = R"({"constraints": [{"type": "Link"}]})";
    CHECK(contains_text(card_of({"/x"}, free), "Trajectories of a Hamiltonian system, generated"));
    CHECK(contains_text(card_of({"/x"}, "{}"), "Trajectories of a Hamiltonian system, generated"));
    CHECK(contains_text(card_of({"/x"}, held), "Trajectories of a constrained Hamiltonian system, generated"));
    CHECK(contains_text(card_of({"/x", "/work"}, held),
                        "Trajectories of a constrained mechanical system that is driven (its energy changes by the "
                        "work done on it)"));
    CHECK(contains_text(card_of({"/x", "/work", "/dissipated"}, free),
                        "Trajectories of a mechanical system that is driven, with damping"));
    CHECK(contains_text(card_of({"/x"}, free), "- hamiltonian\n"));
    for (const char* array : {"/work", "/dissipated", "/system/dynamics"})
        CHECK_FALSE(contains_text(card_of({"/x", array}, free), "- hamiltonian\n"));
}

TEST_CASE("a card gives shapes in axes, and once how long these are") {
    const std::string card = card_of({"/x", "/system/bodies/mass"});
    CHECK(contains_text(card,
                        "Shapes are in axes: trajectory 20, t 30, node 3, axis 2, coordinate 4, sample (of a "
                        "training window) 5.\n"));
    CHECK(contains_text(card, "| `/x` | (trajectory, t, node, axis) | float64 |"));
    CHECK(contains_text(card, "| `/system/bodies/mass` | (body,) | float64 |"));
}

TEST_CASE("a card says how to cite the dataset, by who made it where that is known and by its digests") {
    ManifestContent content;
    content.system_name = "a_system";
    content.system_title = "A {b} system";
    SplitContent split;
    split.split = "test";
    split.count = 20;
    split.truth_digest = std::string(64, 'c');
    content.splits.push_back(split);
    const std::string unknown = dataset_card(content);
    CHECK(contains_text(unknown, "## Citation\n\n```bibtex\n@misc{cchnn-data-a_system-cccccccccccc,\n"));
    CHECK(contains_text(unknown, "  title = {A (b) system (\\texttt{a\\_system}): 20 test trajectories},\n"));
    CHECK(contains_text(unknown, "test \\texttt{" + split.truth_digest + "}},\n}\n"));
    CHECK(contains_text(unknown, std::string("@misc{cchnn,\n")));
    const std::string of_data = unknown.substr(0, unknown.find("@misc{cchnn,\n"));  // the program's own entry follows
    CHECK_FALSE(contains_text(of_data, "author"));                                  // only who publishes knows
    CHECK_FALSE(contains_text(of_data, "year"));
    content.publication = {"CC-BY-4.0", "https://example.org/a_b", {"The A and B group", "N. N."}, "2026-01-31"};
    const std::string known = dataset_card(content);
    CHECK(contains_text(known, "  author = {{The A and B group} and {N. N.}},\n  year = {2026},\n"));
    CHECK(contains_text(known, "  howpublished = {\\texttt{https://example.org/a\\_b}},\n"));
}
