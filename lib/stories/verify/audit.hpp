#pragma once
// Audits the error bounds of a dataset: are its trajectories as close to the true motion as it says? A random
// sample of them is integrated again by an independent solver (judge/verdict.hpp), which shares no code with
// the program that made them and starts from the text of the system and the stored numbers.
//
//   DIR/{train,valid,test}.h5 -> random trajectories -> judge -> true Err (T) each
//     -> AuditReport (score/truth_audit.hpp)
//
// For trajectories that take too long to follow, single intervals between samples can be judged instead, each
// as a motion of its own. The stored mass matrix, energies and scalar constraints are compared with the judge's
// own values.
//
// All trajectories are read before the first is judged, because HDF5 is used by one thread only. Judging has a
// budget of wall time; what is not judged by then, or when a signal comes, is reported as not judged, and the
// rest of the report is still valid.

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
    // Called by the calling thread several times a second; what it throws, except Stopped, ends the audit.
    std::function<void(std::uint64_t done, std::uint64_t total)> progress = nullptr;

    std::vector<Problem> check() const;
};

// For each given directory: itself if it holds a dataset, else the dataset directories directly in it, sorted by path.
// Throws IoError for one that has none.
std::vector<std::filesystem::path> dataset_directories(const std::vector<std::filesystem::path>& given);

// The report on a dataset of which no file could be read.
AuditReport refused_report(const std::filesystem::path& directory, const Refused& refused);

// Audits one dataset directory. Files that cannot be read are listed in the report, the others are audited.
// Throws UsageError, DataError, IoError. A signal ends the judging, and trajectories without a verdict count as
// not judged.
AuditReport audit(const std::filesystem::path& directory, const AuditOptions& options);

}  // namespace cchnn
