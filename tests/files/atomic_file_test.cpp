#include "files/atomic_file.hpp"

#include <doctest/doctest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
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

TEST_CASE("what a run that was killed left is removed an hour later, and nothing else is") {
    const ScratchDirectory scratch;
    const std::string gone = ".999999999-0.part";  // beyond the numbers that a kernel gives
    const auto put = [&](const std::string& name, std::chrono::hours age) {
        std::ofstream(scratch / name) << "half";
        std::filesystem::last_write_time(scratch / name, std::filesystem::file_time_type::clock::now() - age);
    };
    const std::string alive = ".a.txt." + std::to_string(::getpid()) + "-7.part";
    for (const std::string& old : {".a.txt" + gone, ".other.txt" + gone, alive, std::string(".a.txt.1x-0.part")})
        put(old, std::chrono::hours(2));
    put(".a.txt.999999998-0.part", std::chrono::hours(0));
    write_file_atomically(scratch / "a.txt", "one\n", false);
    CHECK_FALSE(std::filesystem::exists(scratch / (".a.txt" + gone)));
    CHECK(scratch.file_count() == 5);
}
