#pragma once
// Reads a file as text, up to a limit, so that an untrusted file cannot exhaust the memory.

#include <cstdint>
#include <filesystem>
#include <string>

namespace cchnn {

inline constexpr std::uint64_t most_text_bytes = 64 << 20;

// Reads a regular file (regular_file.hpp). `expected` is what messages say should be there: "a JSON file". Throws
// IoError if it is no regular file, cannot be read, or holds more than `most_bytes`.
std::string read_file(const std::filesystem::path& path, const std::string& expected,
                      std::uint64_t most_bytes = most_text_bytes);

// The same for a file of the command line, which may also be a pipe or a device, as in `<(command)`.
std::string read_named_file(const std::filesystem::path& path, const std::string& expected,
                            std::uint64_t most_bytes = most_text_bytes);

}  // namespace cchnn
