#pragma once
// Makes the files of a suite (schemas/suite.md):
//
//   SuiteSpec -> DIR/<task>/in/{train,valid,test}.h5   DIR/<task>/<split>/test.h5   DIR/<task>/size_<n>/train.h5
//                DIR/<task>/noise_<level>/train.h5 (a view)   DIR/<task>/context_<split>/test.h5 (a view)
//                ->   DIR/suite.lock.json
//
// Parts are made one after the other. A dataset grows in DIR/<task>/.<part>/ by generate(), which keeps
// finished blocks, and is renamed to DIR/<task>/<part>/ when it is complete. The lock is written last. An
// interrupted call is therefore resumed by the same call: complete parts are checked and kept, the one in
// progress continues from its blocks.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/errors.hpp"
#include "dataset/documents/lock_file.hpp"
#include "spec/suite_spec.hpp"
#include "stories/generate/generate.hpp"

namespace cchnn {

struct SuiteProgress {
    std::string part;                           // "chain_2/in"
    std::size_t number = 1, of = 1;             // of all parts that the call makes or keeps
    std::uint64_t done = 0, total = 0;          // trajectories of the part
    std::uint64_t done_of_all = 0, of_all = 0;  // trajectories of all parts that were not there
};

struct SuiteOptions {
    std::filesystem::path directory;
    std::uint64_t most = 0;                     // trajectories of a set, to try a suite; 0: as it says
    std::optional<Shard> shard = std::nullopt;  // the tasks i with i mod n = k - 1, and no lock
    int threads = 1;
    // Called as a part begins and goes on.
    std::function<void(const SuiteProgress&)> progress = nullptr;

    std::vector<Problem> check() const;
};

struct SuiteReport {
    std::vector<SuitePart> parts;      // of all tasks, or of the shard's
    std::vector<bool> kept;            // of these: whether an earlier call made it
    std::size_t made = 0;              // of them in this call
    bool complete = false;             // the lock was written
    std::vector<std::string> planned;  // paths of all parts of the call; `parts` are the first of them
};

// Throws UsageError, SpecError, IoError, DataError (a part that is there and of something else), NumericalError.
SuiteReport make_suite(const SuiteSpec& suite, const SuiteOptions& options);
// The same into `report`, which has what was done and planned when it throws.
void make_suite(const SuiteSpec& suite, const SuiteOptions& options, SuiteReport& report);

// What differs between a lock and what was made, a line each.
std::vector<std::string> suite_differences(const SuiteLock& expected, const std::vector<SuitePart>& found);

}  // namespace cchnn
