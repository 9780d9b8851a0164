#pragma once
// Runs a built program and catches what it says.

#include <doctest/doctest.h>
#include <stdlib.h>
#include <sys/wait.h>

#include <cstdio>
#include <filesystem>
#include <string>

#include "places.hpp"
#include "stories/story_fixture.hpp"

namespace cchnn_test {

struct Ran {
    int code = -1;
    std::string out, err;
};

// `arguments` as a shell takes them, of a program of ours or, where that is "", a command. Runs in `directory`, so that
// messages hold short paths.
inline Ran run_program(const std::string& program, const std::string& arguments,
                       const std::filesystem::path& directory) {
    const cchnn_test::ScratchDirectory catcher;
    const std::string command =
        "cd '" + directory.string() + "' && " + (program.empty() ? "" : cchnn_test::bin_dir() + "/" + program + " ") +
        arguments + " > '" + (catcher / "out").string() + "' 2> '" + (catcher / "err").string() + "' < /dev/null";
    const int status = std::system(command.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), cchnn_test::bytes_of(catcher / "out"),
            cchnn_test::bytes_of(catcher / "err")};
}

// cchnn-gen in a directory of its own.
struct Shell {
    cchnn_test::ScratchDirectory scratch;
    Ran operator()(const std::string& arguments) const { return run_program("cchnn-gen", arguments, scratch.path()); }
    // Standard error of a run that must end with `code` and print nothing else.
    std::string refused(const std::string& arguments, int code) const {
        const Ran ran = (*this)(arguments);
        CAPTURE(arguments);
        CAPTURE(ran.err);
        CHECK(ran.code == code);
        CHECK(ran.out == "");
        return ran.err;
    }
};

}  // namespace cchnn_test
