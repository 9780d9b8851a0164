#include "files/numpy/npy_writer.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "core/errors.hpp"
#include "core/stop.hpp"
#include "core/system_reason.hpp"
#include "files/atomic_file.hpp"
#include "files/numpy/npy_array.hpp"

namespace cchnn {
namespace {

void require_written(const std::ofstream& out, const std::filesystem::path& path) {
    if (!out) throw IoError(path.string(), "cannot be written: " + system_reason(errno));
}

}  // namespace

void write_npy_array(const std::filesystem::path& path, Element element, const Shape& shape, const ReadRows& rows,
                     bool overwrite) {
    PendingFile pending(path, overwrite);
    std::ofstream out(pending.temporary_path(), std::ios::binary);
    out << npy_header_text(npy_type(element), shape);
    const std::uint64_t count = shape.empty() ? 1 : shape[0];
    const std::uint64_t row_bytes = bytes_of_row(shape, element.bytes);
    const std::uint64_t most = row_bytes > 0 ? std::max<std::uint64_t>(1, npy_piece_bytes / row_bytes) : count;
    for (std::uint64_t first = 0; first < count && row_bytes > 0; first += most) {
        throw_if_stopped();
        const std::vector<char> bytes = rows(first, std::min(most, count - first));
        out.write(bytes.data(), bytes.size());
        require_written(out, path);
    }
    out.close();
    require_written(out, path);
    pending.commit();
}

void write_npy_texts(const std::filesystem::path& path, const Shape& shape, const std::vector<std::string>& texts,
                     bool overwrite) {
    const NpyTexts coded = npy_texts(texts);
    std::string content = npy_header_text(coded.type, shape);
    content.append(coded.bytes.begin(), coded.bytes.end());
    write_file_atomically(path, content, overwrite);
}

}  // namespace cchnn
