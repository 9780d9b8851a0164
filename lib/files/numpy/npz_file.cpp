#include "files/numpy/npz_file.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "core/errors.hpp"
#include "core/nearest_name.hpp"
#include "files/array_reading.hpp"
#include "files/jail/reader_process.hpp"
#include "files/plausible_values.hpp"

namespace cchnn {
namespace {

static_assert(std::endian::native == std::endian::little, "numbers are copied as they stand in the file");

constexpr std::size_t most_names = 100;

}  // namespace

NpzFile::NpzFile(const std::filesystem::path& path)
    : path_(path),
      reading_(std::make_unique<ReaderProcess>(open_source_file(path), "npz")),
      file_bytes_(reading_->file_bytes()) {}
NpzFile::~NpzFile() = default;

std::vector<std::string> NpzFile::names() const {
    std::vector<std::string> found;
    for (const Object& object : reading_->objects())
        if (found.size() < most_names) found.push_back(object.entry.path.substr(1));
    return found;
}

bool NpzFile::has(const std::string& name) const {
    const std::vector<Object>& all = reading_->objects();
    return std::ranges::any_of(all, [&](const Object& object) { return object.entry.path == "/" + name; });
}

// The array of a name, which must hold text or numbers.
const Object& NpzFile::object(const std::string& name, bool text) const {
    const std::string where = path_.string() + ":" + name;
    for (const Object& object : reading_->objects()) {
        if (object.entry.path != "/" + name) continue;
        if (!object.problem.empty()) throw DataError(where, object.problem);
        if (is_text(object.array.element) != text)
            throw DataError(where, "holds " + to_text(object.array.element) +
                                       (text ? ", expected text" : ", expected numbers (float64 or float32)"));
        return object;
    }
    throw DataError(where, "is missing" + suggestion(name, names()));
}

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
    const Object& text = object(name, true);
    if (byte_count(text.array.shape, 1) != 1)
        throw DataError(path_.string() + ":" + name, "has shape " + to_text(text.array.shape) + ", expected one text");
    const std::vector<std::string> texts =
        split_texts(read_values(*reading_, {text, nullptr, Part::Form::values, {0}, {1}}, path_.string() + ":" + name));
    return texts.at(0);
}

NpzArrayReader::NpzArrayReader(const NpzFile& file, const std::string& name)
    : reading_(*file.reading_), object_(file.object(name, false)), shape_(object_.array.shape) {}

// The next `count` numbers in the order of the file, which is that of C: the last axis runs first. Elements of 8 bytes
// are doubles, all others floats, which are read into the end of `out` and widened from its begin on.
void NpzArrayReader::next(std::uint64_t count, double* out) {
    const std::size_t width = object_.array.element.bytes;
    char* const raw = reinterpret_cast<char*>(out) + count * (sizeof(double) - width);
    char* next = raw;
    reading_.read({object_, nullptr, Part::Form::values, {at_}, {count}},
                  [&](std::uint64_t bytes) { return std::exchange(next, next + bytes); });
    at_ += count;
    for (std::uint64_t i = 0; width == sizeof(float) && i < count; ++i) {
        float value;
        std::memcpy(&value, raw + i * sizeof(float), sizeof value);
        out[i] = value;
    }
}

}  // namespace cchnn
