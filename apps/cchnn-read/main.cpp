// The reader process of cchnn-gen, cchnn-eval and the library: it reads one file of a stranger, which was opened for
// it, in a jail, and answers what it is asked (files/jail/message.hpp). Nobody else starts it.
//
//   cchnn-read FORMAT FILE_BYTES PARENT
//
// with a socket at 0 and the file at 3. PARENT is the process that it ends with, or 0.

#include <sys/prctl.h>
#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <string>

#include "core/version.hpp"
#include "files/jail/enter_jail.hpp"
#include "files/jail/serve.hpp"

namespace {

using namespace cchnn;

std::uint64_t number(const char* text) { return std::strtoull(text, nullptr, 10); }

void read_in_jail(const std::string& format, std::uint64_t file_bytes, pid_t parent) {
    end_with(parent);
    ::prctl(PR_SET_NAME, "cchnn-read", 0, 0, 0);  // it is started by a descriptor, which has no name
    ::close(program_descriptor);
    prepare_to_serve();
    const Jail jail = enter_jail(memory_of_reader(file_bytes), time_of_reader(file_bytes));
    serve(format, file_bytes, jail);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc == 4) {
        try {
            read_in_jail(argv[1], number(argv[2]), static_cast<pid_t>(number(argv[3])));
            ::_exit(0);
        } catch (const std::exception&) {
            ::_exit(1);  // a request that makes no sense: who asks is not who should
        }
    }
    std::cerr << "cchnn-read " << tool_version << ": a part of cchnn-gen and cchnn-eval, which start it\n";
    return 2;
}
