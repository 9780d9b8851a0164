#pragma once
// A suite becomes files (schemas/suite.md):
//
//   SuiteSpec -> DIR/<task>/in/{train,valid,test}.h5   DIR/<task>/<split>/test.h5   DIR/<task>/size_<n>/train.h5
//                DIR/<task>/noise_<level>/train.h5 (a view)   ->   DIR/suite.lock.json
//
// What is there already and is of this suite is kept: whatever ends a run, the same call goes on.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/errors.hpp"
#include "dataset/documents/suite_lock.hpp"
#include "spec/suite_spec.hpp"
#include "stories/generate.hpp"

namespace cchnn {

struct SuiteOptions {
    std::filesystem::path directory;
    std::uint64_t most = 0;                     // trajectories of a set, to try a suite; 0: as it says
    std::optional<Shard> shard = std::nullopt;  // the tasks i with i mod n = k - 1, and no lock
    int threads = 1;
    std::function<void(const std::string& part, std::uint64_t done, std::uint64_t total)> progress = nullptr;

    std::vector<Problem> check() const;
};

struct SuiteReport {
    std::vector<SuitePart> parts;  // of all tasks, or of the shard's
    std::size_t made = 0;          // of them in this call
    bool complete = true;          // the lock was written
};

// Throws UsageError, SpecError, IoError, DataError (a part that is there and of something else), NumericalError.
SuiteReport make_suite(const SuiteSpec& suite, const SuiteOptions& options);

// What differs between a lock and what was made, a line each.
std::vector<std::string> suite_differences(const SuiteLock& expected, const std::vector<SuitePart>& found);

}  // namespace cchnn
