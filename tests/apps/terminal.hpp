#pragma once
// A program whose output and errors go to a terminal, and all that the terminal receives.

#include <doctest/doctest.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "places.hpp"

namespace cchnn_test {

inline std::string on_terminal(const std::string& arguments, const std::filesystem::path& directory,
                               unsigned short columns = 0) {
    const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    REQUIRE(terminal >= 0);
    REQUIRE(grantpt(terminal) == 0);
    REQUIRE(unlockpt(terminal) == 0);
    const winsize size{24, columns, 0, 0};
    REQUIRE(ioctl(terminal, TIOCSWINSZ, &size) == 0);
    const std::string name = ptsname(terminal);
    const std::string command = "cd '" + directory.string() + "' && exec " + cchnn_test::bin_dir() + "/" + arguments +
                                " > " + name + " 2>&1 < /dev/null";
    const pid_t child = fork();
    if (child == 0) {
        execl("/bin/sh", "sh", "-c", command.c_str(), static_cast<char*>(nullptr));
        _exit(127);
    }
    const int held = open(name.c_str(), O_RDWR | O_NOCTTY);  // the terminal stays until the child has its own end
    int status = 0;
    std::string all;
    char piece[4096];
    fcntl(terminal, F_SETFL, O_NONBLOCK);
    for (bool ended = false;; usleep(1000)) {
        ended = ended || waitpid(child, &status, WNOHANG) == child;
        const ssize_t n = read(terminal, piece, sizeof piece);
        if (n > 0) all.append(piece, static_cast<std::size_t>(n));
        else if (ended) break;
    }
    close(held);
    close(terminal);
    return all;
}

}  // namespace cchnn_test
