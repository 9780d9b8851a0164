#include "files/numpy/npz_reading.hpp"

#include <minizip/unzip.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <new>

#include "core/errors.hpp"
#include "core/nearest_name.hpp"
#include "core/system_reason.hpp"

namespace cchnn {
namespace {

constexpr std::uint64_t most_inflation = 1032, most_members = 1000;
constexpr std::size_t name_bytes = 1 << 16;  // the longest, with the zero at its end
constexpr uLong encrypted = 1;               // in the flags of a member

// An array of the archive, and where minizip finds it.
struct Member {
    std::string name;
    unz64_file_pos place;
    unz_file_info64 info;
};

// A deflated byte inflates to at most 1032; larger sizes are impossible.
void require_plausible(const unz_file_info64& info, std::uint64_t file_bytes, const std::string& where) {
    if (info.flag & encrypted) throw DataError(where, "is encrypted; save it with numpy.savez");
    if (info.compression_method != 0 && info.compression_method != Z_DEFLATED)
        throw DataError(where, "is compressed by zip method " + std::to_string(info.compression_method) +
                                   "; save it with numpy.savez or numpy.savez_compressed");
    const std::uint64_t most = std::min<std::uint64_t>(info.compressed_size, file_bytes);
    if (info.uncompressed_size / (info.compression_method == Z_DEFLATED ? most_inflation : 1) > most)
        throw DataError(where, "declares " + std::to_string(info.uncompressed_size) +
                                   " bytes, which cannot come from " + std::to_string(most) + " in the file");
}

// The archive for minizip, which reads it by position from a descriptor through these callbacks. The jail allows
// nothing but pread().
struct ArchiveBytes {
    int descriptor;
    std::uint64_t size, at = 0;
    int error = 0;      // errno of a read that failed
    bool ends = false;  // in the last read; minizip takes missing bytes for zeros unless it is asked

    static ArchiveBytes& of(void* user) { return *static_cast<ArchiveBytes*>(user); }
    static void* open(void* user, const void*, int) { return user; }
    static uLong read(void* user, void*, void* out, uLong most) {
        ArchiveBytes& bytes = of(user);
        const ssize_t n = ::pread(bytes.descriptor, out, most, static_cast<off_t>(bytes.at));
        if (n < 0) bytes.error = errno;
        bytes.ends = n < static_cast<ssize_t>(most);
        bytes.at += static_cast<std::uint64_t>(std::max<ssize_t>(n, 0));
        return static_cast<uLong>(std::max<ssize_t>(n, 0));
    }
    static ZPOS64_T tell(void* user, void*) { return of(user).at; }
    static long seek(void* user, void*, ZPOS64_T offset, int origin) {
        ArchiveBytes& bytes = of(user);
        const std::uint64_t from = origin == ZLIB_FILEFUNC_SEEK_SET   ? 0
                                   : origin == ZLIB_FILEFUNC_SEEK_CUR ? bytes.at
                                                                      : bytes.size;
        if (offset > bytes.size - std::min(from, bytes.size)) return -1;
        bytes.at = from + offset;
        return 0;
    }
    static int close(void*, void*) { return 0; }
    static int failed(void* user, void*) { return of(user).ends; }

    zlib_filefunc64_def calls() { return {open, read, nullptr, tell, seek, close, failed, this}; }
};

// minizip in this process; it runs inside the reader process only.
class LocalNpz : public NpzReading {
  public:
    LocalNpz(int descriptor, std::uint64_t bytes, std::string where)
        : bytes_{descriptor, bytes}, where_(std::move(where)) {
        zlib_filefunc64_def calls = bytes_.calls();
        archive_.reset(unzOpen2_64("", &calls));
        if (!archive_) refuse("Not a zip archive");
        read_members();
    }

    std::uint64_t file_bytes() const override { return bytes_.size; }

    std::vector<std::string> names() const override {
        std::vector<std::string> found;
        for (std::size_t i = 0; i < std::min<std::size_t>(members_.size(), 100); ++i)
            if (const std::string& text = members_[i].name; text.ends_with(".npy"))
                found.push_back(text.substr(0, text.size() - 4));
        return found;
    }

    bool has(const std::string& name) const override { return find(name + ".npy"); }

    // Compares the size that the archive declares with the size that the array's header declares: an entry that
    // is longer or shorter is rejected, so neither value is believed alone.
    NpyHeader open_entry(const std::string& name, bool text) override {
        entry_where_ = where_ + ":" + name;
        const Member* member = find(name + ".npy");
        if (!member) throw DataError(entry_where_, "is missing" + suggestion(name, names()));
        require_plausible(member->info, bytes_.size, entry_where_);
        status_ = unzGoToFilePos64(archive_.get(), &member->place);
        if (status_ == UNZ_OK) status_ = unzOpenCurrentFile(archive_.get());
        if (status_ != UNZ_OK) fail();
        is_open_ = true;
        header_ =
            read_npy_header([this](char* out, std::size_t n) { return read_exactly(out, n); }, entry_where_, text);
        const std::uint64_t declared = byte_count(header_.shape, header_.element_bytes),
                            size = member->info.uncompressed_size;
        const std::uint64_t held = size - std::min<std::uint64_t>(size, header_.header_bytes);
        if (declared != held)
            throw DataError(entry_where_, "declares shape " + to_text(header_.shape) + ", " + std::to_string(declared) +
                                              " bytes, but holds " + std::to_string(held));
        left_ = byte_count(header_.shape, 1);
        return header_;
    }

    std::vector<char> next_bytes(std::uint64_t elements) override {
        if (elements > left_) throw DataError(entry_where_, "cannot be read: it ends early");
        std::vector<char> raw(elements * header_.element_bytes);
        if (!read_exactly(raw.data(), raw.size())) fail();
        left_ -= elements;
        if (left_ == 0) close_entry();
        if (header_.big_endian) turn(raw);
        return raw;
    }

  private:
    // Of two members with the same name NumPy reads the last and other programs the first, so such an archive
    // is rejected.
    void read_members() {
        unz_global_info64 whole;
        if (unzGetGlobalInfo64(archive_.get(), &whole) != UNZ_OK) refuse("Zip archive inconsistent");
        if (whole.number_entry > most_members)
            throw DataError(where_, "holds " + std::to_string(whole.number_entry) + " arrays, at most " +
                                        std::to_string(most_members) + " are read");
        std::vector<char> name(name_bytes);
        for (ZPOS64_T i = 0; i < whole.number_entry; ++i) {
            Member member;
            if ((i == 0 ? unzGoToFirstFile : unzGoToNextFile)(archive_.get()) != UNZ_OK ||
                unzGetCurrentFileInfo64(archive_.get(), &member.info, name.data(), name.size(), nullptr, 0, nullptr,
                                        0) != UNZ_OK ||
                unzGetFilePos64(archive_.get(), &member.place) != UNZ_OK)
                refuse("Zip archive inconsistent");
            member.name = name.data();
            if (find(member.name))
                throw DataError(
                    where_, "holds " + member.name + " twice; it is unclear which one counts; write the archive again");
            members_.push_back(std::move(member));
        }
    }

    const Member* find(const std::string& name) const {
        const auto found =
            std::find_if(members_.begin(), members_.end(), [&](const Member& m) { return m.name == name; });
        return found == members_.end() ? nullptr : &*found;
    }

    // Reads `size` bytes of the entry; false if it ends before or is damaged.
    bool read_exactly(char* out, std::size_t size) {
        constexpr std::size_t most = 1 << 30;  // minizip counts in 32 bits
        while (size > 0) {
            status_ = unzReadCurrentFile(archive_.get(), out, static_cast<unsigned>(std::min(size, most)));
            if (status_ <= 0) return false;
            out += status_;
            size -= static_cast<std::size_t>(status_);
        }
        return true;
    }

    // The archive's checksum is compared here, and only if the whole entry was read.
    void close_entry() {
        status_ = is_open_ ? unzCloseCurrentFile(archive_.get()) : UNZ_OK;
        is_open_ = false;
        if (status_ != UNZ_OK) fail();
    }

    [[noreturn]] void refuse(const std::string& reason) const {
        throw DataError(where_,
                        "is not a NumPy archive (.npz): " + (bytes_.error != 0 ? system_reason(bytes_.error) : reason));
    }

    // Why reading an entry failed. minizip has no error for one that just ends.
    [[noreturn]] void fail() const {
        if (status_ == Z_MEM_ERROR || status_ == UNZ_INTERNALERROR) throw std::bad_alloc();
        throw DataError(entry_where_, "cannot be read: " + (bytes_.error != 0           ? system_reason(bytes_.error)
                                                            : status_ == UNZ_CRCERROR   ? "CRC error"
                                                            : status_ == Z_DATA_ERROR   ? "Zlib error: data error"
                                                            : status_ == UNZ_BADZIPFILE ? "Zip archive inconsistent"
                                                                                        : "it ends early"));
    }

    // Reverses the bytes of each number of a big-endian array.
    void turn(std::vector<char>& raw) const {
        const std::size_t size = header_.element_bytes;
        for (std::size_t number = 0; number < raw.size(); number += size)
            std::reverse(raw.begin() + number, raw.begin() + (number + size));
    }

    struct Close {
        void operator()(void* archive) const { unzClose(archive); }
    };
    ArchiveBytes bytes_;
    std::string where_, entry_where_;
    std::unique_ptr<void, Close> archive_;
    std::vector<Member> members_;
    bool is_open_ = false;  // an entry
    int status_ = UNZ_OK;   // of minizip's last call for an entry
    NpyHeader header_;
    std::uint64_t left_ = 0;  // elements
};

}  // namespace

std::unique_ptr<NpzReading> read_npz_here(int descriptor, std::uint64_t file_bytes, const std::string& where) {
    return std::make_unique<LocalNpz>(descriptor, file_bytes, where);
}

}  // namespace cchnn
