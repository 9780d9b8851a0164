#pragma once
// suite.lock.json, the lock file of a suite (schemas/suite.md): the text of the suite and the digests of every
// file.

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace cchnn {

struct SuitePart {
    std::string path;  // below the suite's directory: "chain_3/in"
    struct File {
        std::string split, truth_digest, content_digest;
    };
    std::vector<File> files;
};

struct SuiteLock {
    std::string suite_json;
    std::uint64_t most = 0;
    std::vector<SuitePart> parts;
    std::string tool_version{};  // of the program that wrote it, as read
};

std::string suite_lock_json(const SuiteLock& lock);
// Throws IoError, SpecError with every problem.
SuiteLock read_suite_lock(const std::filesystem::path& path);
// Whether a file claims to be a suite.lock.json; it may still be invalid.
bool is_suite_lock(const std::filesystem::path& path);

}  // namespace cchnn
