#include "dataset/documents/sha256sums.hpp"

#include <doctest/doctest.h>

#include "core/sha256.hpp"
#include "stories/story_fixture.hpp"

using namespace cchnn_test;

namespace {

std::string line_of(const std::string& text, const std::string& file) {
    return sha256_of_text(text) + "  " + file + "\n";
}

}  // namespace

TEST_CASE("sha256sums: files that are missing, changed or not listed are all named, with what to do") {
    const ScratchDirectory scratch;
    for (const char* file : {"a", "b", "d"}) write_text(scratch / file, file);
    write_text(scratch / "SHA256SUMS", line_of("a", "a") + line_of("B", "b") + line_of("c", "c"));
    const auto changed = changed_files(scratch.path(), read_sha256sums(scratch / "SHA256SUMS"));
    REQUIRE(changed.size() == 2);
    CHECK(changed[0].file == "b");
    CHECK_FALSE(changed[0].missing);
    CHECK(changed[1].file == "c");
    CHECK(changed[1].missing);
    const std::string list = (scratch / "SHA256SUMS").string(), text = complaint([&] {
                                                                    require_unchanged(scratch.path(), {"a", "d"});
                                                                });
    CAPTURE(text);
    CHECK(text.starts_with("invalid input: " + (scratch / "b").string() + ": has another SHA-256 than " + list));
    CHECK(contains_text(text, (scratch / "c").string() + ": is missing, and " + list +
                                  " lists it; to generate the dataset again give --force"));
    CHECK(contains_text(text, list + ": does not list d; to generate the dataset again give --force"));
    CHECK_FALSE(contains_text(text, "does not list a"));
    CHECK(contains_text(text, "after " + scratch.path().string() + " is removed"));
}

TEST_CASE("sha256sums: files that are as listed are fine, and a line of another kind is an error with its number") {
    const ScratchDirectory scratch;
    write_text(scratch / "a", "text");
    write_text(scratch / "SHA256SUMS", line_of("text", "a"));
    CHECK(complaint([&] { require_unchanged(scratch.path(), {"a"}); }) == "");
    write_text(scratch / "SHA256SUMS", line_of("text", "a") + line_of("text", "../a"));
    CHECK(contains_text(complaint([&] { require_unchanged(scratch.path(), {"a"}); }), "line 2 must have a SHA-256"));
}
