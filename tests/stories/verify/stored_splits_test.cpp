#include "stories/verify/stored_splits.hpp"

#include <doctest/doctest.h>

#include "dataset/changed_number.hpp"
#include "dataset/documents/lock_file.hpp"
#include "stories/story_fixture.hpp"

using namespace cchnn_test;

TEST_CASE("stored splits: digests are those of the files, and a file that is missing is an error") {
    const ScratchDirectory scratch;
    const fs::path made = generate(load_system("chain_pendulum_1"), small(scratch.path(), 2, 0, 2)).directory;
    const std::vector<SplitContent> said = read_lock_file(made / "manifest.json").splits;
    CHECK(compare_digests(said, stored_splits(made, said)).empty());
    CHECK(stored_splits(made, said)[1].truth_digest == said[1].truth_digest);
    cchnn_test::set_number(made / "test.h5", "/x", {1, 3, 0, 0}, 0.5);
    const std::vector<SplitContent> found = stored_splits(made, said);
    const std::vector<DigestDifference> differences = compare_digests(said, found);
    REQUIRE(differences.size() == 1);
    CHECK(differences[0].split == "test");
    CHECK(differences[0].array == "/x");
    CHECK(found[1].truth_digest != said[1].truth_digest);
    CHECK(found[1].file_sha256 != said[1].file_sha256);
    fs::remove(made / "train.h5");
    CHECK(contains_text(complaint([&] { stored_splits(made, said); }),
                        "invalid input: " + (made / "train.h5").string() + ": is missing"));
}
