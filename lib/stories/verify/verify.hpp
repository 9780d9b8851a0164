#pragma once
// Verifies a dataset. There are two ways:
//
//   lock file   -> regenerate() -> digests of every array compared                        (regenerate.hpp)
//   directory   -> SHA256SUMS, content digests, manifest; energy, Phi, dPhi/dt of every state, and the motion between
//                  samples of some trajectories against the equations                      (score/stored_physics.hpp)
//
// The first shows that the program makes the same dataset again. The second needs no regeneration. Its steps go
// from cheap to expensive, and from claims about the files to claims about physics:
//
//   1. bytes of all files against SHA256SUMS
//   2. digests recomputed from the arrays, against those that each file states
//   3. manifest.json, and another lock file if one is given, against these digests and the facts in the files
//   4. every stored state against energy balance and constraints; motions of a random sample against the equations;
//      step 6 integrates those with impacts as a whole
//   5. derived arrays and tables, made again from x and v (stored_claims.hpp, stored_tables.hpp)
//   6. initial states drawn again from the seed, and error bounds computed again, for the sample
//      (bounds_again.hpp)
//
// All differences are listed in the result. Exceptions are thrown only for files that cannot be read, that are no
// datasets, or whose set or shapes contradict their name or their system.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/errors.hpp"
#include "score/verification.hpp"

namespace cchnn {

struct VerifyOptions {
    std::optional<std::string> system;  // of a lock file that is about a user's own
    std::filesystem::path lock;         // that a directory is compared with, besides its own manifest.json
    std::filesystem::path states = {};  // initial states that a lock file speaks of
    std::filesystem::path inputs = {};  // inputs likewise
    std::uint64_t sample = 20;          // trajectories of each split whose motion is integrated again
    std::uint64_t seed = 0;             // of the sample
    int threads = 1;
    std::function<void(std::uint64_t done, std::uint64_t total)> progress = nullptr;

    std::vector<Problem> check() const;
};

// Throws UsageError, SpecError, DataError, IoError, NumericalError.
Verification verify_lock(const std::filesystem::path& lock_file, const VerifyOptions& options);
Verification verify_directory(const std::filesystem::path& directory, const VerifyOptions& options);

}  // namespace cchnn
