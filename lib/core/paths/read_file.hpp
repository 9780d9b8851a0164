#pragma once
// A file as text, with a bound: what a stranger hands in does not decide how much memory is taken.

#include <cstdint>
#include <filesystem>
#include <string>

namespace cchnn {

inline constexpr std::uint64_t most_text_bytes = 64 << 20;

// `expected` is what messages say should be there: "a JSON file". Of a regular file alone (regular_file.hpp). Throws
// IoError when it is none, cannot be read, or holds more than `most_bytes`.
std::string read_file(const std::filesystem::path& path, const std::string& expected,
                      std::uint64_t most_bytes = most_text_bytes);

// The same of what a user named on the command line: a pipe or a device is read to its end, as in `<(command)`.
std::string read_named_file(const std::filesystem::path& path, const std::string& expected,
                            std::uint64_t most_bytes = most_text_bytes);

}  // namespace cchnn
