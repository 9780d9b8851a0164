#include "dataset/npz_file.hpp"

#include <zip.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "core/errors.hpp"
#include "core/nearest_name.hpp"
#include "dataset/npy_header.hpp"

namespace cchnn {
namespace {

constexpr std::uint64_t most_deflate_ratio = 1032;
static_assert(std::endian::native == std::endian::little, "numbers are copied as they stand in the file");

struct CloseEntry {
    void operator()(zip_file_t* entry) const { zip_fclose(entry); }
};
using EntryHandle = std::unique_ptr<zip_file_t, CloseEntry>;

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
        throw DataError(where, "is compressed by zip method " + std::to_string(stat.comp_method) + "; save it with numpy.savez or numpy.savez_compressed");
    const std::uint64_t most = std::min<std::uint64_t>(stat.comp_size, file_bytes);
    if (stat.size / (stat.comp_method == ZIP_CM_DEFLATE ? most_deflate_ratio : 1) > most)
        throw DataError(where, "declares " + std::to_string(stat.size) + " bytes, which cannot come from " + std::to_string(most) + " in the file");
}

std::vector<double> read_numbers(zip_file_t* entry, const NpyHeader& header, const std::string& where) {
    const std::size_t count = byte_count(header.shape, 1), bytes = count * header.element_bytes;
    std::vector<char> raw(bytes);
    char beyond;  // the archive's checksum is compared at the end of the entry
    if (!read_exactly(entry, raw.data(), bytes) || zip_fread(entry, &beyond, 1) != 0)
        throw DataError(where, "cannot be read: " + entry_error(entry));
    std::vector<double> values(count);
    if (header.element_bytes == 8) {
        if (bytes > 0) std::memcpy(values.data(), raw.data(), bytes);
        return values;
    }
    for (std::size_t i = 0; i < count; ++i) {
        float value;
        std::memcpy(&value, raw.data() + 4 * i, 4);
        values[i] = value;
    }
    return values;
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
    if (code == ZIP_ER_OPEN || code == ZIP_ER_NOENT || code == ZIP_ER_READ) throw IoError(path.string(), "cannot be opened: " + reason);
    throw DataError(path.string(), "is not a NumPy archive (.npz): " + reason);
}

NpzFile::~NpzFile() = default;

bool NpzFile::has(const std::string& name) const {
    return zip_name_locate(state_->archive, (name + ".npy").c_str(), 0) >= 0;
}

NpyArray NpzFile::read(const std::string& name) const {
    const std::string where = state_->path.string() + ":" + name, entry_name = name + ".npy";
    zip_stat_t stat;
    if (zip_stat(state_->archive, entry_name.c_str(), 0, &stat) != 0)
        throw DataError(where, "is missing" + suggestion(name, state_->names()));
    require_plausible(stat, std::filesystem::file_size(state_->path), where);
    const EntryHandle entry(zip_fopen(state_->archive, entry_name.c_str(), 0));
    if (!entry) throw DataError(where, std::string("cannot be read: ") + zip_strerror(state_->archive));
    const NpyHeader header = read_npy_header([&](char* out, std::size_t n) { return read_exactly(entry.get(), out, n); }, where);
    const std::uint64_t declared = byte_count(header.shape, header.element_bytes);
    const std::uint64_t held = stat.size - std::min<std::uint64_t>(stat.size, header.header_bytes);
    if (declared != held)
        throw DataError(where, "declares shape " + to_text(header.shape) + ", " + std::to_string(declared) + " bytes, but holds " + std::to_string(held));
    return {header.shape, read_numbers(entry.get(), header, where)};
}

}  // namespace cchnn
