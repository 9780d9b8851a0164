#pragma once
// Is what a dataset says of its own errors true? A random sample of its trajectories is integrated again in quad
// precision from the stored initial states (integrate/true_solution.hpp), and the true error of every sample compared
// with error_bound.
//
//   DIR/{train,valid,test}.h5 -> random trajectories -> true Err (T) each -> AuditReport (score/truth_audit.hpp)

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
    std::uint64_t sample = 10;   // trajectories; all of them when there are fewer
    std::optional<Split> split;  // default: over all splits, each trajectory as likely
    std::uint64_t seed = 0;      // of the sample
    int threads = 1;
    std::function<void(std::uint64_t done, std::uint64_t total)> progress = nullptr;

    std::vector<Problem> check() const;
};

// The dataset directories among and directly below the given ones, sorted. Throws IoError for one that has none.
std::vector<std::filesystem::path> dataset_directories(const std::vector<std::filesystem::path>& given);

// Throws UsageError, DataError, IoError, NumericalError (a motion that cannot be followed).
AuditReport audit(const std::filesystem::path& directory, const AuditOptions& options);

}  // namespace cchnn
