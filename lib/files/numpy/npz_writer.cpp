#include "files/numpy/npz_writer.hpp"

#include <fcntl.h>
#include <minizip/zip.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <stdexcept>
#include <utility>

#include "core/errors.hpp"
#include "core/stop.hpp"
#include "core/system_reason.hpp"
#include "files/atomic_file.hpp"
#include "files/numpy/npy_array.hpp"

namespace cchnn {
namespace {

// The bytes of an archive are those that earlier versions wrote by another library: digests of sealed rounds have them.
constexpr uLong made_by = (3 << 8) | 63;                // Unix, version 6.3 of ZIP
constexpr uLong readable_by_all = 0100666UL << 16;      // of an entry
constexpr uLong first_date = ((1UL << 5) | 1UL) << 16;  // MS-DOS: 1980-01-01
constexpr uLong name_is_utf8 = 1 << 11;
constexpr std::uint64_t most_without_zip64 = 0xffffffff;  // bytes, exclusive
constexpr std::size_t most_at_once = 1 << 30;             // bytes: minizip counts in 32 bits

constexpr std::uint64_t local_header = 30, central_header = 46;  // bytes, without the name

// "e": no program that starts meanwhile inherits the descriptor.
void* create(void*, const void* path, int) { return std::fopen(static_cast<const char*>(path), "wbe"); }

}  // namespace

struct NpzWriter::State {
    State(const std::filesystem::path& path, bool overwrite) : pending(path, overwrite) {
        zlib_filefunc64_def calls;
        fill_fopen64_filefunc(&calls);
        calls.zopen64_file = create;
        errno = 0;
        archive = zipOpen2_64(pending.temporary_path().c_str(), APPEND_STATUS_CREATE, nullptr, &calls);
        if (!archive) throw IoError(path.string(), "cannot be created: " + system_reason(errno));
    }
    ~State() {
        if (archive) zipClose(archive, nullptr);
    }

    PendingFile pending;
    zipFile archive = nullptr;
    std::vector<std::uint64_t> name_bytes, places;  // of the entries so far, and where they begin
    std::uint64_t end = 0;                          // where the next one begins

    // The reason is the operating system's, such as a full disk: minizip passes errno on.
    void require(int status) const {
        if (status != ZIP_OK)
            throw IoError(pending.final_path().string(), "cannot be written: " + system_reason(errno));
    }

    void write(const char* data, std::size_t size) {
        throw_if_stopped();
        for (std::size_t done = 0; done < size; done += most_at_once)
            require(
                zipWriteInFileInZip(archive, data + done, static_cast<unsigned>(std::min(most_at_once, size - done))));
    }

    // One .npy file, a block of rows at a time.
    void add(const std::string& name, const std::string& header, std::uint64_t rows, std::uint64_t row_bytes,
             const ReadRows& read) {
        zip_fileinfo info{};
        info.dosDate = first_date;
        info.external_fa = readable_by_all;
        const bool is_ascii = std::ranges::all_of(name, [](char c) { return static_cast<signed char>(c) >= 0; });
        const std::uint64_t size = header.size() + rows * row_bytes;
        constexpr int stored = 0, level = 0, raw = 0;
        errno = 0;
        require(zipOpenNewFileInZip4_64(archive, (name + ".npy").c_str(), &info, nullptr, 0, nullptr, 0, nullptr,
                                        stored, level, raw, -MAX_WBITS, DEF_MEM_LEVEL, Z_DEFAULT_STRATEGY, nullptr, 0,
                                        made_by, is_ascii ? 0 : name_is_utf8, size >= most_without_zip64));
        write(header.data(), header.size());
        const std::uint64_t at_once = row_bytes == 0 ? rows : std::max<std::uint64_t>(1, npy_piece_bytes / row_bytes);
        for (std::uint64_t row = 0; row < rows && row_bytes > 0; row += at_once) {
            const std::uint64_t count = std::min(at_once, rows - row);
            const std::vector<char> bytes = read(row, count);
            if (bytes.size() != count * row_bytes)
                throw std::logic_error("npz writer: rows of another size than announced");
            write(bytes.data(), bytes.size());
        }
        require(zipCloseFileInZip(archive));
        name_bytes.push_back(name.size() + 4);
        places.push_back(end);
        end += local_header + name_bytes.back() + size;
    }

    // minizip asks for version 2.0 of ZIP to unpack. Stored files need 1.0, and earlier versions asked for that.
    void ask_for_version_1() const {
        const Descriptor fd(::open(pending.temporary_path().c_str(), O_WRONLY | O_CLOEXEC));
        constexpr char version = 10;
        std::uint64_t central = end;
        for (std::size_t i = 0; i < places.size(); ++i) {
            for (const std::uint64_t at : {places[i] + 4, central + 6})
                if (::pwrite(fd, &version, 1, static_cast<off_t>(at)) != 1)
                    fail_with_errno(pending.final_path(), "cannot be written");
            central += central_header + name_bytes[i];
        }
    }
};

NpzWriter::NpzWriter(const std::filesystem::path& path, bool overwrite)
    : state_(std::make_unique<State>(path, overwrite)) {}
NpzWriter::~NpzWriter() = default;

// An array without axes is one row of one element.
void NpzWriter::add(const std::string& name, Element element, const Shape& shape, ReadRows rows) {
    const std::uint64_t count = shape.empty() ? 1 : shape[0];
    const std::uint64_t row_bytes = bytes_of_row(shape, element.bytes);
    state_->add(name, npy_header_text(npy_type(element), shape), count, row_bytes, rows);
}

void NpzWriter::add_texts(const std::string& name, const Shape& shape, const std::vector<std::string>& texts) {
    const NpyTexts coded = npy_texts(texts);
    state_->add(name, npy_header_text(coded.type, shape), texts.size(), coded.bytes_each,
                [&](std::uint64_t first, std::uint64_t count) {
                    const auto begin = coded.bytes.begin() + first * coded.bytes_each;
                    return std::vector<char>(begin, begin + count * coded.bytes_each);
                });
}

// The file gets its name last.
void NpzWriter::finish() {
    State& s = *state_;
    errno = 0;
    s.require(zipClose(std::exchange(s.archive, nullptr), nullptr));
    if (s.end < most_without_zip64) s.ask_for_version_1();
    s.pending.commit();
}

}  // namespace cchnn
