#include "files/jail/serve.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <ctime>
#include <cstring>
#include <memory>
#include <new>
#include <utility>

#include "core/errors.hpp"
#include "files/blocks.hpp"
#include "files/jail/descriptor_driver.hpp"
#include "files/jail/message.hpp"

namespace cchnn {
namespace {

constexpr std::uint64_t most_at_once = 128 << 20;       // of an array whose chunks are larger than a block
constexpr std::uint64_t most_chunks = 16384;            // HDF5 takes some 5 kB for each chunk that it reads at once
constexpr std::size_t most_problems = 10, longest = 1000;  // characters of one; all of them are less than a block

// Reads exactly `size` bytes of the socket. Its end means that the asker is gone, and ends the process without
// clean-up.
void take(void* out, std::size_t size) {
    for (char* next = static_cast<char*>(out); size > 0;) {
        const ssize_t n = ::read(socket_descriptor, next, size);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) ::_exit(0);
        next += n;
        size -= n;
    }
}

void say(Word word) {
    if (::write(socket_descriptor, &word, sizeof word) != sizeof word) ::_exit(0);
}

// Sends answers through the shared blocks.
class Answering {
  public:
    explicit Answering(const SharedBlocks& blocks) : blocks_(blocks) {}

    void put(const char* bytes, std::size_t size) {
        while (size > 0) {
            for (; away_ == SharedBlocks::count; --away_) take_back();
            const std::size_t part = std::min(size, blocks_.block_bytes() - filled_);
            std::memcpy(blocks_.block(number_) + filled_, bytes, part);
            filled_ += part;
            bytes += part;
            size -= part;
            if (filled_ < blocks_.block_bytes()) return;
            hand_over(Word::block);
            ++away_;
            number_ = (number_ + 1) % SharedBlocks::count;
        }
    }
    void put(const std::vector<char>& bytes) { put(bytes.data(), bytes.size()); }

    // Ends the answer with a block that is not full.
    void end(Word::Kind kind = Word::block) {
        hand_over(kind);
        for (; away_ > 0; --away_) take_back();
        number_ = 0;
    }

    // In the place of what was to come.
    void end(std::vector<Problem> problems) {
        if (problems.size() > most_problems) problems.resize(most_problems);
        for (Problem& problem : problems) problem = {problem.where.substr(0, longest), problem.what.substr(0, longest)};
        Packing packing;
        pass(packing, problems);
        filled_ = 0;
        put(packing.bytes());
        end(Word::problems);
    }

  private:
    static void take_back() {
        char copied;
        take(&copied, 1);
    }
    void hand_over(Word::Kind kind) { say({kind, static_cast<std::uint32_t>(std::exchange(filled_, 0))}); }

    const SharedBlocks& blocks_;
    std::uint32_t number_ = 0;  // of the block that is being filled
    std::uint32_t away_ = 0;    // full blocks that the asker has not copied yet
    std::size_t filled_ = 0;    // bytes
};

// The parts in which an array is read: as large as a block. Of small chunks it is fewer; of larger chunks more, so that
// one is inflated once or a few times instead of once for each block.
std::uint64_t bytes_at_once(const ArrayInfo& array, std::uint64_t block_bytes) {
    const std::uint64_t chunk = byte_count(array.chunk, sizeof(double));
    if (array.chunk.empty()) return block_bytes;
    return chunk > block_bytes ? most_at_once : std::min(block_bytes, most_chunks * chunk);
}

// Numbers are read in parts, texts as a whole, because a part of them has no size that is known before.
void answer(const Request& request, ArrayReading& file, Answering& answering, std::uint64_t block_bytes,
            std::vector<char>& values) {
    const Object& object = file.objects().at(request.object);
    const AttributeInfo* const attribute =
        request.attribute == Request::none ? nullptr : &object.attributes.at(request.attribute);
    const Part whole{object, attribute, static_cast<Part::Form>(request.form),
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
    const bool is_text_length = whole.form == Part::Form::text_bytes;
    if (attribute || is_text_length || is_text(whole.element()) || byte_count(whole.count, 1) == 0) return put(whole);
    const std::uint64_t width = whole.form == Part::Form::doubles ? sizeof(double) : whole.element().bytes;
    for_each_block(whole.count, std::max<std::uint64_t>(1, width), bytes_at_once(object.array, block_bytes),
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
void answer_all(const std::string& format, std::uint64_t file_bytes, const SharedBlocks& blocks) {
    Answering answering(blocks);
    std::unique_ptr<ArrayReading> file;
    try {
        std::vector<Object> objects;
        if (format != "nothing") {
            file = opened(format, file_bytes);
            objects = file->objects();
        }
        Packing packing;
        pass(packing, objects);
        answering.put(packing.bytes());
        answering.end();
    } catch (const DataError& error) {
        return answering.end(error.problems());
    }
    std::vector<char> values;  // reused: new memory for each answer would cost more than the copy
    for (Request request;;) {
        take(&request, sizeof request);
        try {
            answer(request, *file, answering, blocks.block_bytes(), values);
            answering.end();
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

void serve(const std::string& format, std::uint64_t file_bytes, const SharedBlocks& blocks, const Jail& jail) {
    say({Word::ready, (jail.is_filtered || jail.is_sanitized ? filtered_bit : 0) | (jail.is_limited ? limited_bit : 0) |
                          (jail.is_short_of_memory ? short_of_memory_bit : 0)});
    try {
        answer_all(format, file_bytes, blocks);
    } catch (const std::bad_alloc&) {
        say({Word::no_memory, 0});
    }
}

}  // namespace cchnn
