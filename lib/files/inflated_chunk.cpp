#include "files/inflated_chunk.hpp"

#include <zlib.h>

#include <new>

namespace cchnn {
namespace {

template <std::size_t width>
void gather(const char* in, std::size_t count, char* out) {
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t byte = 0; byte < width; ++byte) out[i * width + byte] = in[byte * count + i];
}

std::string problem_of(int status, const char* reason, std::size_t found, std::size_t size) {
    if (found > size) return "inflates to more than its size of " + std::to_string(size) + " bytes";
    if (status != Z_STREAM_END)
        return "cannot be inflated: " + std::string(reason ? reason : "its stream is cut short");
    if (found < size) return "inflates to " + std::to_string(found) + " bytes, its size is " + std::to_string(size);
    return "";
}

}  // namespace

Inflated inflated(const std::vector<char>& stream, std::size_t size) {
    Inflated result{std::vector<char>(size + 1), ""};
    z_stream z{};
    if (inflateInit(&z) != Z_OK) throw std::bad_alloc();
    z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(stream.data()));
    z.avail_in = static_cast<uInt>(stream.size());
    z.next_out = reinterpret_cast<Bytef*>(result.bytes.data());
    z.avail_out = static_cast<uInt>(size + 1);
    const int status = inflate(&z, Z_FINISH);
    result.problem = problem_of(status, z.msg, z.total_out, size);
    inflateEnd(&z);
    result.bytes.pop_back();
    return result;
}

std::vector<char> unshuffled(const std::vector<char>& bytes, std::size_t element_bytes) {
    std::vector<char> out = bytes;
    const std::size_t count = bytes.size() / element_bytes;
    if (element_bytes == 8) {
        gather<8>(bytes.data(), count, out.data());
        return out;
    }
    if (element_bytes == 4) {
        gather<4>(bytes.data(), count, out.data());
        return out;
    }
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t byte = 0; byte < element_bytes; ++byte)
            out[i * element_bytes + byte] = bytes[byte * count + i];
    return out;
}

}  // namespace cchnn
