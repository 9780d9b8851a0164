// What whoever asks a reader makes of its answers: here the input answers.
#include <sys/socket.h>

#include <new>

#include "files/hdf5_reading.hpp"
#include "files/jail/jail_state.hpp"
#include "files/jail/jailed_hdf5.hpp"
#include "harness.hpp"

namespace {

void ask_everything(cchnn::StartedReader reader) {
    const cchnn::SourceFile file{"a.h5", cchnn::Descriptor(), 4096};
    const auto answers = cchnn::read_from(file, std::move(reader));
    for (const cchnn::Entry& entry : answers->entries(100)) {
        expecting_errors([&] { answers->attributes(entry.path); });
        if (entry.kind != cchnn::Entry::Kind::array) continue;
        const cchnn::ArrayInfo info = answers->array(entry.path);
        double numbers[4];
        if (info.shape == cchnn::Shape{4}) answers->read_doubles(entry.path, {0}, {4}, numbers);
        if (info.shape.size() == 1) answers->read_bytes(entry.path, {0}, {2});
    }
    answers->text_bytes("/names");
    answers->has_attribute("/", "format");
}

}  // namespace

FUZZ_ONE(text) {
    cchnn::set_patience(0.1);
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) std::abort();
    cchnn::StartedReader reader;
    reader.program = "cchnn-read";
    reader.socket = cchnn::Descriptor(ends[0]);
    const cchnn::Descriptor other(ends[1]);
    if (::send(other, text.data(), text.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(text.size())) std::abort();
    ::shutdown(other, SHUT_WR);
    try {
        expecting_errors([&] { ask_everything(std::move(reader)); });
    } catch (const std::bad_alloc&) {  // a reader may say that memory was short before it began
    }
}
