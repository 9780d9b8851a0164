#pragma once
// A lock file becomes its dataset again, and the digests of the two are compared.
//
//   manifest.json -> LockFile -> (SystemSpec, GenerateOptions) -> generate() -> DigestDifference
//
// The version of the program may be another than that of the lock file: the digests decide.

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "dataset/documents/lock_file.hpp"
#include "stories/generate/generate.hpp"

namespace cchnn {

// The system that a lock file is about: the built-in one of that name, or `given` (a name or a path). Throws UsageError
// when none is given and none is built in, SpecError when its text is not the one of the lock file, or when that was
// imported.
SystemSpec locked_system(const LockFile& lock, const std::optional<std::string>& given);

// `asked` with everything that the lock file says: counts, times, seed, protocol, bounds. Directory, threads,
// overwriting and progress stay, and what changes no digest, where it is given: compression, publication.
GenerateOptions locked_options(const LockFile& lock, GenerateOptions asked);

// Throws UsageError where the lock file speaks of a file of initial states or inputs and none is given, or the other way
// round.
void require_given(const LockFile& lock, const std::filesystem::path& states, const std::filesystem::path& inputs);

// Options among `given` (by name: "seed") that say something else than the lock file, as problems.
std::vector<Problem> contradictions(const LockFile& lock, const GenerateOptions& asked,
                                    const std::vector<std::string>& given);

struct LockComparison {
    std::vector<DigestDifference> differences;
    std::vector<std::string> remarks;  // another version of the program, bytes of files that differ
};
// The lock file against a dataset: against its manifest, which has the digests of what was written; against the files
// themselves where they were there before. Throws IoError, SpecError, DataError.
LockComparison compare_with(const LockFile& lock, const GenerateReport& report);

// Generates into a directory for temporary files, compares, and keeps nothing.
// `states` and `inputs` are the files that the lock file speaks of, where it does.
LockComparison regenerate(const LockFile& lock, const SystemSpec& spec, int threads,
                          const std::filesystem::path& states = {}, const std::filesystem::path& inputs = {},
                          const std::function<void(std::uint64_t done, std::uint64_t total)>& progress = nullptr);

}  // namespace cchnn
