#include "core/paths/read_file.hpp"

#include <doctest/doctest.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include <thread>

#include "core/sha256.hpp"
#include "stories/story_fixture.hpp"

using namespace cchnn_test;

TEST_CASE("read file: every byte comes back, of an empty file none") {
    const ScratchDirectory scratch;
    for (const std::string& text : {std::string(), std::string("a\0\r\n\xff", 5), std::string(200'000, 'x')}) {
        write_text(scratch / "a", text);
        CHECK((read_file(scratch / "a", "a text") == text));
    }
}

TEST_CASE("read file: what cannot be read, is a directory or too large is told, endless devices too") {
    const ScratchDirectory scratch;
    const std::string at = scratch.path().string();
    CHECK(complaint([&] { read_file(scratch / "none", "a text"); }) ==
          "io: " + at + "/none: cannot be read: No such file or directory");
    CHECK(complaint([&] { read_file(scratch.path(), "a text"); }) == "io: " + at + ": is a directory, expected a text");
    CHECK(complaint([&] { read_named_file(scratch.path(), "a text"); }) ==
          "io: " + at + ": is a directory, expected a text");
    CHECK(complaint([&] { read_named_file("/dev/zero", "a text", 2 << 20); }) ==
          "io: /dev/zero: holds more than 2 MiB, the limit for a text");
    write_text(scratch / "a", "12345");
    CHECK(read_file(scratch / "a", "a text", 5) == "12345");
    CHECK(contains_text(complaint([&] { read_file(scratch / "a", "a text", 4); }), ": holds more than "));
}

TEST_CASE("read file: devices and pipes are not opened, but where the user names them") {
    const ScratchDirectory scratch;
    const std::string at = scratch.path().string();
    write_text(scratch / "a", "12345");
    CHECK(read_file(scratch / "a", "a text") == "12345");
    CHECK(complaint([] { read_file("/dev/zero", "a text"); }) ==
          "io: /dev/zero: is a device or a pipe, expected a text");
    REQUIRE(::mkfifo((scratch / "pipe").c_str(), 0600) == 0);
    CHECK(complaint([&] { read_file(scratch / "pipe", "a text"); }) ==
          "io: " + at + "/pipe: is a device or a pipe, expected a text");
    CHECK(complaint([&] { read_file(scratch / "none", "a text"); }) ==
          "io: " + at + "/none: cannot be read: No such file or directory");
    CHECK(complaint([&] { (void)sha256_of_file(scratch / "pipe"); }) ==
          "io: " + at + "/pipe: is a device or a pipe, expected a regular file");
    // Opening alone makes some devices act.
    const int watch = ::inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    REQUIRE(::inotify_add_watch(watch, (scratch / "pipe").c_str(), IN_OPEN) >= 0);
    CHECK_THROWS_AS(read_file(scratch / "pipe", "a text"), IoError);
    char event[256];
    CHECK(::read(watch, event, sizeof event) < 0);
    ::close(watch);
    std::thread writer([&] { write_text(scratch / "pipe", "from a command"); });
    CHECK(read_named_file(scratch / "pipe", "a text") == "from a command");
    writer.join();
}
