#include "report/figures/run_gnuplot.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

namespace cchnn {
namespace {

constexpr int not_found = 127;  // as a shell says it

// Between fork and exec only async-signal-safe calls are allowed.
[[noreturn]] void become_gnuplot(const char* directory, const char* script) {
    if (chdir(directory) != 0) _exit(not_found - 1);
    execlp("gnuplot", "gnuplot", script, static_cast<char*>(nullptr));
    _exit(not_found);
}

int wait_for(pid_t child) {
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

std::string run_gnuplot(const std::filesystem::path& directory, const std::string& script) {
    const std::string where = directory.string();
    const pid_t child = fork();
    if (child == 0) become_gnuplot(where.c_str(), script.c_str());
    if (child < 0) return "gnuplot could not be started";
    const int code = wait_for(child);
    if (code == 0) return "";
    return code == not_found ? "gnuplot was not found; install it and run: gnuplot " + script
                             : "gnuplot failed on " + script;
}

}  // namespace cchnn
