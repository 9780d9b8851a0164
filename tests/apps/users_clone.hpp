#pragma once
// What a user has: a clone whose programs are built, and a shell in it that knows them only once it is told.

#include <doctest/doctest.h>
#include <stdlib.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "places.hpp"

namespace cchnn_test {

struct Finished {
    int exit_code;
    std::string output;  // errors included
};

// apps/, tests/consumer/, tests/convert/ and build/bin/ are those of the tests; all else is empty, $HOME too.
class UsersClone {
  public:
    UsersClone() {
        std::string pattern = (std::filesystem::temp_directory_path() / "cchnn_clone_XXXXXX").string();
        REQUIRE(mkdtemp(pattern.data()) != nullptr);
        root_ = pattern;
        std::filesystem::create_directories(root_ / "build");
        std::filesystem::create_directories(home());
        std::filesystem::create_directory_symlink(cchnn_test::bin_dir(), root_ / "build/bin");
        std::filesystem::create_symlink(cchnn_test::bin_dir() + "/../cmake_install.cmake",
                                        root_ / "build/cmake_install.cmake");
        std::filesystem::create_directory_symlink(cchnn_test::source_dir() + "/apps", root_ / "apps");
        std::filesystem::create_directories(root_ / "tests");
        for (const char* shown : {"tests/consumer", "tests/convert"})
            std::filesystem::create_directory_symlink(cchnn_test::source_dir() + "/" + shown, root_ / shown);
        in_session("cd '" + root_.string() + "' && PATH=/usr/bin:/bin HOME='" + home().string() + "'");
    }
    ~UsersClone() { std::filesystem::remove_all(root_); }
    UsersClone(const UsersClone&) = delete;
    UsersClone& operator=(const UsersClone&) = delete;

    std::filesystem::path home() const { return root_ / ".home"; }

    // Typed into the one shell: where it is and what it exports stays for the next commands, after a failure too.
    Finished run(const std::string& commands) const { return in_session(". '" + session() + "'\n" + commands); }

    // Saved where the shell is.
    void save(const std::string& name, const std::string& text) const {
        REQUIRE(run("cat >'" + name + "' <<'END OF FILE'\n" + text + "END OF FILE\n").exit_code == 0);
    }

  private:
    std::string session() const { return (root_ / ".session").string(); }

    Finished in_session(const std::string& commands) const {
        const std::string script = (root_ / ".commands.sh").string();
        std::ofstream(script) << "trap '{ export -p; printf \"cd %q\\n\" \"$PWD\"; } >\"" << session() << "\"' EXIT\n"
                              << commands << "\n";
        FILE* pipe = popen(("bash -e '" + script + "' 2>&1").c_str(), "r");
        REQUIRE(pipe != nullptr);
        Finished finished{0, ""};
        std::array<char, 4096> buffer{};
        while (std::fgets(buffer.data(), static_cast<int>(buffer.size()), pipe)) finished.output += buffer.data();
        finished.exit_code = WEXITSTATUS(pclose(pipe));
        return finished;
    }

    std::filesystem::path root_;
};

}  // namespace cchnn_test
