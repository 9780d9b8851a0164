#include "files/numpy/npz_reading.hpp"

#include <unistd.h>
#include <zip.h>

#include <algorithm>
#include <cerrno>
#include <set>

#include "core/errors.hpp"
#include "core/nearest_name.hpp"

namespace cchnn {
namespace {

constexpr std::uint64_t most_inflation = 1032;
constexpr zip_int64_t most_members = 1000;

// Reads `size` bytes of an entry; false if it ends before or is damaged.
bool read_exactly(zip_file_t* entry, char* out, std::size_t size) {
    while (size > 0) {
        const zip_int64_t n = zip_fread(entry, out, size);
        if (n <= 0) return false;
        out += n;
        size -= n;
    }
    return true;
}

// Why reading an entry failed. libzip has no error for one that just ends.
std::string entry_error(zip_file_t* entry) {
    zip_error_t* error = zip_file_get_error(entry);
    return zip_error_code_zip(error) == ZIP_ER_OK ? "it ends early" : zip_error_strerror(error);
}

// A deflated byte inflates to at most 1032; larger sizes are impossible.
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

// The archive for libzip, which reads it by position from a descriptor through these callbacks. The jail allows
// nothing but pread().
struct ArchiveBytes {
    int descriptor;
    std::uint64_t size, at = 0;
    zip_error_t error{};

    zip_int64_t read(void* out, std::uint64_t most) {
        const ssize_t n = ::pread(descriptor, out, most, at);
        if (n < 0) {
            zip_error_set(&error, ZIP_ER_READ, errno);
            return -1;
        }
        at += n;
        return n;
    }
    zip_int64_t stat(void* out) const {
        auto* stat = static_cast<zip_stat_t*>(out);
        zip_stat_init(stat);
        stat->valid = ZIP_STAT_SIZE;
        stat->size = size;
        return sizeof *stat;
    }
    zip_int64_t seek(void* where, std::uint64_t length) {
        const zip_int64_t place = zip_source_seek_compute_offset(at, size, where, length, &error);
        if (place >= 0) at = place;
        return place < 0 ? -1 : 0;
    }

    static zip_int64_t on_call(void* user, void* data, zip_uint64_t length, zip_source_cmd_t command) {
        auto& bytes = *static_cast<ArchiveBytes*>(user);
        switch (command) {
            case ZIP_SOURCE_OPEN: bytes.at = 0; return 0;
            case ZIP_SOURCE_READ: return bytes.read(data, length);
            case ZIP_SOURCE_STAT: return bytes.stat(data);
            case ZIP_SOURCE_SEEK: return bytes.seek(data, length);
            case ZIP_SOURCE_TELL: return bytes.at;
            case ZIP_SOURCE_ERROR: return zip_error_to_data(&bytes.error, data, length);
            case ZIP_SOURCE_CLOSE:
            case ZIP_SOURCE_FREE: return 0;
            case ZIP_SOURCE_SUPPORTS: return ZIP_SOURCE_SUPPORTS_SEEKABLE;
            default: zip_error_set(&bytes.error, ZIP_ER_OPNOTSUPP, 0); return -1;
        }
    }
};

// libzip in this process; it runs inside the reader process only.
class LocalNpz : public NpzReading {
  public:
    LocalNpz(int descriptor, std::uint64_t bytes, std::string where)
        : bytes_{descriptor, bytes}, where_(std::move(where)) {
        zip_error_t error;
        zip_error_init(&error);
        zip_source_t* source = zip_source_function_create(ArchiveBytes::on_call, &bytes_, &error);
        archive_.reset(source ? zip_open_from_source(source, ZIP_RDONLY, &error) : nullptr);
        const bool no_memory = zip_error_code_zip(&error) == ZIP_ER_MEMORY;
        const std::string reason = archive_ ? "" : zip_error_strerror(&error);
        zip_error_fini(&error);
        if (!archive_) {
            zip_source_free(source);
            if (no_memory) throw std::bad_alloc();
            throw DataError(where_, "is not a NumPy archive (.npz): " + reason);
        }
        require_different_names();
    }

    std::uint64_t file_bytes() const override { return bytes_.size; }

    std::vector<std::string> names() const override {
        std::vector<std::string> found;
        for (zip_int64_t i = 0; i < std::min<zip_int64_t>(zip_get_num_entries(archive_.get(), 0), 100); ++i)
            if (std::string text = member(i); text.ends_with(".npy")) found.push_back(text.substr(0, text.size() - 4));
        return found;
    }

    bool has(const std::string& name) const override {
        return zip_name_locate(archive_.get(), (name + ".npy").c_str(), 0) >= 0;
    }

    // Compares the size that the archive declares with the size that the array's header declares: an entry that
    // is longer or shorter is rejected, so neither value is believed alone.
    NpyHeader open_entry(const std::string& name, bool text) override {
        entry_where_ = where_ + ":" + name;
        zip_stat_t stat;
        if (zip_stat(archive_.get(), (name + ".npy").c_str(), 0, &stat) != 0)
            throw DataError(entry_where_, "is missing" + suggestion(name, names()));
        require_plausible(stat, bytes_.size, entry_where_);
        entry_.reset(zip_fopen(archive_.get(), (name + ".npy").c_str(), 0));
        if (!entry_) throw DataError(entry_where_, std::string("cannot be read: ") + zip_strerror(archive_.get()));
        header_ = read_npy_header([this](char* out, std::size_t n) { return read_exactly(entry_.get(), out, n); },
                                  entry_where_, text);
        const std::uint64_t declared = byte_count(header_.shape, header_.element_bytes);
        const std::uint64_t held = stat.size - std::min<std::uint64_t>(stat.size, header_.header_bytes);
        if (declared != held)
            throw DataError(entry_where_, "declares shape " + to_text(header_.shape) + ", " + std::to_string(declared) +
                                              " bytes, but holds " + std::to_string(held));
        left_ = byte_count(header_.shape, 1);
        return header_;
    }

    std::vector<char> next_bytes(std::uint64_t elements) override {
        if (!entry_ || elements > left_) throw DataError(entry_where_, "cannot be read: it ends early");
        std::vector<char> raw(elements * header_.element_bytes);
        bool whole = read_exactly(entry_.get(), raw.data(), raw.size());
        left_ -= elements;
        char beyond;  // the archive's checksum is compared at the end of the entry
        whole = whole && (left_ > 0 || zip_fread(entry_.get(), &beyond, 1) == 0);
        if (!whole) throw DataError(entry_where_, "cannot be read: " + entry_error(entry_.get()));
        if (header_.big_endian) turn(raw);
        return raw;
    }

  private:
    std::string member(zip_int64_t i) const {
        const char* name = zip_get_name(archive_.get(), i, 0);
        return name ? name : "";
    }

    // Of two entries with the same name NumPy reads the last and other programs the first, so such an archive
    // is rejected.
    void require_different_names() const {
        const zip_int64_t count = zip_get_num_entries(archive_.get(), 0);
        if (count > most_members)
            throw DataError(where_, "holds " + std::to_string(count) + " arrays, at most " +
                                        std::to_string(most_members) + " are read");
        std::set<std::string> seen;
        for (zip_int64_t i = 0; i < count; ++i)
            if (const std::string name = member(i); !seen.insert(name).second)
                throw DataError(where_,
                                "holds " + name + " twice; it is unclear which one counts; write the archive again");
    }

    // Reverses the bytes of each number of a big-endian array.
    void turn(std::vector<char>& raw) const {
        const std::size_t size = header_.element_bytes;
        for (std::size_t number = 0; number < raw.size(); number += size)
            std::reverse(raw.begin() + number, raw.begin() + (number + size));
    }

    struct Close {
        void operator()(zip_file_t* entry) const { zip_fclose(entry); }
    };
    ArchiveBytes bytes_;
    std::string where_, entry_where_;
    struct Discard {
        void operator()(zip_t* archive) const { zip_discard(archive); }
    };
    std::unique_ptr<zip_t, Discard> archive_;
    std::unique_ptr<zip_file_t, Close> entry_;  // ends before its archive
    NpyHeader header_;
    std::uint64_t left_ = 0;  // elements
};

}  // namespace

std::unique_ptr<NpzReading> read_npz_here(int descriptor, std::uint64_t file_bytes, const std::string& where) {
    return std::make_unique<LocalNpz>(descriptor, file_bytes, where);
}

}  // namespace cchnn
