#include "files/atomic_file.hpp"

#include <doctest/doctest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

#include "core/errors.hpp"
#include "dataset/dataset_fixture.hpp"

using namespace cchnn;
using namespace cchnn_test;

TEST_CASE("a text file is written whole, replaced only when allowed, and its temporary name is gone") {
    const ScratchDirectory scratch;
    const auto path = scratch / "a.txt";
    write_file_atomically(path, "one\n", false);
    CHECK(read_all(path) == "one\n");
    CHECK(error_text([&] { write_file_atomically(path, "two\n", false); }) ==
          path.string() + ": exists already; give --force to replace it");
    CHECK(read_all(path) == "one\n");
    write_file_atomically(path, std::string(1 << 20, 'x'), true);
    CHECK((read_all(path) == std::string(1 << 20, 'x')));
    CHECK(scratch.file_count() == 1);
}

TEST_CASE("a file that appears meanwhile is not replaced") {
    const ScratchDirectory scratch;
    const auto path = scratch / "a.txt";
    PendingFile pending(path, false);
    write_file_atomically(path, "somebody else's\n", false);
    CHECK_THROWS_AS(pending.commit(), IoError);
    CHECK(read_all(path) == "somebody else's\n");
}

TEST_CASE("a finished file has the permissions that the user's umask gives, not those of a private temporary file") {
    const ScratchDirectory scratch;
    const mode_t old = umask(022);
    write_file_atomically(scratch / "a.txt", "one\n", false);
    umask(old);
    struct stat status;
    REQUIRE(stat((scratch / "a.txt").c_str(), &status) == 0);
    CHECK((status.st_mode & 0777) == 0644);
}

TEST_CASE("a directory in place of the file is refused") {
    const ScratchDirectory scratch;
    CHECK(error_text([&] { write_file_atomically(scratch.path(), "one\n", true); }) ==
          scratch.path().string() + ": cannot be created: it is a directory");
}

TEST_CASE("a text file that does not fit leaves nothing behind and gives the reason") {
    const ScratchDirectory scratch;
    const pid_t child = fork();
    if (child == 0) {
        signal(SIGXFSZ, SIG_IGN);
        const rlimit size{1000, 1000};
        setrlimit(RLIMIT_FSIZE, &size);
        const std::string text =
            error_text([&] { write_file_atomically(scratch / "a.txt", std::string(5000, 'x'), false); });
        _exit(text == (scratch / "a.txt").string() + ": cannot be written: File too large" ? 7 : 8);
    }
    int status = 0;
    waitpid(child, &status, 0);
    CHECK(WEXITSTATUS(status) == 7);
    CHECK(scratch.file_count() == 0);
}

TEST_CASE("what a killed run left of the same file is removed at once, and what a run holds is not") {
    const ScratchDirectory scratch;
    const auto put = [&](const std::string& name) { std::ofstream(scratch / name) << "half"; };
    const std::string left = ".a.txt.123-0.part",
                      others[] = {".other.txt.123-0.part", ".a.txt.1x-0.part", ".a.txt.part"};
    put(left);
    for (const std::string& other : others) put(other);
    int ready[2];
    REQUIRE(pipe(ready) == 0);
    const pid_t child = fork();
    if (child == 0) {
        const PendingFile held(scratch / "a.txt", false);
        [[maybe_unused]] const auto told = write(ready[1], "x", 1);
        pause();
    }
    char byte;
    REQUIRE(read(ready[0], &byte, 1) == 1);
    const auto files = [&] { return scratch.file_count(); };
    CHECK_FALSE(std::filesystem::exists(scratch / left));  // by the child
    CHECK(files() == 4);
    write_file_atomically(scratch / "a.txt", "one\n", false);
    CHECK(files() == 5);  // with that of the child, which lives
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    const pid_t next = fork();  // another process, since each looks once
    if (next == 0) {
        write_file_atomically(scratch / "a.txt", "two\n", true);
        _exit(0);
    }
    waitpid(next, nullptr, 0);
    CHECK(files() == 4);
    for (const std::string& other : others) CHECK(std::filesystem::exists(scratch / other));
}
