#pragma once
// Is what a dataset says of its own errors true? A random sample of its trajectories is followed again by a judge that
// shares nothing with what made them (judge/verdict.hpp): from the text of the system and the stored numbers alone.
//
//   DIR/{train,valid,test}.h5 -> random trajectories -> judge -> true Err (T) each -> AuditReport (score/truth_audit.hpp)
//
// Of motions that take too long to follow, some intervals are judged instead, each as a motion of its own.
//
// Stored mass matrix, energies and rows of Phi are compared with the judge's own.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

#include "core/errors.hpp"
#include "sample/sampler.hpp"
#include "score/truth_audit.hpp"

namespace cchnn {

struct AuditOptions {
    std::uint64_t sample = 10;    // trajectories; all of them when there are fewer
    std::uint64_t intervals = 0;  // of each, from a stored sample to the next, at random; 0: the whole trajectory
    std::optional<Split> split;   // default: over all splits, each trajectory as likely
    std::uint64_t seed = 0;       // of the sample
    bool keep_errors = false;     // of each judged trajectory at each sample, for data made elsewhere
    double budget = 60;           // s of wall time for a dataset; what is not judged by then is said to be so
    int threads = 1;
    // Called by the calling thread several times a second; what it throws ends the audit, but for Stopped.
    std::function<void(std::uint64_t done, std::uint64_t total)> progress = nullptr;

    std::vector<Problem> check() const;
};

// The dataset directories among and directly below the given ones, sorted. Throws IoError for one that has none.
std::vector<std::filesystem::path> dataset_directories(const std::vector<std::filesystem::path>& given);

// Of a set that could not be read at all.
AuditReport refused_report(const std::filesystem::path& directory, const Refused& refused);

// Files that cannot be read are refused in the report, the others audited. Throws UsageError, DataError, IoError. Stopped
// by a signal while it judges, it counts the rest as not judged.
AuditReport audit(const std::filesystem::path& directory, const AuditOptions& options);

}  // namespace cchnn
