#include "core/paths/read_file.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>

#include "core/errors.hpp"
#include "core/paths/regular_file.hpp"
#include "core/system_reason.hpp"

namespace cchnn {
namespace {

// read(data, size) gives the bytes that it read, 0 at the end.
template <class Read>
std::string all_of(const std::filesystem::path& path, const std::string& expected, std::uint64_t most_bytes,
                   const Read& read) {
    std::string text, piece(1 << 16, '\0');
    while (const std::size_t count = read(piece.data(), piece.size())) {
        text.append(piece, 0, count);
        if (text.size() > most_bytes)
            throw IoError(path.string(),
                          "holds more than " + std::to_string(most_bytes >> 20) + " MiB, the limit for " + expected);
    }
    return text;
}

}  // namespace

std::string read_file(const std::filesystem::path& path, const std::string& expected, std::uint64_t most_bytes) {
    RegularFile file(path, expected);
    return all_of(path, expected, most_bytes, [&](char* data, std::size_t size) { return file.read(data, size); });
}

std::string read_named_file(const std::filesystem::path& path, const std::string& expected, std::uint64_t most_bytes) {
    std::error_code ignored;
    const auto status = std::filesystem::status(path, ignored);
    if (!std::filesystem::exists(status) || std::filesystem::is_regular_file(status) ||
        std::filesystem::is_directory(status))
        return read_file(path, expected, most_bytes);
    errno = 0;
    std::ifstream file(path, std::ios::binary);
    if (!file) throw IoError(path.string(), "cannot be read: " + system_reason(errno));
    std::string text = all_of(path, expected, most_bytes, [&](char* data, std::size_t size) {
        file.read(data, size);
        return file.gcount();
    });
    if (file.bad()) throw IoError(path.string(), "cannot be read: " + system_reason(errno));
    return text;
}

}  // namespace cchnn
