#include "files/numpy/npz_file.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "core/errors.hpp"
#include "core/stop.hpp"
#include "files/jail/jailed_npz.hpp"
#include "files/numpy/npz_reading.hpp"
#include "files/plausible_values.hpp"

namespace cchnn {
namespace {

static_assert(std::endian::native == std::endian::little, "numbers are copied as they stand in the file");

// Elements of 8 bytes are doubles, all others floats: the reader of headers accepts no other numbers.
std::vector<double> to_doubles(const std::vector<char>& raw, std::size_t element_bytes) {
    std::vector<double> values(raw.size() / element_bytes);
    if (element_bytes == 8) {
        if (!raw.empty()) std::memcpy(values.data(), raw.data(), raw.size());
        return values;
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
        float value;
        std::memcpy(&value, raw.data() + 4 * i, 4);
        values[i] = value;
    }
    return values;
}

// Converts UTF-32 as NumPy stores it, padded with zeros, to UTF-8.
std::string to_utf8(const std::vector<char>& raw) {
    std::string text;
    for (std::size_t i = 0; i + 4 <= raw.size(); i += 4) {
        std::uint32_t c;
        std::memcpy(&c, &raw[i], 4);
        if (c == 0) break;
        const auto add = [&](std::uint32_t bits) { text += static_cast<char>(bits); };
        if (c < 0x80) add(c);
        else if (c < 0x800) {
            add(0xC0 | c >> 6);
            add(0x80 | (c & 0x3F));
        } else if (c < 0x10000) {
            add(0xE0 | c >> 12);
            add(0x80 | (c >> 6 & 0x3F));
            add(0x80 | (c & 0x3F));
        } else {
            add(0xF0 | (c >> 18 & 7));
            add(0x80 | (c >> 12 & 0x3F));
            add(0x80 | (c >> 6 & 0x3F));
            add(0x80 | (c & 0x3F));
        }
    }
    return text;
}

}  // namespace

NpzFile::NpzFile(const std::filesystem::path& path)
    : path_(path), reading_(read_npz_in_jail(path)), file_bytes_(reading_->file_bytes()) {}
NpzFile::~NpzFile() = default;

std::vector<std::string> NpzFile::names() const { return reading_->names(); }
bool NpzFile::has(const std::string& name) const { return reading_->has(name); }

// Reads a whole array. A deflated archive may declare far more numbers than it has bytes, so the count is
// bounded by the size of the file before memory is taken.
NpyArray NpzFile::read(const std::string& name) const {
    NpzArrayReader reader(*this, name);
    if (byte_count(reader.shape(), 1) > plausible_values(file_bytes_))
        throw DataError(path_.string() + ":" + name, "shape is " + to_text(reader.shape()) + ", in an archive of " +
                                                         std::to_string(file_bytes_) +
                                                         " bytes; save it with numpy.savez, without compression");
    NpyArray array{reader.shape(), std::vector<double>(byte_count(reader.shape(), 1))};
    reader.next(array.values.size(), array.values.data());
    return array;
}

// A text is an array of one element without axes or with axes of length 1.
std::string NpzFile::read_text(const std::string& name) const {
    NpzArrayReader reader(*this, name, true);
    if (byte_count(reader.shape(), 1) != 1)
        throw DataError(path_.string() + ":" + name, "has shape " + to_text(reader.shape()) + ", expected one text");
    return to_utf8(reader.next_bytes(1));
}

NpzArrayReader::NpzArrayReader(const NpzFile& file, const std::string& name, bool text)
    : reading_(*file.reading_), header_(reading_.open_entry(name, text)) {}

std::vector<char> NpzArrayReader::next_bytes(std::uint64_t elements) {
    throw_if_stopped();
    return reading_.next_bytes(elements);
}

// The next `count` numbers in the order of the file, which is that of C: the last axis runs first.
void NpzArrayReader::next(std::uint64_t count, double* out) {
    const std::vector<double> values = to_doubles(next_bytes(count), header_.element_bytes);
    std::copy(values.begin(), values.end(), out);
}

}  // namespace cchnn
