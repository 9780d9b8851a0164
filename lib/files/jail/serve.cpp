#include "files/jail/serve.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <memory>
#include <new>
#include <stdexcept>

#include "core/errors.hpp"
#include "files/blocks.hpp"
#include "files/jail/descriptor_driver.hpp"
#include "files/jail/message.hpp"

namespace cchnn {
namespace {

constexpr std::uint64_t at_once = 1 << 20;         // bytes of an array
constexpr std::uint64_t most_at_once = 128 << 20;  // of one whose chunks are larger
constexpr std::uint64_t most_chunks = 16384;       // HDF5 takes some 5 kB for each chunk that it reads at once
constexpr std::size_t most_problems = 200, longest = 2000;

// Moves exactly `size` bytes by read() or write(). The end of the socket means that the asker is gone, and ends the
// process without clean-up.
template <class Call, class Byte>
void move_all(const Call& call, Byte* bytes, std::size_t size) {
    while (size > 0) {
        const ssize_t n = call(socket_descriptor, bytes, size);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) ::_exit(0);
        bytes += n;
        size -= n;
    }
}

// Short answers leave in one write(), with the word that ends them.
class Answering {
  public:
    void say(Word word, const char* bytes = nullptr) {
        const char* const begin = reinterpret_cast<const char*>(&word);
        waiting_.insert(waiting_.end(), begin, begin + sizeof word);
        if (word.kind == Word::part && word.size <= short_part)
            return void(waiting_.insert(waiting_.end(), bytes, bytes + word.size));
        move_all(::write, waiting_.data(), waiting_.size());
        waiting_.clear();
        if (bytes) move_all(::write, bytes, word.size);
    }

    // No part is empty.
    void put(const char* bytes, std::uint64_t size) {
        if (size > 0) say({Word::part, size}, bytes);
    }

    void end(std::vector<Problem> problems) {
        if (problems.size() > most_problems) problems.resize(most_problems);
        for (Problem& problem : problems) problem = {problem.where.substr(0, longest), problem.what.substr(0, longest)};
        Message message;
        pass(message, problems);
        say({Word::problems, message.bytes().size()}, message.bytes().data());
    }

  private:
    static constexpr std::uint64_t short_part = 16 << 10;
    std::vector<char> waiting_;
};

// Arrays with small chunks are read in smaller parts, with large ones in larger parts, so that a chunk is inflated once
// or a few times instead of once for each part.
std::uint64_t bytes_at_once(const Shape& chunk) {
    const std::uint64_t bytes = byte_count(chunk, sizeof(double));
    return bytes > at_once ? most_at_once : chunk.empty() ? at_once : std::min(at_once, most_chunks * bytes);
}

// Numbers are sent in parts, texts as a whole, because a part of them has no size that is known before. `values` is
// memory that is used again: new memory for each part would cost more than the copy.
void answer(const Request& request, ArrayReading& file, Answering& answering, std::vector<char>& values) {
    if (request.axes > most_axes) throw std::out_of_range("axes of a request");
    const Object& object = file.objects().at(request.object);
    const bool is_attribute = request.attribute != Request::none;
    const Part whole{object, is_attribute ? &object.attributes.at(request.attribute) : nullptr,
                     static_cast<Part::Form>(request.form),
                     Shape(request.start.begin(), request.start.begin() + request.axes),
                     Shape(request.count.begin(), request.count.begin() + request.axes)};
    const auto put = [&](const Part& part) {
        std::uint64_t size = 0;
        file.read(part, [&](std::uint64_t bytes) {
            values.resize(std::max(values.size(), bytes));
            size = bytes;
            return values.data();
        });
        answering.put(values.data(), size);
    };
    if (is_attribute || whole.form == Part::Form::text_bytes || is_text(whole.element()) ||
        byte_count(whole.count, 1) == 0)
        return put(whole);
    const std::uint64_t width = whole.form == Part::Form::doubles ? sizeof(double) : whole.element().bytes;
    for_each_block(whole.count, std::max<std::uint64_t>(1, width), bytes_at_once(object.array.chunk),
                   [&](Shape start, const Shape& count) {
                       for (std::size_t i = 0; i < start.size(); ++i) start[i] += whole.start[i];
                       put({object, nullptr, whole.form, std::move(start), count});
                   });
}

// Errors name places inside the file without its path, which this process does not know.
std::unique_ptr<ArrayReading> opened(const std::string& format, std::uint64_t file_bytes) {
    if (format == "npz") return read_npz_here(file_descriptor, file_bytes, "");
    return read_hdf5_here(open_descriptor(file_descriptor, file_bytes), "");
}

// Each DataError is an answer; if the file cannot be opened, it is the last one.
void answer_all(const std::string& format, std::uint64_t file_bytes, Answering& answering) {
    std::unique_ptr<ArrayReading> file;
    std::vector<Object> objects;
    try {
        if (format != "nothing") file = opened(format, file_bytes);
        if (file) objects = file->objects();
    } catch (const DataError& error) {
        return answering.end(error.problems());
    }
    Message description;
    pass(description, objects);
    answering.put(description.bytes().data(), description.bytes().size());
    answering.say({Word::end, 0});
    std::vector<char> values;
    for (Request request; file;) {
        move_all(::read, reinterpret_cast<char*>(&request), sizeof request);
        try {
            answer(request, *file, answering, values);
            answering.say({Word::end, 0});
        } catch (const DataError& error) {
            answering.end(error.problems());
        }
    }
}

}  // namespace

void prepare_to_serve() {
    ::setenv("TZ", "UTC0", 1);  // or dates in old HDF5 files have glibc open the file of the time zone
    ::tzset();
    prepare_descriptor_driver();
}

void serve(const std::string& format, std::uint64_t file_bytes, const Jail& jail) {
    Answering answering;
    answering.say({Word::ready, (jail.is_filtered || jail.is_sanitized ? filtered_bit : 0) |
                                    (jail.is_limited ? limited_bit : 0) |
                                    (jail.is_short_of_memory ? short_of_memory_bit : 0)});
    try {
        answer_all(format, file_bytes, answering);
    } catch (const std::bad_alloc&) {
        answering.say({Word::no_memory, 0});
    }
}

}  // namespace cchnn
