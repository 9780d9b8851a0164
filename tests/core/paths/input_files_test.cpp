#include "core/paths/input_files.hpp"

#include <doctest/doctest.h>

#include "stories/story_fixture.hpp"

using namespace cchnn_test;

TEST_CASE("input files: an input is known under every name, and another file is not") {
    const ScratchDirectory scratch;
    write_text(scratch / "test.h5", "data");
    write_text(scratch / "other", "data");
    fs::create_symlink(scratch / "test.h5", scratch / "link");
    fs::create_hard_link(scratch / "test.h5", scratch / "second");
    fs::create_directory_symlink(scratch.path(), scratch / "here");
    const std::vector<fs::path> inputs{"", scratch / "missing", scratch / "test.h5"};
    for (const char* name : {"test.h5", "link", "second", "here/test.h5", "./test.h5"})
        CHECK_MESSAGE(complaint([&] { refuse_inputs(scratch / name, inputs); }).starts_with("usage: "), name);
    CHECK(complaint([&] { refuse_inputs(scratch / "link", inputs); }) ==
          "usage: " + (scratch / "link").string() + ": is " + (scratch / "test.h5").string() +
              ", an input of this command, which is never overwritten; choose another name");
    for (const char* name : {"other", "new", "missing"}) CHECK_NOTHROW(refuse_inputs(scratch / name, inputs));
    CHECK_NOTHROW(refuse_inputs("", inputs));
}

TEST_CASE("a place has one name under every spelling, before its file is there too") {
    const fs::path here = fs::current_path();
    CHECK(place_of("new.json") == place_of("./new.json"));
    CHECK(place_of("new.json") == place_of(here / "new.json"));
    CHECK(place_of("a/../new.json") == place_of("new.json"));
    CHECK(place_of("other.json") != place_of("new.json"));
    CHECK(place_of("") == "");
}
