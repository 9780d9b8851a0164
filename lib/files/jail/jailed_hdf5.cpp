#include "files/jail/jailed_hdf5.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <map>

#include "core/errors.hpp"
#include "core/stop.hpp"
#include "files/first_bytes.hpp"
#include "files/hdf5_reading.hpp"
#include "files/jail/reader_process.hpp"

namespace cchnn {
namespace {

constexpr std::uint64_t most_of_a_list = 64 << 20, most_of_an_attribute = 64 << 20, most_filters = 32;
constexpr std::size_t longest_name = 64 << 10;

// Whether a file is HDF5. A file may begin with something else: HDF5's own part starts at 0, 512, 1024, 2048,
// ... bytes.
bool is_hdf5(const SourceFile& file) {
    constexpr char mark[] = "\x89HDF\r\n\x1a\n";
    constexpr std::size_t size = sizeof mark - 1;
    char bytes[size];
    for (std::uint64_t position = 0; position + size <= file.bytes; position = position == 0 ? 512 : 2 * position)
        if (::pread(file.descriptor, bytes, size, position) == static_cast<ssize_t>(size) &&
            std::memcmp(bytes, mark, size) == 0)
            return true;
    return false;
}

// Paths are absolute, and a zero would end them early when HDF5 takes them as C texts.
bool is_path(const std::string& text) { return text.starts_with('/') && text.find('\0') == std::string::npos; }

// Asks the reader process and checks its answers: the rest of the program takes them for what HDF5 says, but a
// process that a hostile file has taken over may answer anything.
class JailedHdf5 : public Hdf5Reading {
  public:
    explicit JailedHdf5(SourceFile file) : reader_(std::move(file), "hdf5") { describe(); }
    JailedHdf5(const SourceFile& file, StartedReader reader) : reader_(file, std::move(reader)) { describe(); }

    std::uint64_t file_bytes() const override { return reader_.file_bytes(); }

    // The list of a file that was described whole is kept. Otherwise at most `most` entries are accepted.
    std::vector<Entry> entries(std::size_t most) const override {
        if (is_described_ && entries_.size() <= most) return entries_;
        std::vector<Entry> found;
        reader_.understand(Message(Question::entries).number(most), most_of_a_list, [&](MessageReader& answer) {
            while (!answer.at_end()) {
                found.push_back(entry(answer));
                if (found.size() > most) throw MalformedMessage();
            }
        });
        return found;
    }

    bool has(const std::string& path) const override {
        if (const auto known = has_.find(path); known != has_.end()) return known->second;
        if (is_described_) return false;
        return has_[path] = number(Message(Question::has).text(path), 1) == 1;
    }

    ArrayInfo array(const std::string& path) const override {
        if (const auto known = arrays_.find(path); known != arrays_.end()) return known->second;
        ArrayInfo info;
        reader_.understand(Message(Question::array).text(path), most_of_a_list,
                           [&](MessageReader& answer) { info = array_info(answer); });
        return arrays_[path] = info;
    }

    std::vector<AttributeInfo> attributes(const std::string& path) const override {
        if (const auto known = attributes_.find(path); known != attributes_.end()) return known->second;
        std::vector<AttributeInfo> found;
        reader_.understand(Message(Question::attributes).text(path), most_of_a_list,
                           [&](MessageReader& answer) { found = attribute_infos(answer); });
        return attributes_[path] = found;
    }

    bool has_attribute(const std::string& path, const std::string& name) const override {
        return number(Message(Question::has_attribute).text(path).text(name), 1) == 1;
    }

    std::vector<char> attribute_bytes(const std::string& path, const AttributeInfo& info) const override {
        Message question(Question::attribute_bytes);
        question.text(path).text(info.name).element(info.element).shape(info.shape);
        std::vector<char> bytes = reader_.ask(question, most_of_an_attribute);
        require_size(bytes, info.element, info.shape);
        return bytes;
    }

    std::vector<char> read_bytes(const std::string& path, const Shape& start, const Shape& count) const override {
        throw_if_stopped();
        const Element element = array(path).element;
        const std::uint64_t numbers = byte_count(count, element.bytes);
        // Texts take what they refer to, and 8 bytes each.
        const std::uint64_t most = is_text(element) ? file_bytes() + byte_count(count, 16) + numbers : numbers;
        std::vector<char> bytes = reader_.ask(Message(Question::read_bytes).text(path).shape(start).shape(count),
                                              std::max(most, numbers), true);
        require_size(bytes, element, count);
        return bytes;
    }

    void read_doubles(const std::string& path, const Shape& start, const Shape& count, double* out) const override {
        throw_if_stopped();
        reader_.ask(Message(Question::read_doubles).text(path).shape(start).shape(count), reinterpret_cast<char*>(out),
                    byte_count(count, sizeof(double)));
    }

    std::uint64_t text_bytes(const std::string& path) const override {
        return number(Message(Question::text_bytes).text(path), ~std::uint64_t{0});
    }

  private:
    // Asks a question whose answer is one number of at most `most`.
    std::uint64_t number(const Message& question, std::uint64_t most) const {
        std::uint64_t value = 0;
        reader_.understand(question, most_of_a_list, [&](MessageReader& answer) { value = answer.number(most); });
        return value;
    }

    // Asks for everything that is needed of most files in one answer, and keeps it. What the process has said
    // once stays valid, so that it cannot give one shape to a check and another one to a reader.
    void describe() {
        reader_.understand(Message(Question::describe), most_of_a_list, [&](MessageReader& answer) {
            while (!answer.at_end()) {
                const Entry found = entry(answer);
                if (answer.number(1) == 1) arrays_[found.path] = array_info(answer);
                if (answer.number(1) == 1) attributes_[found.path] = attribute_infos(answer);
                has_[found.path] = true;
                is_described_ = answer.at_end();
                if (!is_described_) entries_.push_back(found);
            }
        });
    }

    static Entry entry(MessageReader& answer) {
        const auto kind = answer.number(static_cast<std::uint64_t>(Entry::Kind::repeated_group));
        Entry found{static_cast<Entry::Kind>(kind), answer.text(longest_name)};
        if (!is_path(found.path)) throw MalformedMessage();
        return found;
    }

    // The number of attributes comes first. It is not used to reserve memory: it may be any number.
    static std::vector<AttributeInfo> attribute_infos(MessageReader& answer) {
        std::vector<AttributeInfo> found;
        for (std::uint64_t left = answer.number(); left > 0; --left) {
            AttributeInfo info{answer.text(longest_name), {}, {}};
            info.element = answer.element();
            info.shape = answer.shape();
            found.push_back(info);
        }
        return found;
    }

    // Rejects what divides by zero or reads beyond a shape later: a chunk with other axes than the array, or
    // with a length of 0.
    static ArrayInfo array_info(MessageReader& answer) {
        ArrayInfo info;
        info.element = answer.element();
        info.shape = answer.shape();
        info.chunk = answer.shape();
        info.stored_bytes = answer.number();
        info.stored_chunks = answer.number();
        info.is_virtual = answer.number(1) == 1;
        info.is_external = answer.number(1) == 1;
        for (std::uint64_t left = answer.number(most_filters); left > 0; --left)
            info.filters.push_back(answer.text(longest_name));
        const bool chunked = !info.chunk.empty();
        if ((chunked && info.chunk.size() != info.shape.size()) ||
            std::count(info.chunk.begin(), info.chunk.end(), 0U) > 0)
            throw MalformedMessage();
        return info;
    }

    // Rejects an answer that does not hold as many numbers or texts as the shape says.
    void require_size(const std::vector<char>& bytes, const Element& element, const Shape& shape) const {
        try {
            const std::uint64_t count = byte_count(shape, 1);
            if (is_text(element) ? split_texts(bytes).size() == count
                                 : bytes.size() == byte_count(shape, element.bytes))
                return;
        } catch (const DataError&) {
        }
        reader_.refuse(malformed_answer);
    }

    mutable ReaderProcess reader_;
    bool is_described_ = false;
    std::vector<Entry> entries_;  // of a file that is described
    // What was said once holds: shapes that were checked are those that are used.
    mutable std::map<std::string, bool> has_;
    mutable std::map<std::string, ArrayInfo> arrays_;
    mutable std::map<std::string, std::vector<AttributeInfo>> attributes_;
};

}  // namespace

std::unique_ptr<Hdf5Reading> read_in_jail(const std::filesystem::path& path) {
    SourceFile file = open_source_file(path);
    if (!is_hdf5(file)) throw DataError(path.string(), "is not an HDF5 file" + what_it_is(path));
    return std::make_unique<JailedHdf5>(std::move(file));
}

std::unique_ptr<Hdf5Reading> read_from(const SourceFile& file, StartedReader reader) {
    return std::make_unique<JailedHdf5>(file, std::move(reader));
}

}  // namespace cchnn
