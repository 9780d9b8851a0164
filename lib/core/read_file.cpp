#include "core/read_file.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>

#include "core/errors.hpp"

namespace cchnn {
namespace {

std::ifstream opened(const std::filesystem::path& path, const std::string& expected) {
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored))
        throw IoError(path.string(), "is a directory, expected " + expected);
    errno = 0;
    std::ifstream file(path, std::ios::binary);
    if (!file) throw IoError(path.string(), std::string("cannot be read: ") + std::strerror(errno));
    return file;
}

}  // namespace

std::string read_file(const std::filesystem::path& path, const std::string& expected, std::uint64_t most_bytes) {
    std::ifstream file = opened(path, expected);
    std::string text, piece(1 << 16, '\0');
    while (file.read(piece.data(), static_cast<std::streamsize>(piece.size())) || file.gcount() > 0) {
        text.append(piece, 0, static_cast<std::size_t>(file.gcount()));
        if (text.size() > most_bytes)
            throw IoError(path.string(), "holds more than " + std::to_string(most_bytes >> 20) +
                                             " MiB, which is too much for " + expected);
    }
    if (file.bad()) throw IoError(path.string(), std::string("cannot be read: ") + std::strerror(errno));
    return text;
}

std::string read_regular_file(const std::filesystem::path& path, const std::string& expected,
                              std::uint64_t most_bytes) {
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (std::filesystem::exists(status) && !std::filesystem::is_directory(status) &&
        !std::filesystem::is_regular_file(status))
        throw IoError(path.string(), "is a device or a pipe, expected " + expected);
    return read_file(path, expected, most_bytes);
}

}  // namespace cchnn
