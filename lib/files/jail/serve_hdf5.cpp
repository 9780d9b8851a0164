#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <map>
#include <memory>

#include "core/errors.hpp"
#include "files/blocks.hpp"
#include "files/hdf5_handles.hpp"
#include "files/hdf5_reading.hpp"
#include "files/jail/descriptor_driver.hpp"
#include "files/jail/serve.hpp"

namespace cchnn {
namespace {

constexpr std::size_t longest_path = 64 << 10, most_entries = 100'000, most_described = 1000;
constexpr std::uint64_t most_at_once = 128 << 20;  // of float64, where chunks are larger than a block
constexpr std::uint64_t most_chunks = 16384;       // HDF5 takes some 5 kB for each chunk that it reads at once

// The places of two boxes added axis by axis: a part's place in the box that is read, and the box's place in
// the array.
Shape sum(Shape a, const Shape& b) {
    for (std::size_t i = 0; i < a.size(); ++i) a[i] += b[i];
    return a;
}

// Decodes a question, asks HDF5 in this process, and sends the answer.
class Hdf5Server {
  public:
    Hdf5Server(Answering& answering, const Hdf5Reading& file) : answering_(answering), file_(file) {}

    // The question begins with its number. Questions about NumPy archives, and unknown ones, make no sense
    // here; the exception ends the process.
    void answer(const std::vector<char>& question) {
        MessageReader asked(question);
        switch (static_cast<Question>(asked.number())) {
            case Question::describe: return describe();
            case Question::entries: return entries(asked);
            case Question::has: return number(file_.has(path(asked)));
            case Question::array: return array(asked);
            case Question::attributes: return attributes(asked);
            case Question::has_attribute: return has_attribute(asked);
            case Question::attribute_bytes: return attribute_bytes(asked);
            case Question::read_bytes: return read_bytes(asked);
            case Question::read_doubles: return read_doubles(asked);
            case Question::text_bytes: return number(file_.text_bytes(path(asked)));
            case Question::names:
            case Question::open_entry:
            case Question::next_bytes: break;
        }
        throw MalformedMessage();
    }

  private:
    static std::string path(MessageReader& asked) { return asked.text(longest_path); }
    void send(const Message& message) { answering_.send(message.bytes()); }
    void number(std::uint64_t value) { send(Message().number(value)); }

    void entries(MessageReader& asked) {
        Message answer;
        for (const Entry& entry : file_.entries(std::min<std::uint64_t>(asked.number(), most_entries)))
            answer.number(static_cast<std::uint64_t>(entry.kind)).text(entry.path);
        send(answer);
    }

    // Sends for every object: kind and path, then 1 and its ArrayInfo or 0, then 1 and its attributes or 0.
    // A 0 means that the object is no array, or that they could not be read; a question for them alone returns the
    // reason. The root comes last. A file with many objects is not described.
    void describe() {
        const std::vector<Entry> found = file_.entries(most_described);
        Message answer;
        if (found.size() < most_described) {
            for (const Entry& entry : found) describe_object(entry, answer);
            describe_object({Entry::Kind::group, "/"}, answer);
        }
        send(answer);
    }

    void describe_object(const Entry& entry, Message& answer) const {
        answer.number(static_cast<std::uint64_t>(entry.kind)).text(entry.path);
        const bool is_array = entry.kind == Entry::Kind::array;
        optional(is_array, answer, [&](Message& more) { append_array(file_.array(entry.path), more); });
        optional(is_array || entry.kind == Entry::Kind::group, answer,
                 [&](Message& more) { append_attributes(file_.attributes(entry.path), more); });
    }

    // Writes 1 and what `append` adds, or 0 if that is not wanted or the file does not allow it. `append` writes to
    // a message of its own, so that a failure in its middle leaves nothing behind.
    template <class Append>
    static void optional(bool wanted, Message& answer, const Append& append) {
        Message more;
        try {
            if (wanted) append(more);
        } catch (const DataError&) {
            wanted = false;
        }
        answer.number(wanted);
        if (wanted) answer.message(more);
    }

    void array(MessageReader& asked) {
        Message answer;
        append_array(file_.array(path(asked)), answer);
        send(answer);
    }

    // In the order in which jailed_hdf5.cpp reads it (array_info()).
    static void append_array(const ArrayInfo& info, Message& answer) {
        answer.element(info.element).shape(info.shape).shape(info.chunk);
        answer.number(info.stored_bytes).number(info.stored_chunks).number(info.is_virtual).number(info.is_external);
        answer.number(info.filters.size());
        for (const std::string& filter : info.filters) answer.text(filter);
    }

    void attributes(MessageReader& asked) {
        Message answer;
        append_attributes(file_.attributes(path(asked)), answer);
        send(answer);
    }

    static void append_attributes(const std::vector<AttributeInfo>& attributes, Message& answer) {
        answer.number(attributes.size());
        for (const AttributeInfo& attribute : attributes)
            answer.text(attribute.name).element(attribute.element).shape(attribute.shape);
    }

    void has_attribute(MessageReader& asked) {
        const std::string object = path(asked), name = path(asked);
        number(file_.has_attribute(object, name));
    }

    void attribute_bytes(MessageReader& asked) {
        const std::string object = path(asked);
        AttributeInfo info{path(asked), {}, {}};
        info.element = asked.element();
        info.shape = asked.shape();
        answering_.send(file_.attribute_bytes(object, info));
    }

    // Calls `read` for parts of at most `bytes` bytes.
    template <class Read>
    static void in_pieces(const Shape& start, const Shape& count, std::uint64_t element, std::uint64_t bytes,
                          const Read& read) {
        for_each_block(count, element, bytes,
                       [&](const Shape& first, const Shape& part) { read(sum(first, start), part); });
    }

    // Texts are sent as a whole, because a part of them has no size that is known before. Numbers are sent in
    // blocks of 16 MiB.
    void read_bytes(MessageReader& asked) {
        const std::string object = path(asked);
        const Shape start = asked.shape(), count = asked.shape();
        const Element element = file_.array(object).element;
        if (is_text(element)) return answering_.send(file_.read_bytes(object, start, count));
        in_pieces(
            start, count, std::max<std::uint64_t>(1, element.bytes), most_at_once / 8,
            [&](const Shape& first, const Shape& part) { answering_.send(file_.read_bytes(object, first, part)); });
    }

    // Reads through a shared block if chunks fit into one. A larger chunk would be inflated once for each
    // block, so it is read through memory of this process.
    void read_doubles(MessageReader& asked) {
        const std::string object = path(asked);
        const Shape start = asked.shape(), count = asked.shape();
        const auto known = chunks_.find(object);
        const Shape chunk = known != chunks_.end() ? known->second : file_.array(object).chunk;
        if (chunks_.size() < most_described) chunks_[object] = chunk;
        const std::uint64_t of_chunk = byte_count(chunk, sizeof(double)), block_bytes = answering_.block_bytes();
        if (of_chunk > block_bytes) return read_through_memory(object, start, count);
        const std::uint64_t at_once = chunk.empty() ? block_bytes : most_chunks * of_chunk;
        in_pieces(start, count, sizeof(double), block_bytes, [&](const Shape& first, const Shape& part) {
            auto* out = reinterpret_cast<double*>(answering_.free_block());
            in_pieces(first, part, sizeof(double), at_once, [&](const Shape& at, const Shape& some) {
                file_.read_doubles(object, at, some, out);
                out += byte_count(some, 1);
            });
            answering_.send_block(byte_count(part, sizeof(double)));
        });
    }

    // Sends parts of 128 MiB, so that a chunk is inflated once or a few times instead of once for each block.
    void read_through_memory(const std::string& object, const Shape& start, const Shape& count) {
        std::vector<double> values;
        in_pieces(start, count, sizeof(double), most_at_once, [&](const Shape& first, const Shape& part) {
            values.resize(byte_count(part, 1));
            file_.read_doubles(object, first, part, values.data());
            answering_.send(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(double));
        });
    }

    Answering& answering_;
    const Hdf5Reading& file_;
    std::map<std::string, Shape> chunks_;  // of arrays of numbers that were read
};

}  // namespace

void prepare_to_serve() {
    ::setenv("TZ", "UTC0", 1);  // or dates in old HDF5 files have glibc open the file of the time zone
    ::tzset();
    prepare_descriptor_driver();
}

// If the file cannot be opened, the answer is the error, and the process ends. Errors name places inside the file
// without its path, which this process does not know.
void serve_hdf5(Answering& answering, int descriptor, std::uint64_t file_bytes) {
    std::unique_ptr<Hdf5Reading> file;
    try {
        file = read_here(open_descriptor(descriptor, file_bytes), "");
    } catch (const DataError& error) {
        return answering.send_problems(error.problems());
    }
    Hdf5Server server(answering, *file);
    answer_all(answering, server);
}

}  // namespace cchnn
