#include "dataset/resume/unfinished_directory.hpp"

#include <doctest/doctest.h>

#include "stories/story_fixture.hpp"

using namespace cchnn_test;

namespace {

const std::string job =
    R"({"tool_version": "0.1.0", "system": {"name": "pendulum", "sha256": ")" + std::string(64, 'a') + R"("}})";

void put(const fs::path& file, const std::string& text) {
    fs::create_directories(file.parent_path());
    write_text(file, text);
}

}  // namespace

TEST_CASE("marked directory: one with a job, or a discarded one, is cleared but for its lock") {
    for (const char* mark : {"job.json", "discarded.json"}) {
        const ScratchDirectory scratch;
        for (const char* file : {"train.journal", "files/below/train.h5", "lock"}) put(scratch / "w" / file, "x");
        put(scratch / "w" / mark, job);
        const MarkedDirectory directory(scratch / "w");
        directory.clear();
        CHECK(names_in(scratch / "w") == std::vector<std::string>{"discarded.json", "lock"});
        directory.remove();
        CHECK_FALSE(fs::exists(scratch / "w"));
    }
}

TEST_CASE("marked directory: without a mark of ours nothing is touched, and the message names what is in the way") {
    const std::vector<std::pair<std::string, std::string>> strangers{
        {"thesis.tex", "years of work"},
        {"job.json", R"({"name": "backup", "shell": "/bin/sh"})"},
        {"job.json", ""},
        {"lock", "1234"},
        {"files/thesis.tex", "work"},
        {"train.journal", "cchnn journal 1\n"}};
    for (const auto& [file, text] : strangers) {
        const ScratchDirectory scratch;
        put(scratch / "w" / file, text);
        const auto before = content_of(scratch.path());
        const std::string first = file.substr(0, file.find('/'));
        CHECK(complaint([&] { MarkedDirectory(scratch / "w"); }) ==
              "io: " + (scratch / "w").string() + ": holds '" + first +
                  "' but no job.json of this program, so it is left unchanged; move it away, or choose another "
                  "directory to write to");
        CHECK((content_of(scratch.path()) == before));
    }
}

TEST_CASE("marked directory: what a run killed at its beginning leaves is cleared without a job") {
    const ScratchDirectory scratch;
    for (const char* file : {"lock", "replaces", ".replaces.12-0.part"}) put(scratch / "w" / file, "");
    put(scratch / "w/.job.json.12-1.part", "{\"tool");
    fs::create_directory(scratch / "w/files");
    const MarkedDirectory directory(scratch / "w");
    directory.clear();
    CHECK(names_in(scratch / "w") == std::vector<std::string>{"lock"});
}

TEST_CASE("marked directory: a symbolic link is not followed, be it the directory or something in it") {
    const ScratchDirectory scratch;
    put(scratch / "elsewhere/job.json", job);
    put(scratch / "elsewhere/thesis.tex", "years of work");
    const auto elsewhere = content_of(scratch / "elsewhere");
    fs::create_symlink(scratch / "elsewhere", scratch / "w");
    CHECK(complaint([&] { MarkedDirectory(scratch / "w"); }) ==
          "io: " + (scratch / "w").string() +
              ": is a symbolic link, whose target is never cleared; remove the link, or choose another "
              "directory to write to");
    CHECK((content_of(scratch / "elsewhere") == elsewhere));
    fs::create_symlink(scratch / "nowhere", scratch / "dangling");
    CHECK(contains_text(complaint([&] { MarkedDirectory(scratch / "dangling"); }), ": is a symbolic link, "));

    put(scratch / "ours/job.json", job);
    fs::create_directory_symlink(scratch / "elsewhere", scratch / "ours/files");
    fs::create_symlink(scratch / "elsewhere/thesis.tex", scratch / "ours/train.journal");
    MarkedDirectory(scratch / "ours").remove();
    CHECK((content_of(scratch / "elsewhere") == elsewhere));

    put(scratch / "linked/thesis.tex", "work");
    fs::create_symlink(scratch / "elsewhere/job.json", scratch / "linked/job.json");  // a mark that is somebody else's
    CHECK(contains_text(complaint([&] { MarkedDirectory(scratch / "linked"); }), "but no job.json of this program"));
}
