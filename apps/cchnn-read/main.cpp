// The reader process of cchnn-gen, cchnn-eval and the library: it reads one file of a stranger, which was opened for
// it, in a jail, and answers what it is asked (files/jail/message.hpp). Nobody else starts it.
//
//   cchnn-read FORMAT FILE_BYTES BLOCK_BYTES MEMORY SECONDS PARENT
//
// with a socket at 0, the file at 3, the blocks at 4. PARENT is the process that it ends with, or 0.

#include <sys/prctl.h>
#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <new>
#include <string>

#include "core/version.hpp"
#include "files/jail/enter_jail.hpp"
#include "files/jail/serve.hpp"

namespace {

using namespace cchnn;

std::uint64_t number(const char* text) { return std::strtoull(text, nullptr, 10); }

int serve(const std::string& format, char** numbers) {
    end_with(static_cast<pid_t>(number(numbers[4])));
    ::prctl(PR_SET_NAME, "cchnn-read", 0, 0, 0);  // it is started by a descriptor, which has no name
    ::close(program_descriptor);
    const std::uint64_t file_bytes = number(numbers[0]);
    const SharedBlocks blocks(blocks_descriptor, number(numbers[1]));
    prepare_to_serve();
    const Jail jail = enter_jail(number(numbers[2]), number(numbers[3]));
    const std::uint32_t said = (jail.is_filtered || jail.is_sanitized ? filtered_bit : 0) |
                               (jail.is_limited ? limited_bit : 0) |
                               (jail.is_short_of_memory ? short_of_memory_bit : 0);
    Answering answering(socket_descriptor, blocks);
    answering.send_frame({AnswerFrame::ready, said, 0});
    try {
        if (format == "hdf5") serve_hdf5(answering, file_descriptor, file_bytes);
        if (format == "npz") serve_npz(answering, file_descriptor, file_bytes);
        if (format == "nothing") answering.end();
    } catch (const std::bad_alloc&) {
        answering.send_frame({AnswerFrame::no_memory, said, 0});
    } catch (const std::exception&) {
        return 1;  // a question that makes no sense: who asks is not who should
    }
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc == 7) {
        try {
            ::_exit(serve(argv[1], argv + 2));
        } catch (const std::exception&) {
            ::_exit(1);
        }
    }
    std::cerr << "cchnn-read " << tool_version << ": a part of cchnn-gen and cchnn-eval, which start it\n";
    return 2;
}
