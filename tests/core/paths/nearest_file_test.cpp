#include "core/paths/nearest_file.hpp"

#include <doctest/doctest.h>

#include "core/paths/read_file.hpp"
#include "files/hdf5_file.hpp"
#include "stories/story_fixture.hpp"

using namespace cchnn_test;

TEST_CASE("nearest file: of a name that is not there the nearest beside it, of one that is there none") {
    const ScratchDirectory scratch;
    for (const char* name : {"perturbed.h5", "train.h5", "test.h5"}) write_text(scratch / name, "");
    const std::string at = scratch.path().string();
    CHECK(file_suggestion(scratch / "perturbd.h5") == ", did you mean '" + at + "/perturbed.h5'?");
    CHECK(file_suggestion(scratch / "test.h5") == "");
    CHECK(file_suggestion(scratch / "something_else.json") == "");
    CHECK(file_suggestion(scratch / "no_directory/test.h5") == "");
    CHECK(file_suggestion("") == "");
}

TEST_CASE("nearest file: texts and HDF5 files that are not there are told with it") {
    const ScratchDirectory scratch;
    write_text(scratch / "pendulum.json", "");
    write_text(scratch / "test.h5", "");
    const std::string at = scratch.path().string();
    CHECK(complaint([&] { read_named_file(scratch / "pendulm.json", "a JSON file"); }) ==
          "io: " + at + "/pendulm.json: cannot be read: No such file or directory, did you mean '" + at +
              "/pendulum.json'?");
    CHECK(complaint([&] { (void)Hdf5File::open(scratch / "tset.h5"); }) ==
          "io: " + at + "/tset.h5: cannot be read: No such file or directory, did you mean '" + at + "/test.h5'?");
}
