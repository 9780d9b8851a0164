#pragma once
// Lock files of datasets and of suites. The manifest of a dataset is its lock file: what it was made from, and the digests that making it again
// must give. Its format is schemas/manifest.schema.json. A digest that differs is a result, not an error.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "dataset/documents/manifest.hpp"
#include "integrate/protocol/protocol.hpp"
#include "integrate/trajectory.hpp"

namespace cchnn {

// Everything that regenerate.hpp needs to repeat the generation.
struct LockFile {
    std::filesystem::path path;
    std::string tool_version, system_name, system_sha256;  // of SystemSpec::json
    bool imported = false;                                 // made elsewhere: digests, but nothing to generate from
    Protocol protocol = default_protocol();
    std::string protocol_json;  // as the file has it
    bool bounded = true, draw_again = true, lyapunov = false;
    DerivedChoice with;       // what the files also hold
    double refine_level = 0;  // bound beyond which trajectories were integrated again; 0: none were
    std::uint64_t seed = 0;
    TimeGrid times;
    int chunk_length = 5;             // of training chunks; the default where there is no training set
    std::optional<int> compress;      // level of deflate
    std::optional<GivenFile> states;  // initial states that were given
    std::optional<GivenFile> inputs;  // inputs that were given
    std::string command;
    Publication publication;
    std::vector<SplitContent> splits;  // in the order train, valid, test; shapes are not known
};

// Throws IoError, SpecError with every problem of the text.
LockFile read_lock_file(const std::filesystem::path& path);

// One digest of a dataset that is not the expected one.
struct DigestDifference {
    std::string split;
    std::string array;            // "/x"; "" where the digests are those of the whole content
    std::string expected, found;  // "" where there is none
    bool arrays_agree = false;    // the arrays were compared one by one, and only attributes differ
};
// Compares every array of every split, in the order of `expected`. A split of a lock file without `array_digests` is
// compared by the digest of its whole content, which covers every array; the difference then names no array.
std::vector<DigestDifference> compare_digests(const std::vector<SplitContent>& expected,
                                              const std::vector<SplitContent>& found);
// "train.h5:/x: digest 0123456789ab, expected ba9876543210"
std::string to_text(const DigestDifference& difference);

// suite.lock.json, the lock file of a suite (schemas/suite.md): the text of the suite and the digests of every
// file.
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
