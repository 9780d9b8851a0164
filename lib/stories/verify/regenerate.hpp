#pragma once
// Makes the dataset of a lock file again, and compares the digests of the two.
//
//   manifest.json -> LockFile -> (SystemSpec, GenerateOptions) -> generate() -> DigestDifference
//
// The lock file may have been written by another version of the program; only the digests decide.

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "dataset/documents/lock_file.hpp"
#include "stories/generate/generate.hpp"

namespace cchnn {

// The system of a lock file: `given` (a name or a path), or else the built-in system of that name. Throws
// UsageError if neither exists, SpecError if its text is not the one of the lock file, or if the dataset was
// imported.
SystemSpec locked_system(const LockFile& lock, const std::optional<std::string>& given);

// `asked` with everything that the lock file determines: counts, times, seed, integration settings, bounds.
// Directory, threads, overwriting and progress are kept, and so are compression and publication if they are
// given, since they change no digest.
GenerateOptions locked_options(const LockFile& lock, GenerateOptions asked);

// Throws UsageError where the lock file speaks of a file of initial states or inputs and none is given, or the other
// way round.
void require_given(const LockFile& lock, const std::filesystem::path& states, const std::filesystem::path& inputs);

// A problem for each option in `given` (names, such as "seed") whose value differs from the lock file.
std::vector<Problem> contradictions(const LockFile& lock, const GenerateOptions& asked,
                                    const std::vector<std::string>& given);

struct LockComparison {
    std::vector<DigestDifference> differences;
    std::vector<std::string> remarks;  // another version of the program, bytes of files that differ
};
// Compares the lock file with a dataset that generate() has just made, by the digests in its manifest; of a
// dataset that existed before, by digests recomputed from its files. Throws IoError, SpecError, DataError.
LockComparison compare_with(const LockFile& lock, const GenerateReport& report);

// Generates into a directory for temporary files, compares, and keeps nothing.
// `states` and `inputs` are the files that the lock file speaks of, where it does.
LockComparison regenerate(const LockFile& lock, const SystemSpec& spec, int threads,
                          const std::filesystem::path& states = {}, const std::filesystem::path& inputs = {},
                          const std::function<void(std::uint64_t done, std::uint64_t total)>& progress = nullptr);

}  // namespace cchnn
