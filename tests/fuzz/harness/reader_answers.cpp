// What whoever asks a reader makes of its answers: here the input answers.
#include <sys/socket.h>

#include <new>

#include "files/jail/jail_state.hpp"
#include "files/jail/reader_process.hpp"
#include "harness.hpp"

namespace {

void ask_everything(cchnn::StartedReader reader) {
    const cchnn::SourceFile file{"a.h5", cchnn::Descriptor(), 4096};
    cchnn::ReaderProcess answers(file, std::move(reader));
    for (const cchnn::Object& object : answers.objects()) {
        using Form = cchnn::Part::Form;
        const auto read = [&](const cchnn::AttributeInfo* attribute, Form form, const cchnn::Shape& count) {
            expecting_errors([&] {
                cchnn::read_values(answers, {object, attribute, form, cchnn::Shape(count.size(), 0), count}, "a.h5");
            });
        };
        for (const cchnn::AttributeInfo& attribute : object.attributes)
            if (cchnn::byte_count(attribute.shape, attribute.element.bytes) < 1000)
                read(&attribute, Form::values, attribute.shape);
        if (cchnn::byte_count(object.array.shape, object.array.element.bytes) < 1000) {
            read(nullptr, Form::values, object.array.shape);
            read(nullptr, Form::doubles, object.array.shape);
            read(nullptr, Form::text_bytes, {});
        }
    }
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
