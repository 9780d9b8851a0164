#include <minizip/unzip.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>
#include <set>

#include "core/errors.hpp"
#include "core/system_reason.hpp"
#include "files/array_reading.hpp"
#include "files/numpy/npy_header.hpp"

namespace cchnn {
namespace {

constexpr std::uint64_t most_inflation = 1032, most_members = 1000;
constexpr std::size_t name_bytes = 1 << 16;  // the longest, with the zero at its end
constexpr uLong encrypted = 1;               // in the flags of a member

// An entry of the archive, and where minizip finds it.
struct Member {
    std::string name;
    unz64_file_pos place;
    unz_file_info64 info;
};

// Converts UTF-32 as NumPy stores it, padded with zeros, to UTF-8.
std::string to_utf8(const char* raw, std::size_t size) {
    std::string text;
    for (std::size_t i = 0; i + 4 <= size; i += 4) {
        std::uint32_t c;
        std::memcpy(&c, raw + i, 4);
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
class LocalNpz : public ArrayReading {
  public:
    LocalNpz(int descriptor, std::uint64_t bytes, std::string where)
        : bytes_{descriptor, bytes}, where_(std::move(where)) {
        zlib_filefunc64_def calls = bytes_.calls();
        archive_.reset(unzOpen2_64("", &calls));
        if (!archive_) refuse("Not a zip archive");
        read_members();
    }

    std::uint64_t file_bytes() const override { return bytes_.size; }

    const std::vector<Object>& objects() override { return objects_; }

    // A part that begins with the first element opens its array anew.
    void read(const Part& part, const Place& place) override {
        const auto number = static_cast<std::size_t>(&part.object - objects_.data());
        if (part.start == Shape{0}) open_entry(arrays_.at(number));
        else if (number != open_ || part.start != Shape{at_}) throw DataError(entry_where_, "is not read in its order");
        open_ = number;
        const std::uint64_t elements = byte_count(part.count, 1), left = byte_count(header_.shape, 1) - at_;
        if (elements > left) throw DataError(entry_where_, "cannot be read: it ends early");
        const std::uint64_t bytes = elements * header_.element_bytes;
        if (header_.text) put_texts(elements, place);
        else if (char* const out = bytes == 0 ? nullptr : place(bytes)) {
            if (!read_exactly(out, bytes)) fail();
            if (header_.big_endian) turn(out, bytes);
        }
        at_ += elements;
        if (elements == left) close_entry();
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
        std::set<std::string> names;
        for (ZPOS64_T i = 0; i < whole.number_entry; ++i) {
            Member member;
            if ((i == 0 ? unzGoToFirstFile : unzGoToNextFile)(archive_.get()) != UNZ_OK ||
                unzGetCurrentFileInfo64(archive_.get(), &member.info, name.data(), name.size(), nullptr, 0, nullptr,
                                        0) != UNZ_OK ||
                unzGetFilePos64(archive_.get(), &member.place) != UNZ_OK)
                refuse("Zip archive inconsistent");
            member.name = name.data();
            if (!names.insert(member.name).second)
                throw DataError(
                    where_, "holds " + member.name + " twice; it is unclear which one counts; write the archive again");
            if (member.name.ends_with(".npy")) arrays_.push_back(std::move(member));
        }
        for (const Member& member : arrays_) describe(member);
    }

    // A problem of one array leaves the others readable.
    void describe(const Member& member) {
        Object object{{Entry::Kind::array, "/" + member.name.substr(0, member.name.size() - 4)}, {}, {}, ""};
        try {
            open_entry(member);
            object.array.element = {header_.text ? Element::Kind::text : Element::Kind::floating,
                                    header_.element_bytes};
            object.array.shape = header_.shape;
        } catch (const DataError& error) {
            object.problem = error.problems().front().what;
        }
        objects_.push_back(std::move(object));
    }

    // Compares the size that the archive declares with the size that the array's header declares: an entry that
    // is longer or shorter is rejected, so neither value is believed alone.
    void open_entry(const Member& member) {
        entry_where_ = where_ + ":" + member.name.substr(0, member.name.size() - 4);
        require_plausible(member.info, bytes_.size, entry_where_);
        status_ = unzGoToFilePos64(archive_.get(), &member.place);
        if (status_ == UNZ_OK) status_ = unzOpenCurrentFile(archive_.get());
        if (status_ != UNZ_OK) fail();
        is_open_ = true;
        at_ = 0;
        header_ = read_npy_header([this](char* out, std::size_t n) { return read_exactly(out, n); }, entry_where_);
        const std::uint64_t declared = byte_count(header_.shape, header_.element_bytes),
                            size = member.info.uncompressed_size;
        const std::uint64_t in_entry = size - std::min<std::uint64_t>(size, header_.header_bytes);
        if (declared != in_entry)
            throw DataError(entry_where_, "declares shape " + to_text(header_.shape) + ", " + std::to_string(declared) +
                                              " bytes, but holds " + std::to_string(in_entry));
    }

    void put_texts(std::uint64_t elements, const Place& place) {
        const std::size_t width = header_.element_bytes;
        std::vector<char> raw(elements * width), texts;
        if (!read_exactly(raw.data(), raw.size())) fail();
        for (std::uint64_t i = 0; i < elements; ++i) {
            const std::string text = to_utf8(raw.data() + i * width, width);
            append_text(texts, text.data(), text.size());
        }
        if (!texts.empty()) std::memcpy(place(texts.size()), texts.data(), texts.size());
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
    void turn(char* raw, std::size_t bytes) const {
        const std::size_t size = header_.element_bytes;
        for (char* number = raw; number < raw + bytes; number += size) std::reverse(number, number + size);
    }

    struct Close {
        void operator()(void* archive) const { unzClose(archive); }
    };
    ArchiveBytes bytes_;
    std::string where_, entry_where_;
    std::unique_ptr<void, Close> archive_;
    std::vector<Object> objects_;
    std::vector<Member> arrays_;  // of the objects
    bool is_open_ = false;        // an entry
    int status_ = UNZ_OK;         // of minizip's last call for an entry
    NpyHeader header_;
    std::size_t open_ = 0;  // number of the object that was read last
    std::uint64_t at_ = 0;  // the element of it that comes next
};

}  // namespace

std::unique_ptr<ArrayReading> read_npz_here(int descriptor, std::uint64_t file_bytes, const std::string& where) {
    return std::make_unique<LocalNpz>(descriptor, file_bytes, where);
}

}  // namespace cchnn
