#include "report/figures/convert_svg.hpp"

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
[[noreturn]] void become_converter(const char* directory, const char* svg, const char* pdf) {
    if (chdir(directory) != 0) _exit(not_found - 1);
    execlp("rsvg-convert", "rsvg-convert", "-f", "pdf", "-o", pdf, svg, static_cast<char*>(nullptr));
    _exit(not_found);
}

// Looks every 2 ms whether the child has ended, rather than block, so that a signal to this program is noticed.
// Returns the exit code, or -1 if the child was killed.
int wait_for(pid_t child) {
    int status = 0;
    while (true) {
        const pid_t ended = waitpid(child, &status, WNOHANG);
        if (ended == child || (ended < 0 && errno != EINTR)) break;
        if (is_stopped()) kill(child, SIGKILL);
        usleep(2000);
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

std::string convert_svg(const std::filesystem::path& directory, const std::string& svg, const std::string& pdf) {
    const std::string where = directory.string();
    const pid_t child = fork();
    if (child == 0) become_converter(where.c_str(), svg.c_str(), pdf.c_str());
    if (child < 0) return "rsvg-convert could not be started";
    const int code = wait_for(child);
    std::error_code none;
    const std::filesystem::path made = directory / pdf;
    if (code == 0 && std::filesystem::is_regular_file(made, none) && std::filesystem::file_size(made, none) > 0)
        return "";
    std::filesystem::remove(made, none);  // half a picture, perhaps
    throw_if_stopped();
    const std::string command = "rsvg-convert -f pdf -o " + pdf + " " + svg;
    return code == not_found ? pdf + " is missing: rsvg-convert was not found; install it and run: " + command
                             : pdf + " is missing: " + command + " made none";
}

}  // namespace cchnn
