#include "files/npz_file.hpp"

#include <zip.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "core/errors.hpp"
#include "core/nearest_name.hpp"
#include "core/stop.hpp"
#include "files/npy_header.hpp"

namespace cchnn {
namespace {

constexpr std::uint64_t most_inflation = 1032;
static_assert(std::endian::native == std::endian::little, "numbers are copied as they stand in the file");

bool read_exactly(zip_file_t* entry, char* out, std::size_t size) {
    while (size > 0) {
        const zip_int64_t n = zip_fread(entry, out, size);
        if (n <= 0) return false;
        out += n;
        size -= static_cast<std::size_t>(n);
    }
    return true;
}

std::string entry_error(zip_file_t* entry) {
    zip_error_t* error = zip_file_get_error(entry);
    return zip_error_code_zip(error) == ZIP_ER_OK ? "it ends early" : zip_error_strerror(error);
}

void require_plausible(const zip_stat_t& stat, std::uint64_t file_bytes, const std::string& where) {
    constexpr zip_uint64_t needed = ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD;
    if ((stat.valid & needed) != needed) throw DataError(where, "its size is not declared in the archive");
    if (stat.comp_method != ZIP_CM_STORE && stat.comp_method != ZIP_CM_DEFLATE)
        throw DataError(where, "is compressed by zip method " + std::to_string(stat.comp_method) +
                                   "; save it with numpy.savez or numpy.savez_compressed");
    const std::uint64_t most = std::min<std::uint64_t>(stat.comp_size, file_bytes);
    if (stat.size / (stat.comp_method == ZIP_CM_DEFLATE ? most_inflation : 1) > most)
        throw DataError(where, "declares " + std::to_string(stat.size) + " bytes, which cannot come from " +
                                   std::to_string(most) + " in the file");
}

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

// UTF-32 as NumPy stores it, padded with zeros -> UTF-8.
std::string to_utf8(const std::vector<char>& raw) {
    std::string text;
    for (std::size_t i = 0; i + 4 <= raw.size(); i += 4) {
        std::uint32_t c;
        std::memcpy(&c, &raw[i], 4);
        if (c == 0) break;
        const auto add = [&](std::uint32_t bits) { text += static_cast<char>(bits); };
        if (c < 0x80) add(c);
        else if (c < 0x800) add(0xC0 | c >> 6), add(0x80 | (c & 0x3F));
        else if (c < 0x10000) add(0xE0 | c >> 12), add(0x80 | (c >> 6 & 0x3F)), add(0x80 | (c & 0x3F));
        else
            add(0xF0 | (c >> 18 & 7)), add(0x80 | (c >> 12 & 0x3F)), add(0x80 | (c >> 6 & 0x3F)),
                add(0x80 | (c & 0x3F));
    }
    return text;
}

}  // namespace

struct NpzFile::State {
    std::filesystem::path path;
    zip_t* archive = nullptr;
    ~State() { zip_discard(archive); }

    std::vector<std::string> names() const {
        std::vector<std::string> found;
        const zip_int64_t entries = std::min<zip_int64_t>(zip_get_num_entries(archive, 0), 100);
        for (zip_int64_t i = 0; i < entries; ++i) {
            const char* name = zip_get_name(archive, static_cast<zip_uint64_t>(i), 0);
            std::string text = name ? name : "";
            if (text.ends_with(".npy")) found.push_back(text.substr(0, text.size() - 4));
        }
        return found;
    }
};

NpzFile::NpzFile(const std::filesystem::path& path) : state_(std::make_unique<State>()) {
    int code = 0;
    state_->path = path;
    state_->archive = zip_open(path.c_str(), ZIP_RDONLY, &code);
    if (state_->archive) return;
    zip_error_t error;
    zip_error_init_with_code(&error, code);
    const std::string reason = zip_error_strerror(&error);
    zip_error_fini(&error);
    if (code == ZIP_ER_OPEN || code == ZIP_ER_NOENT || code == ZIP_ER_READ)
        throw IoError(path.string(), "cannot be opened: " + reason);
    throw DataError(path.string(), "is not a NumPy archive (.npz): " + reason);
}

NpzFile::~NpzFile() = default;

std::vector<std::string> NpzFile::names() const { return state_->names(); }

bool NpzFile::has(const std::string& name) const {
    return zip_name_locate(state_->archive, (name + ".npy").c_str(), 0) >= 0;
}

NpyArray NpzFile::read(const std::string& name) const {
    NpzArrayReader reader(*this, name);
    NpyArray array{reader.shape(), std::vector<double>(byte_count(reader.shape(), 1))};
    reader.next(array.values.size(), array.values.data());
    return array;
}

std::string NpzFile::read_text(const std::string& name) const {
    NpzArrayReader reader(*this, name, true);
    if (byte_count(reader.shape(), 1) != 1)
        throw DataError(state_->path.string() + ":" + name,
                        "has shape " + to_text(reader.shape()) + ", expected one text");
    return to_utf8(reader.next_bytes(1));
}

struct NpzArrayReader::Entry {
    struct Close {
        void operator()(zip_file_t* entry) const { zip_fclose(entry); }
    };
    std::string where;
    NpyHeader header;
    std::unique_ptr<zip_file_t, Close> handle;
    std::uint64_t left = 0;  // elements
};

NpzArrayReader::NpzArrayReader(const NpzFile& file, const std::string& name, bool text)
    : entry_(std::make_unique<Entry>()) {
    const std::string &where = entry_->where = file.state_->path.string() + ":" + name, entry_name = name + ".npy";
    zip_stat_t stat;
    if (zip_stat(file.state_->archive, entry_name.c_str(), 0, &stat) != 0)
        throw DataError(where, "is missing" + suggestion(name, file.state_->names()));
    require_plausible(stat, std::filesystem::file_size(file.state_->path), where);
    entry_->handle.reset(zip_fopen(file.state_->archive, entry_name.c_str(), 0));
    zip_file_t* handle = entry_->handle.get();
    if (!handle) throw DataError(where, std::string("cannot be read: ") + zip_strerror(file.state_->archive));
    const NpyHeader header =
        read_npy_header([&](char* out, std::size_t n) { return read_exactly(handle, out, n); }, where, text);
    const std::uint64_t declared = byte_count(header.shape, header.element_bytes);
    const std::uint64_t held = stat.size - std::min<std::uint64_t>(stat.size, header.header_bytes);
    if (declared != held)
        throw DataError(where, "declares shape " + to_text(header.shape) + ", " + std::to_string(declared) +
                                   " bytes, but holds " + std::to_string(held));
    entry_->header = header;
    entry_->left = byte_count(header.shape, 1);
}

NpzArrayReader::~NpzArrayReader() = default;
const Shape& NpzArrayReader::shape() const { return entry_->header.shape; }
std::size_t NpzArrayReader::element_bytes() const { return entry_->header.element_bytes; }

std::vector<char> NpzArrayReader::next_bytes(std::uint64_t elements) {
    throw_if_stopped();
    std::vector<char> raw(elements * entry_->header.element_bytes);
    bool whole = elements <= entry_->left && read_exactly(entry_->handle.get(), raw.data(), raw.size());
    entry_->left -= std::min(elements, entry_->left);
    char beyond;  // the archive's checksum is compared at the end of the entry
    whole = whole && (entry_->left > 0 || zip_fread(entry_->handle.get(), &beyond, 1) == 0);
    if (!whole) throw DataError(entry_->where, "cannot be read: " + entry_error(entry_->handle.get()));
    if (entry_->header.big_endian)
        for (std::size_t at = 0, size = entry_->header.element_bytes; at < raw.size(); at += size)
            std::reverse(raw.begin() + static_cast<std::ptrdiff_t>(at),
                         raw.begin() + static_cast<std::ptrdiff_t>(at + size));
    return raw;
}

void NpzArrayReader::next(std::uint64_t count, double* out) {
    const std::vector<double> values = to_doubles(next_bytes(count), entry_->header.element_bytes);
    std::copy(values.begin(), values.end(), out);
}

}  // namespace cchnn
