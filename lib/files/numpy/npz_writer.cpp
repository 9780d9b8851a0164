#include "files/numpy/npz_writer.hpp"

#include <zip.h>

#include <algorithm>
#include <cstring>
#include <exception>
#include <stdexcept>

#include "core/errors.hpp"
#include "core/stop.hpp"
#include "files/atomic_file.hpp"
#include "files/numpy/npy_array.hpp"

namespace cchnn {
namespace {

constexpr zip_uint16_t first_date = (1 << 5) | 1;  // MS-DOS: 1980-01-01

}  // namespace

struct NpzWriter::State {
    State(const std::filesystem::path& path, bool overwrite) : pending(path, overwrite) {
        int code = 0;
        archive = zip_open(pending.temporary_path().c_str(), ZIP_CREATE | ZIP_TRUNCATE, &code);
        if (!archive) throw IoError(path.string(), "cannot be created (zip error " + std::to_string(code) + ")");
    }
    ~State() {
        if (archive) zip_discard(archive);
    }

    PendingFile pending;
    zip_t* archive = nullptr;
    std::exception_ptr failure;  // of a callback, which C code must not see

    // One .npy file, which libzip reads block by block through on_call() while the archive is closed.
    struct Source {
        State* state;
        std::string header;
        std::uint64_t rows, row_bytes;
        ReadRows read;
        std::uint64_t next_row = 0;
        std::size_t given = 0;  // bytes of `buffer` that libzip has taken
        std::vector<char> buffer;

        // libzip may read a source more than once, so it begins again from the header each time.
        void rewind() {
            next_row = 0;
            given = 0;
            buffer.assign(header.begin(), header.end());
        }
        std::uint64_t size() const { return header.size() + rows * row_bytes; }

        // Gives libzip at most `size` bytes of the buffer, which takes a new block of rows when it is used up. A return
        // value of 0 is the end of the entry.
        zip_int64_t fill(char* out, std::uint64_t size) {
            throw_if_stopped();
            if (given == buffer.size() && next_row < rows && row_bytes > 0) {
                const std::uint64_t count = std::clamp<std::uint64_t>(npy_piece_bytes / row_bytes, 1, rows - next_row);
                buffer = read(next_row, count);
                if (buffer.size() != count * row_bytes)
                    throw std::logic_error("npz writer: rows of another size than announced");
                next_row += count;
                given = 0;
            }
            const std::uint64_t count = std::min<std::uint64_t>(size, buffer.size() - given);
            if (count > 0) std::memcpy(out, buffer.data() + given, count);
            given += count;
            return count;
        }
        // Keeps an exception for finish(), since it must not pass through libzip. -1 is its sign for an error.
        zip_int64_t fill_for_c(char* out, std::uint64_t size) noexcept {
            try {
                return fill(out, size);
            } catch (...) {
                state->failure = std::current_exception();
                return -1;
            }
        }
    };

    static zip_int64_t on_call(void* user, void* data, zip_uint64_t size, zip_source_cmd_t command) {
        auto* source = static_cast<Source*>(user);
        switch (command) {
            case ZIP_SOURCE_OPEN: source->rewind(); return 0;
            case ZIP_SOURCE_READ: return source->fill_for_c(static_cast<char*>(data), size);
            case ZIP_SOURCE_CLOSE: return 0;
            case ZIP_SOURCE_STAT: {
                auto* stat = static_cast<zip_stat_t*>(data);
                zip_stat_init(stat);
                stat->size = source->size();
                stat->valid |= ZIP_STAT_SIZE;
                return sizeof *stat;
            }
            case ZIP_SOURCE_ERROR: {
                const int codes[2] = {ZIP_ER_READ, 0};
                std::memcpy(data, codes, sizeof codes);
                return sizeof codes;
            }
            case ZIP_SOURCE_FREE: delete source; return 0;
            case ZIP_SOURCE_SUPPORTS:
                return zip_source_make_command_bitmap(ZIP_SOURCE_OPEN, ZIP_SOURCE_READ, ZIP_SOURCE_CLOSE,
                                                      ZIP_SOURCE_STAT, ZIP_SOURCE_ERROR, ZIP_SOURCE_FREE, -1);
            default: return -1;
        }
    }

    // The reason of libzip, which has the operating system's words for a full disk.
    [[noreturn]] void fail() const {
        throw IoError(pending.final_path().string(), std::string("cannot be written: ") + zip_strerror(archive));
    }

    void add(const std::string& name, std::string header, std::uint64_t rows, std::uint64_t row_bytes, ReadRows read) {
        auto source =
            std::make_unique<Source>(Source{this, std::move(header), rows, row_bytes, std::move(read), 0, 0, {}});
        zip_source_t* zipped = zip_source_function(archive, on_call, source.get());
        if (!zipped) fail();
        static_cast<void>(source.release());  // freed by ZIP_SOURCE_FREE
        const zip_int64_t index = zip_file_add(archive, (name + ".npy").c_str(), zipped, ZIP_FL_ENC_UTF_8);
        if (index < 0) {
            zip_source_free(zipped);
            fail();
        }
        if (zip_set_file_compression(archive, index, ZIP_CM_STORE, 0) != 0 ||
            zip_file_set_dostime(archive, index, 0, first_date, 0) != 0)
            fail();
    }
};

NpzWriter::NpzWriter(const std::filesystem::path& path, bool overwrite)
    : state_(std::make_unique<State>(path, overwrite)) {}
NpzWriter::~NpzWriter() = default;

// An array without axes is one row of one element.
void NpzWriter::add(const std::string& name, Element element, const Shape& shape, ReadRows rows) {
    const std::uint64_t count = shape.empty() ? 1 : shape[0];
    const std::uint64_t row_bytes = bytes_of_row(shape, element.bytes);
    state_->add(name, npy_header_text(npy_type(element), shape), count, row_bytes, std::move(rows));
}

void NpzWriter::add_texts(const std::string& name, const Shape& shape, const std::vector<std::string>& texts) {
    NpyTexts coded = npy_texts(texts);
    state_->add(name, npy_header_text(coded.type, shape), texts.size(), coded.bytes_each,
                [bytes = std::move(coded.bytes), each = coded.bytes_each](std::uint64_t first, std::uint64_t count) {
                    const auto begin = bytes.begin() + first * each;
                    return std::vector<char>(begin, begin + count * each);
                });
}

// libzip reads all sources and writes the archive only here. An exception of a source was kept, since it cannot
// pass through C code, and is thrown again. The file gets its name last.
void NpzWriter::finish() {
    State& s = *state_;
    if (zip_close(s.archive) != 0) {
        if (s.failure) std::rethrow_exception(s.failure);
        s.fail();
    }
    s.archive = nullptr;
    s.pending.commit();
}

}  // namespace cchnn
