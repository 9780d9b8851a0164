#include "report/figures/run_gnuplot.hpp"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

#include "core/stop.hpp"

namespace cchnn {
namespace {

// The exit code that a shell also gives to a command that does not exist.
constexpr int not_found = 127;

// Between fork and exec only async-signal-safe calls are allowed.
[[noreturn]] void become_gnuplot(const char* directory, const char* script) {
    if (chdir(directory) != 0) _exit(not_found - 1);
    execlp("gnuplot", "gnuplot", script, static_cast<char*>(nullptr));
    _exit(not_found);
}

// Looks every 2 ms whether the child has ended, rather than block, so that a signal to this program is noticed.
// Returns the exit code, or -1 if the child was killed.
int wait_for(pid_t child) {
    int status = 0;
    while (true) {
        const pid_t ended = waitpid(child, &status, WNOHANG);
        if (ended == child || (ended < 0 && errno != EINTR)) break;
        if (is_stopped()) kill(child, SIGKILL);  // it writes into a directory that goes away with this work
        usleep(2000);
    }
    throw_if_stopped();
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
