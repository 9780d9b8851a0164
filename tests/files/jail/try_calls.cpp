// Enters the jail of a reader process and then does what no reader needs: `try_calls open` and so on, one a run.
// Exit code 0: nothing held it; 7: the system refused, as limits do. The list of system calls ends it with SIGSYS.

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <string>

#include "files/jail/enter_jail.hpp"

namespace {

constexpr int refused = 7;
constexpr std::uint64_t memory = 64 << 20;

int code(bool done) { return done ? 0 : refused; }

int take_memory(std::size_t bytes) {
    // Volatile: a compiler may leave out memory that nobody reads.
    char* volatile taken = static_cast<char*>(std::malloc(bytes));
    if (taken) std::memset(taken, 1, bytes);
    return code(taken != nullptr);
}

int spin() {
    for (volatile bool ends = false; !ends;) {
    }
    return 0;
}

int execute() {
    char name[] = "/bin/true", *const arguments[] = {name, nullptr};
    return code(::execve(name, arguments, nullptr) == 0);
}

const std::map<std::string, std::function<int()>> attempts{
    {"nothing", [] { return 0; }},
    {"little memory", [] { return take_memory(memory / 4); }},
    {"much memory", [] { return take_memory(2 * memory); }},
    {"spin", spin},
    {"give memory back",
     [] {
         void* const taken = ::mmap(nullptr, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
         return code(::madvise(taken, 4096, MADV_DONTNEED) == 0);
     }},
    {"advise anything else",
     [] {
         void* const taken = ::mmap(nullptr, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
         return code(::madvise(taken, 4096, MADV_WILLNEED) == 0);
     }},
    {"open", [] { return code(::open("/etc/passwd", O_RDONLY) >= 0); }},
    {"socket", [] { return code(::socket(AF_INET, SOCK_STREAM, 0) >= 0); }},
    {"execve", execute},
    {"fork", [] { return code(::fork() >= 0); }},
    {"read another",
     [] {
         char byte;
         return code(::pread(1, &byte, 1, 0) == 1);
     }},
    {"write another", [] { return code(::write(2, "x", 1) == 1); }},
    {"executable memory",
     [] {
         return code(::mmap(nullptr, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED);
     }},
    {"settings of the process", [] { return code(::prctl(PR_GET_NAME, 0) == 0); }},
    {"kill", [] { return code(::kill(::getppid(), 0) == 0); }},
    {"unlink", [] { return code(::unlink("/nowhere") == 0); }},
};

}  // namespace

int main(int argc, char** argv) {
    const auto found = argc == 2 ? attempts.find(argv[1]) : attempts.end();
    if (found == attempts.end()) return 2;
    const cchnn::Jail jail = cchnn::enter_jail(memory, 1);
    if (!jail.is_filtered) ::_exit(77);
    ::_exit(found->second());
}
