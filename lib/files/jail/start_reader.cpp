#include "files/jail/start_reader.hpp"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <utility>
#include <vector>

#include "core/errors.hpp"
#include "core/paths/nearest_file.hpp"
#include "core/paths/regular_file.hpp"
#include "core/system_reason.hpp"
#include "files/jail/enter_jail.hpp"
#include "files/jail/reader_place.hpp"

namespace cchnn {
namespace {

constexpr int first_free_descriptor = 10;  // above those that the reader is given

// A copy of a descriptor with a number above those that the reader gets, so that giving one does not close
// another.
Descriptor moved_up(int descriptor) {
    Descriptor moved(::fcntl(descriptor, F_DUPFD_CLOEXEC, first_free_descriptor));
    if (moved < 0 && errno == EINVAL) errno = EMFILE;  // no descriptor may have so high a number
    if (moved < 0) fail_with_errno("cchnn-read", "cannot be given its files");
    return moved;
}

// The reader gets almost none of the environment, which may hold secrets.
std::vector<std::string> environment_of_reader() {
    std::vector<std::string> kept;
    for (const char* name : {"LD_LIBRARY_PATH", "ASAN_OPTIONS", "UBSAN_OPTIONS"})
        if (const char* value = std::getenv(name)) kept.push_back(std::string(name) + "=" + value);
    return kept;
}

// The form in which the operating system wants arguments and environment: pointers to C texts, and a null at
// the end. They are valid as long as `texts` is.
std::vector<char*> pointers_to(std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    for (std::string& text : texts) pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers;
}

// What posix_spawn does in the child before the program begins: descriptors get the numbers that both programs know
// (enter_jail.hpp), and signals and the process group are its own: a terminal's signals are for who asks. What runs is
// the file that is open as program_descriptor. posix_spawn takes only names, and /proc/self/fd/N is a name that no other
// process can replace. Returns an error of errno.
int spawn(const std::vector<std::pair<int, int>>& given, std::vector<std::string> arguments, pid_t& process) {
    std::vector<std::string> environment = environment_of_reader();
    std::vector<char*> argument_list = pointers_to(arguments), environment_list = pointers_to(environment);
    const std::string program = "/proc/self/fd/" + std::to_string(program_descriptor);
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none;
    sigemptyset(&none);
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
    for (const auto& [descriptor, number] : given) posix_spawn_file_actions_adddup2(&actions, descriptor, number);
    for (const int silent : {1, 2}) posix_spawn_file_actions_addopen(&actions, silent, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addclosefrom_np(&actions, program_descriptor + 1);
    const int error =
        posix_spawn(&process, program.c_str(), &actions, &attributes, argument_list.data(), environment_list.data());
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

// What was expected, with an example if the path is a dataset's directory, which is easily taken for its test
// set.
std::string expected_there(const std::filesystem::path& path) {
    std::error_code ignored;
    const std::filesystem::path test = path / "test.h5";
    const std::string example = std::filesystem::exists(test, ignored) ? ", such as " + test.string() : "";
    return "an HDF5 file or an .npz archive" + example;
}

}  // namespace

// The order matters: descriptors are moved above all numbers that the child gets before any of them is given.
// The thread that starts the reader must be the main one for the reader to end with it; otherwise it gets
// 0 and ends when its socket is closed.
StartedReader start_reader(const SourceFile& file, const std::string& format) {
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        fail_with_errno("cchnn-read", "cannot be reached");
    StartedReader started;
    started.socket = Descriptor(ends[0]);
    const Descriptor other(ends[1]);
    const ReaderProgram program = open_reader_program();
    started.program = program.path;
    const Descriptor its_socket = moved_up(other), its_file = moved_up(file.descriptor),
                     its_program = moved_up(program.descriptor);
    const pid_t parent = ::gettid() == ::getpid() ? ::getpid() : 0;
    const int error =
        spawn({{its_socket, socket_descriptor}, {its_file, file_descriptor}, {its_program, program_descriptor}},
              {"cchnn-read", format, std::to_string(file.bytes), std::to_string(parent)}, started.process);
    if (error != 0) throw IoError(program.path.string(), "cannot be started: " + system_reason(error));
    return started;
}

SourceFile open_source_file(const std::filesystem::path& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) {
        const std::string why = system_reason(errno);
        throw IoError(path.string(), "cannot be read: " + why + file_suggestion(path));
    }
    require_regular(path, status, expected_there(path));
    SourceFile file{path, Descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)), 0};
    if (file.descriptor < 0 || ::fstat(file.descriptor, &status) != 0) fail_with_errno(path, "cannot be read");
    require_regular(path, status, expected_there(path));
    file.bytes = status.st_size;
    return file;
}

}  // namespace cchnn
