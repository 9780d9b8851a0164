#include "files/npz_writer.hpp"

#include <zip.h>

#include <algorithm>
#include <cstring>
#include <exception>
#include <stdexcept>

#include "core/errors.hpp"
#include "core/stop.hpp"
#include "files/atomic_file.hpp"

namespace cchnn {
namespace {

constexpr std::uint64_t piece_bytes = 4 << 20;
constexpr std::size_t header_multiple = 64;        // bytes, so that numbers can be mapped into memory
constexpr zip_uint16_t first_date = (1 << 5) | 1;  // MS-DOS: 1980-01-01

std::string descr(Element element) {
    const bool is_signed = element.kind == Element::Kind::integer;
    if (element.kind == Element::Kind::floating) return "<f" + std::to_string(element.bytes);
    if (is_signed || element.kind == Element::Kind::unsigned_integer)
        return (element.bytes == 1 ? "|" : "<") + std::string(is_signed ? "i" : "u") + std::to_string(element.bytes);
    throw std::invalid_argument("npz writer: no type for " + to_text(element));
}

std::string npy_header(const std::string& type, const Shape& shape) {
    std::string text = "{'descr': '" + type + "', 'fortran_order': False, 'shape': (";
    for (std::size_t i = 0; i < shape.size(); ++i) text += (i ? ", " : "") + std::to_string(shape[i]);
    text += shape.size() == 1 ? ",), }" : "), }";
    constexpr std::size_t before = 10;  // magic, version 1.0, length of the text
    text.append((2 * header_multiple - (before + text.size() + 1) % header_multiple) % header_multiple, ' ');
    text += '\n';
    std::string header("\x93NUMPY\x01\x00", 8);
    header += static_cast<char>(text.size() & 0xff);
    header += static_cast<char>(text.size() >> 8);
    return header + text;
}

// One code point of UTF-8 at `at`, which moves on. A byte that is no UTF-8 stands for itself.
std::uint32_t next_code_point(const std::string& text, std::size_t& at) {
    const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i])); };
    const std::uint32_t first = byte(at);
    const std::size_t more = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : first >= 0xC0 ? 1 : 0;
    if (more == 0 || at + more >= text.size()) return byte(at++);
    std::uint32_t code = first & (0x3F >> more);
    for (std::size_t i = 1; i <= more; ++i) code = code << 6 | (byte(at + i) & 0x3F);
    at += more + 1;
    return code;
}

std::vector<std::uint32_t> utf32(const std::string& text) {
    std::vector<std::uint32_t> codes;
    for (std::size_t at = 0; at < text.size();) codes.push_back(next_code_point(text, at));
    return codes;
}

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

    // One .npy, read by libzip piece by piece.
    struct Source {
        State* state;
        std::string header;
        std::uint64_t rows, row_bytes;
        ReadRows read;
        std::uint64_t next_row = 0;
        std::size_t at = 0;  // in what waits
        std::vector<char> waiting;

        void rewind() {
            next_row = 0, at = 0;
            waiting.assign(header.begin(), header.end());
        }
        std::uint64_t size() const { return header.size() + rows * row_bytes; }

        zip_int64_t fill(char* out, std::uint64_t size) {
            throw_if_stopped();
            if (at == waiting.size() && next_row < rows && row_bytes > 0) {
                const std::uint64_t count = std::clamp<std::uint64_t>(piece_bytes / row_bytes, 1, rows - next_row);
                waiting = read(next_row, count);
                if (waiting.size() != count * row_bytes)
                    throw std::logic_error("npz writer: rows of another size than announced");
                next_row += count, at = 0;
            }
            const std::uint64_t count = std::min<std::uint64_t>(size, waiting.size() - at);
            if (count > 0) std::memcpy(out, waiting.data() + at, count);
            at += count;
            return static_cast<zip_int64_t>(count);
        }
    };

    static zip_int64_t on_call(void* user, void* data, zip_uint64_t size, zip_source_cmd_t command) {
        auto* source = static_cast<Source*>(user);
        switch (command) {
            case ZIP_SOURCE_OPEN: source->rewind(); return 0;
            case ZIP_SOURCE_READ: try { return source->fill(static_cast<char*>(data), size);
                } catch (...) {
                    source->state->failure = std::current_exception();
                    return -1;
                }
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
        const auto at = static_cast<zip_uint64_t>(index);
        if (zip_set_file_compression(archive, at, ZIP_CM_STORE, 0) != 0 ||
            zip_file_set_dostime(archive, at, 0, first_date, 0) != 0)
            fail();
    }
};

NpzWriter::NpzWriter(const std::filesystem::path& path, bool overwrite)
    : state_(std::make_unique<State>(path, overwrite)) {}
NpzWriter::~NpzWriter() = default;

void NpzWriter::add(const std::string& name, Element element, const Shape& shape, ReadRows rows) {
    const std::uint64_t count = shape.empty() ? 1 : shape[0];
    const std::uint64_t row_bytes =
        shape.empty() ? element.bytes : byte_count({shape.begin() + 1, shape.end()}, element.bytes);
    state_->add(name, npy_header(descr(element), shape), count, row_bytes, std::move(rows));
}

void NpzWriter::add_texts(const std::string& name, const Shape& shape, const std::vector<std::string>& texts) {
    std::size_t longest = 1;  // NumPy has no text of no letters
    std::vector<std::vector<std::uint32_t>> codes;
    for (const std::string& text : texts) {
        codes.push_back(utf32(text));
        longest = std::max(longest, codes.back().size());
    }
    std::vector<char> bytes(codes.size() * longest * 4);
    for (std::size_t i = 0; i < codes.size(); ++i)
        if (!codes[i].empty()) std::memcpy(&bytes[i * longest * 4], codes[i].data(), codes[i].size() * 4);
    state_->add(name, npy_header("<U" + std::to_string(longest), shape), texts.size(), longest * 4,
                [bytes = std::move(bytes), longest](std::uint64_t first, std::uint64_t count) {
                    const auto begin = bytes.begin() + static_cast<long>(first * longest * 4);
                    return std::vector<char>(begin, begin + static_cast<long>(count * longest * 4));
                });
}

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
