#include "dataset/resume/staged_directory.hpp"

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "stories/story_fixture.hpp"

using namespace cchnn_test;

namespace {

const std::vector<std::string> names{"a.h5", "b.h5", "SUMS"};

// As generate() places it: beside the final directory, in one file system.
fs::path staging_of(const fs::path& directory) {
    return directory.parent_path() / ("." + directory.filename().string() + ".staging");
}

void stage(StagedDirectory& staged, const std::string& content, const std::vector<std::string>& files) {
    for (const std::string& file : files) write_text(staged.path() / file, content);
}

}  // namespace

TEST_CASE("staged directory: nothing is visible under the final name before commit, everything after") {
    const ScratchDirectory scratch;
    const fs::path final_path = scratch / "deep/below/set";
    {
        StagedDirectory staged(final_path, names, false, staging_of(final_path));
        stage(staged, "new", {"a.h5", "SUMS"});
        CHECK_FALSE(fs::exists(final_path));
        CHECK(staged.path() == staging_of(final_path));
        staged.commit();
    }
    CHECK(names_in(final_path.parent_path()) == std::vector<std::string>{"set"});
    CHECK(names_in(final_path) == std::vector<std::string>{"SUMS", "a.h5"});
}

TEST_CASE("staged directory: without commit nothing is left and the earlier dataset stays") {
    const ScratchDirectory scratch;
    fs::create_directory(scratch / "set");
    write_text(scratch / "set/a.h5", "old");
    {
        StagedDirectory staged(scratch / "set", names, true, staging_of(scratch / "set"));
        stage(staged, "new", {"a.h5", "b.h5"});
        CHECK(bytes_of(scratch / "set/a.h5") == "old");
    }
    CHECK(names_in(scratch.path()) == std::vector<std::string>{"set"});
    CHECK(content_of(scratch / "set") == std::map<std::string, std::string>{{"a.h5", "old"}});
}

TEST_CASE("staged directory: a directory that was made for it goes with it, one that others use stays") {
    const ScratchDirectory scratch;
    { StagedDirectory(scratch / "new/set", names, false, staging_of(scratch / "new/set")); }
    CHECK(names_in(scratch.path()).empty());
    {
        const StagedDirectory staged(scratch / "new/set", names, false, staging_of(scratch / "new/set"));
        write_text(scratch / "new/notes.txt", "a user's own");
    }
    CHECK(names_in(scratch / "new") == std::vector<std::string>{"notes.txt"});
}

TEST_CASE("staged directory: replacing removes files without a successor and leaves a user's own") {
    const ScratchDirectory scratch;
    fs::create_directories(scratch / "set/plots");
    for (const char* file : {"a.h5", "b.h5", "SUMS", "notes.txt", "plots/1.svg"})
        write_text(scratch / "set" / file, "old");
    StagedDirectory staged(scratch / "set", names, true, staging_of(scratch / "set"));
    stage(staged, "new", {"b.h5", "SUMS"});
    staged.commit();
    CHECK(content_of(scratch / "set") ==
          std::map<std::string, std::string>{
              {"b.h5", "new"}, {"SUMS", "new"}, {"notes.txt", "old"}, {"plots", ""}, {"plots/1.svg", "old"}});
    CHECK(names_in(scratch.path()) == std::vector<std::string>{"set"});
}

TEST_CASE("staged directory: a directory with a user's files only needs no permission to replace") {
    const ScratchDirectory scratch;
    fs::create_directory(scratch / "set");
    write_text(scratch / "set/notes.txt", "mine");
    StagedDirectory staged(scratch / "set", names, false, staging_of(scratch / "set"));
    stage(staged, "new", {"a.h5"});
    staged.commit();
    CHECK(names_in(scratch / "set") == std::vector<std::string>{"a.h5", "notes.txt"});
}

TEST_CASE("staged directory: every file in the way is named") {
    const ScratchDirectory scratch;
    fs::create_directory(scratch / "set");
    for (const char* file : {"b.h5", "SUMS"}) write_text(scratch / "set" / file, "old");
    CHECK(complaint([&] { StagedDirectory(scratch / "set", names, false, staging_of(scratch / "set")); }) ==
          "io: " + (scratch / "set/b.h5").string() + ": exists already; give --force to replace it\n" +
              (scratch / "set/SUMS").string() + ": exists already; give --force to replace it");
    CHECK(names_in(scratch.path()) == std::vector<std::string>{"set"});
}

TEST_CASE("staged directory: what a killed run left behind is in nobody's way") {
    const ScratchDirectory scratch;
    fs::create_directory(staging_of(scratch / "set"));
    write_text(staging_of(scratch / "set") / "a.h5", "half");
    StagedDirectory staged(scratch / "set", names, false, staging_of(scratch / "set"));
    CHECK(names_in(staged.path()).empty());
    stage(staged, "new", {"b.h5"});
    staged.commit();
    CHECK(names_in(scratch / "set") == std::vector<std::string>{"b.h5"});
}

TEST_CASE("staged directory: a file in the place of a directory is named at once") {
    const ScratchDirectory scratch;
    write_text(scratch / "set", "a file");
    CHECK(complaint([&] { StagedDirectory(scratch / "set", names, true, staging_of(scratch / "set")); }) ==
          "io: " + (scratch / "set").string() + ": exists and is not a directory");
    CHECK(complaint([&] {
              StagedDirectory(scratch / "set/below", names, true, staging_of(scratch / "set/below"));
          }).starts_with("io: " + (scratch / "set").string()));
    fs::create_symlink(scratch / "nowhere", scratch / "link");
    CHECK(complaint([&] { StagedDirectory(scratch / "link", names, true, staging_of(scratch / "link")); }) ==
          "io: " + (scratch / "link").string() + ": exists and is not a directory");
}

// Root may write anywhere: a child process gives up its rights first.
TEST_CASE("staged directory: a read-only directory is named before any work") {
    const ScratchDirectory scratch;
    fs::create_directories(scratch / "locked/set");
    fs::permissions(scratch.path(), fs::perms(0755));
    fs::permissions(scratch / "locked/set", fs::perms(0555));
    fs::permissions(scratch / "locked", fs::perms(0555));
    const std::string output = (scratch / "messages").string();
    write_text(output, "");
    fs::permissions(output, fs::perms(0666));
    const pid_t child = ::fork();
    if (child == 0) {
        if (::geteuid() == 0 && ::setuid(65534) != 0) ::_exit(1);
        const std::string text =
            complaint(
                [&] { StagedDirectory(scratch / "locked/new", names, false, staging_of(scratch / "locked/new")); }) +
            "\n" + complaint([&] {
                StagedDirectory(scratch / "locked/set", names, false, staging_of(scratch / "locked/set"));
            });
        write_text(output, text);
        ::_exit(0);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    fs::permissions(scratch / "locked", fs::perms(0755));
    REQUIRE(status == 0);
    const std::string locked = (scratch / "locked").string(), text = bytes_of(output);
    CAPTURE(text);
    CHECK(text.starts_with("io: " + locked + "/new: cannot be created: Permission denied\n"));
    CHECK(text.ends_with("\nio: " + locked + "/set: cannot be written to: Permission denied"));
}
