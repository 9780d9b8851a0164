#include "files/deflated_chunk.hpp"

#include <zlib.h>

#include <stdexcept>
#include <string>

namespace cchnn {
namespace {

std::vector<char> shuffled(const char* values, std::size_t size, std::size_t chunk_bytes, std::size_t element_bytes) {
    std::vector<char> bytes(chunk_bytes);
    const std::size_t all = chunk_bytes / element_bytes, given = size / element_bytes;
    for (std::size_t byte = 0; byte < element_bytes; ++byte) {
        char* out = bytes.data() + byte * all;
        for (std::size_t i = 0; i < given; ++i) out[i] = values[i * element_bytes + byte];
    }
    return bytes;
}

}  // namespace

std::vector<char> deflated_chunk(const char* values, std::size_t size, std::size_t chunk_bytes,
                                 std::size_t element_bytes, int level) {
    std::vector<char> in = shuffled(values, size, chunk_bytes, element_bytes);
    z_stream stream{};
    if (deflateInit2(&stream, level, Z_DEFLATED, MAX_WBITS, MAX_MEM_LEVEL - 1,
                     level == 1 ? Z_RLE : Z_DEFAULT_STRATEGY) != Z_OK)
        throw std::runtime_error("zlib does not give deflate at level " + std::to_string(level));
    std::vector<char> out(deflateBound(&stream, in.size()));
    stream.next_in = reinterpret_cast<Bytef*>(in.data());
    stream.avail_in = static_cast<uInt>(in.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    const int status = deflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    if (status != Z_STREAM_END) throw std::runtime_error("zlib fails in deflate: " + std::to_string(status));
    return out;
}

}  // namespace cchnn
