#pragma once
// A file as text, with a bound: what a stranger hands in does not decide how much memory is taken.

#include <cstdint>
#include <filesystem>
#include <string>

namespace cchnn {

inline constexpr std::uint64_t most_text_bytes = 64 << 20;

// `expected` is what messages say should be there: "a JSON file". Pipes and devices are read to their end. Throws
// IoError when it cannot be read, is a directory, or holds more than `most_bytes`.
std::string read_file(const std::filesystem::path& path, const std::string& expected,
                      std::uint64_t most_bytes = most_text_bytes);

// The same of a regular file alone, for names that stand in files: a pipe may have no end, and a device may do what it
// likes when it is opened.
std::string read_regular_file(const std::filesystem::path& path, const std::string& expected,
                              std::uint64_t most_bytes = most_text_bytes);

}  // namespace cchnn
